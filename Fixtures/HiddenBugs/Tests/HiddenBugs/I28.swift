import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The programme of a film festival, page by page, with what is sold out.
struct I28Programme: Reducer {
  struct State: Equatable {
    var screenings: [I28Screening] = []
    /// How many pages are in the list.
    var pageCount = 0
    /// Whether the last screening of the festival is in the list.
    var isComplete = false
    /// The page that is on its way.
    var loadingPage: Int?
    /// The page that could not be loaded.
    var failedPage: Int?
    var soldOut: Set<Int> = []
    var hidesSoldOut = false
    var venue: String?

    var isRefreshing: Bool { loadingPage == 0 }

    /// The rows of the list.
    var shown: [I28Screening] {
      screenings.filter { (venue == nil || $0.venue == venue) && !(hidesSoldOut && soldOut.contains($0.id)) }
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case venueTapped(String?)
    case hideSoldOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, I28Page)
    case failed(Int)
    case soldOut(Int)
  }

  private enum CancelID { case page, soldOut }

  @Dependency(\.i28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.pageCount == 0, state.loadingPage == nil else { return .none }
      return .merge(load(0, into: &state), followSales())

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      return load(0, into: &state)

    case .input(.endReached), .input(.retryTapped):
      guard state.loadingPage == nil, !state.isComplete else { return .none }
      return load(state.failedPage ?? state.pageCount, into: &state)

    case .input(.venueTapped(let venue)):
      state.venue = venue
      return .none

    case .input(.hideSoldOutTapped):
      state.hidesSoldOut.toggle()
      return .none

    case .feedback(.loaded(let number, let page)):
      state.loadingPage = nil
      state.screenings = number == 0 ? page.screenings : state.screenings + page.screenings
      state.pageCount = number + 1
      state.isComplete = page.isLast
      return .none

    case .feedback(.failed(let number)):
      state.loadingPage = nil
      state.failedPage = number
      return .none

    case .feedback(.soldOut(let id)):
      state.soldOut.insert(id)
      return .none
    }
  }

  /// Loads a page. The list stays as it is until the page is there.
  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.loadingPage = number
    state.failedPage = nil
    return .run("page", of: number) { send in
      await send(.loaded(number, try await client.page(number)))
    } catch: { _, send in
      await send(.failed(number))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func followSales() -> Effect<Feedback, Never> {
    .run("sales") { send in
      for await id in client.soldOut() { await send(.soldOut(id)) }
    }
    .cancellable(id: CancelID.soldOut, cancelInFlight: true)
  }
}

struct I28Screening: Equatable, Sendable, Identifiable {
  var id: Int
  var film: String
  var venue: String
}

struct I28Page: Equatable, Sendable {
  var screenings: [I28Screening]
  var isLast: Bool
}

struct I28Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> I28Page
  /// The ids of the screenings that are sold out, as long as the festival lasts.
  var soldOut: @Sendable () -> AsyncStream<Int>

  static let testValue = I28Client(
    page: unimplemented("I28Client.page"),
    soldOut: unimplemented("I28Client.soldOut", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var i28Client: I28Client {
    get { self[I28Client.self] }
    set { self[I28Client.self] = newValue }
  }
}

struct I28Offline: Error {}

struct I28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I28Programme.State) -> [I28Programme.Input] in
        let isNew = state.pageCount == 0 && state.loadingPage == nil && state.failedPage == nil
        if isNew { return [.appeared] }
        var inputs: [I28Programme.Input] = [.hideSoldOutTapped, .venueTapped(state.venue == nil ? "Odeon" : nil)]
        if !state.isRefreshing { inputs.append(.refreshPulled) }
        if state.failedPage != nil {
          inputs.append(.retryTapped)
        } else if state.loadingPage == nil, !state.isComplete {
          inputs.append(.endReached)
        }
        return inputs
      }
    ) { () -> TestStore<I28Programme> in
      let store = TestStore(initialState: I28Programme.State()) { I28Programme() }
      store.gate("page", at: \.i28Client.page) { number in
        let first = I28Page(screenings: [I28Screening(id: 1, film: "Jaws", venue: "Odeon")], isLast: false)
        let last = I28Page(screenings: [I28Screening(id: 2, film: "Heat", venue: "Rex")], isLast: true)
        return [.success(number == 0 ? first : last), .failure(I28Offline())]
      }
      store.gate("soldOut", at: \.i28Client.soldOut) { [.element(1), .element(2)] }
      return store
    }
  }
}
