import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One parcel on its way. It should be here by the evening, and may be postponed to the next day once.
struct A07Parcel: Reducer {
  enum News: Equatable, Sendable {
    case inTransit(String)
    case delivered
  }

  struct State: Equatable {
    var number: String?
    var place: String?
    var day = "today"
    var isLoading = false
    var couldNotLoad = false
    var isPostponing = false
    var couldNotPostpone = false
    var isDelivered = false
    var hasFailed = false
  }

  enum Input: Equatable {
    case trackTapped(String)
    case refreshTapped
    case postponeTapped
    case removeTapped
  }

  enum Feedback: Equatable {
    case loaded(News)
    case loadFailed
    case postponed
    case postponeFailed
    case eveningCame
  }

  @Dependency(\.a07LoadNews) private var loadNews
  @Dependency(\.a07Postpone) private var postpone
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.trackTapped(let number)):
      guard state.number == nil else { return .none }
      state.number = number
      return .merge(load(number, &state), evening())

    case .input(.refreshTapped):
      guard let number = state.number, !state.isLoading, !state.isDelivered else { return .none }
      return load(number, &state)

    case .input(.postponeTapped):
      guard let number = state.number, state.day == "today" else { return .none }
      guard !state.isPostponing, !state.isDelivered else { return .none }
      state.isPostponing = true
      state.couldNotPostpone = false
      return .run("postpone", of: number) { send in
        try await postpone(number)
        await send(.postponed)
      } catch: { _, send in
        await send(.postponeFailed)
      }
      .cancellable(id: "postpone", cancelInFlight: true)

    case .input(.removeTapped):
      state = State()
      return .merge(.cancel(id: "load"), .cancel(id: "postpone"), .cancel(id: "evening"))

    case .feedback(.loaded(.inTransit(let place))):
      state.isLoading = false
      state.couldNotLoad = false
      state.place = place
      return .none

    case .feedback(.loaded(.delivered)):
      state.isLoading = false
      state.couldNotLoad = false
      state.isDelivered = true
      state.hasFailed = false
      state.couldNotPostpone = false
      return .cancel(id: "evening")

    case .feedback(.loadFailed):
      state.isLoading = false
      state.couldNotLoad = true
      return .none

    case .feedback(.postponed):
      state.isPostponing = false
      state.day = "tomorrow"
      state.hasFailed = false
      return evening()

    case .feedback(.postponeFailed):
      state.isPostponing = false
      state.couldNotPostpone = true
      return .none

    case .feedback(.eveningCame):
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ number: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("load", of: number) { send in
      await send(.loaded(try await loadNews(number)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "load", cancelInFlight: true)
  }

  /// Waits for the evening of the day on which the parcel should come.
  private func evening() -> Effect<Feedback, Never> {
    .run("evening") { send in
      try await clock.sleep(for: .seconds(8 * 60 * 60))
      await send(.eveningCame)
    }
    .cancellable(id: "evening", cancelInFlight: true)
  }
}

enum A07LoadNewsKey: TestDependencyKey {
  static let testValue: @Sendable (_ number: String) async throws -> A07Parcel.News = unimplemented("a07LoadNews")
}

enum A07PostponeKey: TestDependencyKey {
  static let testValue: @Sendable (_ number: String) async throws -> Void = unimplemented("a07Postpone")
}

extension DependencyValues {
  var a07LoadNews: @Sendable (_ number: String) async throws -> A07Parcel.News {
    get { self[A07LoadNewsKey.self] }
    set { self[A07LoadNewsKey.self] = newValue }
  }

  var a07Postpone: @Sendable (_ number: String) async throws -> Void {
    get { self[A07PostponeKey.self] }
    set { self[A07PostponeKey.self] = newValue }
  }
}

struct A07Offline: Error {}

struct A07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A07Parcel.State) -> [A07Parcel.Input] in
        state.number == nil ? [.trackTapped("P1")] : [.refreshTapped, .postponeTapped, .removeTapped]
      }
    ) { () -> TestStore<A07Parcel> in
      let store = TestStore(initialState: A07Parcel.State()) { A07Parcel() }
      store.gate("news", at: \.a07LoadNews) { _ in
        [.success(.inTransit("Depot")), .success(.delivered), .failure(A07Offline())]
      }
      store.gate("postpone", at: \.a07Postpone) { _ in [.success(()), .failure(A07Offline())] }
      return store
    }
  }
}
