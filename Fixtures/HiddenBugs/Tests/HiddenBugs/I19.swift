import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The reviews of a hotel, page by page, with marks for those that helped.
struct I19Reviews: Reducer {
  struct State: Equatable {
    var order = I19Order.newest
    var reviews: [I19Review] = []
    var pages = 0
    var isComplete = false
    var isLoading = false
    var isRefreshing = false
    var hasFailed = false
    var helpful: Set<Int> = []
    var marking: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case orderChosen(I19Order)
    case refreshPulled
    case endReached
    case retryTapped
    case helpfulTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case refreshed(I19Page)
    case loaded(I19Page)
    case failed
    case marked(Int)
    case markFailed(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.i19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.pages == 0, !state.hasFailed else { return .none }
      return loadMore(&state)

    case .input(.orderChosen(let order)):
      guard order != state.order else { return .none }
      state.order = order
      state.reviews = []
      state.pages = 0
      state.isComplete = false
      state.isLoading = false
      state.isRefreshing = false
      return loadMore(&state)

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      state.isLoading = false
      state.isRefreshing = true
      state.hasFailed = false
      return page(1, of: state.order) { .refreshed($0) }

    case .input(.endReached):
      guard !state.hasFailed else { return .none }
      return loadMore(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return loadMore(&state)

    case .feedback(.refreshed(let page)):
      state.isRefreshing = false
      state.reviews = page.reviews
      state.pages = 1
      state.isComplete = page.isLast
      return .none

    case .feedback(.loaded(let page)):
      state.isLoading = false
      state.reviews += page.reviews
      state.pages += 1
      state.isComplete = page.isLast
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.isRefreshing = false
      state.hasFailed = true
      return .none

    case .input(.helpfulTapped(let id)):
      guard !state.marking.contains(id) else { return .none }
      state.marking.insert(id)
      let mark = I19Mark(review: id, isHelpful: !state.helpful.contains(id))
      toggle(id, in: &state)
      return .run("mark", of: mark) { send in
        try await client.mark(mark)
        await send(.marked(id))
      } catch: { _, send in
        await send(.markFailed(id))
      }

    case .feedback(.marked(let id)):
      state.marking.remove(id)
      return .none

    case .feedback(.markFailed(let id)):
      state.marking.remove(id)
      toggle(id, in: &state)
      return .none
    }
  }

  private func toggle(_ id: Int, in state: inout State) {
    if state.helpful.contains(id) {
      state.helpful.remove(id)
    } else {
      state.helpful.insert(id)
    }
  }

  private func loadMore(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isComplete, !state.isLoading, !state.isRefreshing else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return page(state.pages + 1, of: state.order) { .loaded($0) }
  }

  private func page(
    _ number: Int,
    of order: I19Order,
    then feedback: @escaping @Sendable (I19Page) -> Feedback
  ) -> Effect<Feedback, Never> {
    let request = I19Request(order: order, page: number)
    return .run("reviews", of: request) { send in
      await send(feedback(try await client.reviews(request)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum I19Order: Hashable, Sendable { case newest, best }

struct I19Review: Equatable, Sendable {
  var id: Int
  var text: String
}

struct I19Page: Equatable, Sendable {
  var reviews: [I19Review]
  var isLast: Bool
}

struct I19Request: Hashable, Sendable {
  var order: I19Order
  var page: Int
}

struct I19Mark: Hashable, Sendable {
  var review: Int
  var isHelpful: Bool
}

struct I19Client: TestDependencyKey, Sendable {
  var reviews: @Sendable (_ request: I19Request) async throws -> I19Page
  var mark: @Sendable (_ mark: I19Mark) async throws -> Void

  static let testValue = I19Client(
    reviews: unimplemented("I19Client.reviews"),
    mark: unimplemented("I19Client.mark")
  )
}

extension DependencyValues {
  var i19Client: I19Client {
    get { self[I19Client.self] }
    set { self[I19Client.self] = newValue }
  }
}

struct I19Offline: Error {}

struct I19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I19Reviews.State) -> [I19Reviews.Input] in
        var inputs: [I19Reviews.Input] = [.appeared, .orderChosen(.newest), .orderChosen(.best), .refreshPulled]
        inputs.append(state.hasFailed ? .retryTapped : .endReached)
        if let review = state.reviews.first, !state.marking.contains(review.id) {
          inputs.append(.helpfulTapped(review.id))
        }
        return inputs
      }
    ) { () -> TestStore<I19Reviews> in
      let store = TestStore(initialState: I19Reviews.State()) { I19Reviews() }
      store.gate("reviews", at: \.i19Client.reviews) { request in
        let id = request.order == .newest ? request.page : 3 - request.page
        let page = I19Page(reviews: [I19Review(id: id, text: "Review \(id)")], isLast: request.page == 2)
        return [.success(page), .failure(I19Offline())]
      }
      store.gate("mark", at: \.i19Client.mark) { _ in [.success(()), .failure(I19Offline())] }
      return store
    }
  }
}
