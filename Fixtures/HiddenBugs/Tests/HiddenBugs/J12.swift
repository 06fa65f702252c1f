import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J12Offline: Error {}

struct J12RowingClient: TestDependencyKey, Sendable {
  var connect: @Sendable () async throws -> Void
  var save: @Sendable (_ seconds: Int) async throws -> Void

  static let testValue = J12RowingClient(
    connect: unimplemented("J12RowingClient.connect"),
    save: unimplemented("J12RowingClient.save")
  )
}

extension DependencyValues {
  var j12Rowing: J12RowingClient {
    get { self[J12RowingClient.self] }
    set { self[J12RowingClient.self] = newValue }
  }
}

/// A sprint on the rowing machine, with a countdown, and its workout in the diary.
struct J12Rowing: Reducer {
  static let length = 3

  struct State: Equatable {
    var isConnecting = false
    var connectFailed = false
    var isRowing = false
    var isPaused = false
    var isInBackground = false
    var remaining = J12Rowing.length
    var isDone = false
    var isSaving = false
    var saveFailed = false
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case saveTapped
    case discardTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case connected
    case connectFailed
    case secondPassed
    case saved
    case saveFailed
  }

  @Dependency(\.j12Rowing) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isConnecting, !state.isRowing, !state.isDone else { return .none }
      state.isConnecting = true
      state.connectFailed = false
      return .run("connect") { send in
        try await client.connect()
        await send(.connected)
      } catch: { _, send in
        await send(.connectFailed)
      }
      .cancellable(id: "connect", cancelInFlight: true)

    case .input(.pauseTapped):
      guard state.isRowing, !state.isPaused else { return .none }
      state.isPaused = true
      return .cancel(id: "timer")

    case .input(.resumeTapped):
      guard state.isRowing, state.isPaused else { return .none }
      state.isPaused = false
      return state.isInBackground ? .none : timer()

    case .input(.saveTapped):
      guard state.isDone, !state.isSaving else { return .none }
      return save(&state)

    case .input(.discardTapped):
      guard state.isDone, !state.isSaving else { return .none }
      state.isDone = false
      state.saveFailed = false
      return .none

    case .input(.enteredBackground):
      state.isInBackground = true
      return .cancel(id: "timer")

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isRowing && !state.isPaused ? timer() : .none

    case .feedback(.connected):
      state.isConnecting = false
      state.isRowing = true
      state.isPaused = false
      state.remaining = Self.length
      return timer()

    case .feedback(.connectFailed):
      state.isConnecting = false
      state.connectFailed = true
      return .none

    case .feedback(.secondPassed):
      state.remaining -= 1
      guard state.remaining == 0 else { return .none }
      state.isRowing = false
      state.isDone = true
      return .merge(.cancel(id: "timer"), save(&state))

    case .feedback(.saved):
      state.isSaving = false
      state.isDone = false
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return .none
    }
  }

  private func timer() -> Effect<Feedback, Never> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: "timer", cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = true
    state.saveFailed = false
    return .run("save") { send in
      try await client.save(Self.length)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: "save", cancelInFlight: true)
  }
}

struct J12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .startTapped, .pauseTapped, .resumeTapped, .saveTapped, .discardTapped, .enteredBackground, .enteredForeground,
      ]
    ) { () -> TestStore<J12Rowing> in
      let store = TestStore(initialState: J12Rowing.State()) { J12Rowing() }
      store.gate("connect", at: \.j12Rowing.connect) { [.success(()), .failure(J12Offline())] }
      store.gate("save", at: \.j12Rowing.save) { _ in [.success(()), .failure(J12Offline())] }
      return store
    }
  }
}
