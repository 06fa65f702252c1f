import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O10Offline: Error {}

struct O10Rehearsal: Equatable, Identifiable, Sendable {
  var id: Int
  var piece: String
}

struct O10Page: Equatable, Sendable {
  var rehearsals: [O10Rehearsal]
  var next: Int?
}

struct O10Answer: Hashable, Sendable {
  var rehearsal: Int
  var comes: Bool
}

struct O10Choir: DependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> O10Page
  var answer: @Sendable (_ answer: O10Answer) async throws -> Void

  static let liveValue = O10Choir(page: { _ in O10Page(rehearsals: [], next: nil) }, answer: { _ in })
  static let testValue = O10Choir(
    page: unimplemented("O10Choir.page"),
    answer: unimplemented("O10Choir.answer")
  )
}

extension DependencyValues {
  var o10Choir: O10Choir {
    get { self[O10Choir.self] }
    set { self[O10Choir.self] = newValue }
  }
}

/// The rehearsals of a choir, page by page. A singer says whether she comes.
struct O10Rehearsals: Reducer {
  struct State: Equatable {
    var isVisible = false
    var rehearsals: [O10Rehearsal] = []
    var nextPage: Int?
    var isRefreshing = false
    var refreshFailed = false
    var isLoadingMore = false
    var moreFailed = false

    var attending: Set<Int> = []
    var savingRehearsal: Int?
    var failedRehearsal: Int?
    var showsThanks = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case refreshPulled
    case endReached
    case retryTapped
    case attendTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case refreshed(O10Page)
    case refreshFailed
    case loadedMore(O10Page)
    case moreFailed
    case answered(O10Answer)
    case answerFailed(O10Answer)
    case thanksEnded
  }

  @Dependency(\.o10Choir) private var choir
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return refresh(&state)

    case .input(.disappeared):
      guard state.isVisible else { return .none }
      state.isVisible = false
      state.isRefreshing = false
      state.isLoadingMore = false
      state.showsThanks = false
      return .merge(.cancel(id: "page"), .cancel(id: "thanks"))

    case .input(.refreshPulled):
      guard state.isVisible, !state.isRefreshing else { return .none }
      return refresh(&state)

    case .input(.endReached):
      guard state.isVisible else { return .none }
      return loadMore(&state)

    case .input(.retryTapped):
      guard state.isVisible else { return .none }
      if state.refreshFailed { return refresh(&state) }
      if state.moreFailed { return loadMore(&state) }
      return .none

    case .input(.attendTapped(let id)):
      guard state.isVisible, state.savingRehearsal == nil else { return .none }
      guard state.rehearsals.contains(where: { $0.id == id }) else { return .none }
      state.savingRehearsal = id
      state.failedRehearsal = nil
      state.showsThanks = false
      let answer = O10Answer(rehearsal: id, comes: !state.attending.contains(id))
      return .merge(.cancel(id: "thanks"), save(answer))

    case .feedback(.refreshed(let page)):
      state.isRefreshing = false
      state.rehearsals = page.rehearsals
      state.nextPage = page.next
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.refreshFailed = true
      return .none

    case .feedback(.loadedMore(let page)):
      state.isLoadingMore = false
      state.rehearsals += page.rehearsals
      state.nextPage = page.next
      return .none

    case .feedback(.moreFailed):
      state.isLoadingMore = false
      state.moreFailed = true
      return .none

    case .feedback(.answered(let answer)):
      state.savingRehearsal = nil
      if answer.comes {
        state.attending.insert(answer.rehearsal)
      } else {
        state.attending.remove(answer.rehearsal)
      }
      guard state.isVisible else { return .none }
      state.showsThanks = true
      return .run("thanks") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.thanksEnded)
      }
      .cancellable(id: "thanks", cancelInFlight: true)

    case .feedback(.answerFailed(let answer)):
      state.savingRehearsal = nil
      state.failedRehearsal = answer.rehearsal
      return .none

    case .feedback(.thanksEnded):
      state.showsThanks = false
      return .none
    }
  }

  private func save(_ answer: O10Answer) -> Effect<Feedback, Never> {
    .run("answer", of: answer) { send in
      try await choir.answer(answer)
      await send(.answered(answer))
    } catch: { _, send in
      await send(.answerFailed(answer))
    }
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    state.refreshFailed = false
    state.isLoadingMore = false
    state.moreFailed = false
    return .run("refresh") { send in
      await send(.refreshed(try await choir.page(1)))
    } catch: { _, send in
      await send(.refreshFailed)
    }
    .cancellable(id: "page", cancelInFlight: true)
  }

  private func loadMore(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isRefreshing, !state.isLoadingMore, let next = state.nextPage else { return .none }
    state.isLoadingMore = true
    state.moreFailed = false
    return .run("more", of: next) { send in
      await send(.loadedMore(try await choir.page(next)))
    } catch: { _, send in
      await send(.moreFailed)
    }
    .cancellable(id: "page", cancelInFlight: true)
  }
}

struct O10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .refreshPulled, .endReached, .retryTapped, .attendTapped(1)]
    ) { () -> TestStore<O10Rehearsals> in
      let store = TestStore(initialState: O10Rehearsals.State()) { O10Rehearsals() }
      store.gate("page", at: \.o10Choir.page) { number in
        [
          .success(
            O10Page(rehearsals: [O10Rehearsal(id: number, piece: "Requiem")], next: number == 1 ? 2 : nil)
          ),
          .failure(O10Offline()),
        ]
      }
      store.gate("answer", at: \.o10Choir.answer) { _ in [.success(()), .failure(O10Offline())] }
      return store
    }
  }
}
