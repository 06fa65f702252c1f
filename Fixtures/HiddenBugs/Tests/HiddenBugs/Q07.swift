import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q07Page: Equatable, Sendable {
  var huts: [String]
  var next: Int?
}

struct Q07Club: TestDependencyKey, Sendable {
  var page: @Sendable (_ region: String, _ number: Int) async throws -> Q07Page
  var book: @Sendable (_ hut: String) async throws -> Void

  static let testValue = Q07Club(
    page: unimplemented("Q07Club.page"),
    book: unimplemented("Q07Club.book")
  )
}

extension DependencyValues {
  var q07Club: Q07Club {
    get { self[Q07Club.self] }
    set { self[Q07Club.self] = newValue }
  }
}

struct Q07Huts: Reducer {
  struct State: Equatable {
    var region = "North"
    var huts: [String] = []
    var nextPage: Int?
    var hasLoaded = false
    var isRefreshing = false
    var refreshFailed = false
    var isLoadingMore = false
    var moreFailed = false
    var bookingHut: String?
    var bookedHut: String?
    var bookingFailed = false
  }

  enum Input: Equatable {
    case appeared
    case regionTapped(String)
    case endReached
    case refreshPulled
    case retryTapped
    case bookTapped(String)
    case confirmationClosed
  }

  enum Feedback: Equatable {
    case refreshed(Q07Page)
    case refreshFailed
    case loadedMore(Q07Page)
    case moreFailed
    case booked(String)
    case bookingFailed
  }

  private enum CancelID { case page, booking }

  @Dependency(\.q07Club) private var club

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasLoaded, !state.isRefreshing else { return .none }
      return refresh(&state)

    case .input(.regionTapped(let region)):
      guard region != state.region else { return .none }
      state.region = region
      state.huts = []
      state.nextPage = nil
      state.hasLoaded = false
      return refresh(&state)

    case .input(.endReached):
      guard !state.isRefreshing, !state.isLoadingMore, let next = state.nextPage else { return .none }
      return loadMore(next, &state)

    case .input(.refreshPulled):
      return refresh(&state)

    case .input(.retryTapped):
      if state.refreshFailed { return refresh(&state) }
      if state.moreFailed, let next = state.nextPage { return loadMore(next, &state) }
      return .none

    case .input(.bookTapped(let hut)):
      guard state.bookingHut == nil, state.bookedHut == nil, state.huts.contains(hut) else { return .none }
      state.bookingHut = hut
      state.bookingFailed = false
      return .run("book", of: hut) { send in
        try await club.book(hut)
        await send(.booked(hut))
      } catch: { _, send in
        await send(.bookingFailed)
      }
      .cancellable(id: CancelID.booking)

    case .input(.confirmationClosed):
      state.bookedHut = nil
      return .none

    case .feedback(.refreshed(let page)):
      state.isRefreshing = false
      state.hasLoaded = true
      state.huts = page.huts
      state.nextPage = page.next
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.refreshFailed = true
      return .none

    case .feedback(.loadedMore(let page)):
      state.isLoadingMore = false
      state.huts += page.huts
      state.nextPage = page.next
      return .none

    case .feedback(.moreFailed):
      state.isLoadingMore = false
      state.moreFailed = true
      return .none

    case .feedback(.booked(let hut)):
      state.bookingHut = nil
      state.bookedHut = hut
      return .none

    case .feedback(.bookingFailed):
      state.bookingHut = nil
      state.bookingFailed = true
      return .none
    }
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    state.refreshFailed = false
    state.isLoadingMore = false
    state.moreFailed = false
    return .run("refresh", of: state.region) { [region = state.region] send in
      await send(.refreshed(try await club.page(region, 0)))
    } catch: { _, send in
      await send(.refreshFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func loadMore(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingMore = true
    state.moreFailed = false
    state.refreshFailed = false
    return .run("more", of: number) { [region = state.region] send in
      await send(.loadedMore(try await club.page(region, number)))
    } catch: { _, send in
      await send(.moreFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct Q07Offline: Error {}

struct Q07Bugs {
  static func page(_ region: String, _ number: Int) -> Q07Page {
    Q07Page(huts: ["\(region) hut \(number)"], next: number == 0 ? 1 : nil)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q07Huts.State) -> [Q07Huts.Input] in
        var inputs: [Q07Huts.Input] = [.appeared, .endReached, .refreshPulled, .retryTapped]
        inputs.append(.regionTapped(state.region == "North" ? "South" : "North"))
        if let hut = state.huts.first { inputs.append(.bookTapped(hut)) }
        if state.bookedHut != nil { inputs.append(.confirmationClosed) }
        return inputs
      }
    ) { () -> TestStore<Q07Huts> in
      let store = TestStore(initialState: Q07Huts.State()) { Q07Huts() }
      store.gate("page", at: \.q07Club.page) { request in
        [.success(Q07Bugs.page(request.0, request.1)), .failure(Q07Offline())]
      }
      store.gate("book", at: \.q07Club.book) { _ in [.success(()), .failure(Q07Offline())] }
      return store
    }
  }
}
