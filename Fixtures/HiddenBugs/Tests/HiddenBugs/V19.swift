import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Tells the server that the user is there, and shows which friends are.
struct V19Presence: Reducer {
  struct State: Equatable {
    var isActive = true
    var isShared = false
    var isBeating = false
    var friends: [String] = []
    var isOffline = false
    var hiding = Hiding.none
  }

  enum Hiding: Equatable { case none, running, failed }

  enum Input: Equatable, Sendable {
    case shareTapped
    case hideTapped
    case hideAgainTapped
    case refreshTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case beaten([String])
    case beatFailed
    case beatDue
    case hidden
    case hideFailed
  }

  private enum CancelID { case beat, pause, hide }

  @Dependency(\.v19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.shareTapped):
      guard !state.isShared else { return .none }
      state.isShared = true
      state.hiding = .none
      return .merge(.cancel(id: CancelID.hide), beat(&state))

    case .input(.hideTapped):
      guard state.isShared else { return .none }
      state.isShared = false
      state.isBeating = false
      state.isOffline = false
      state.friends = []
      return .merge(.cancel(id: CancelID.beat), .cancel(id: CancelID.pause), hide(&state))

    case .input(.hideAgainTapped):
      guard state.hiding == .failed else { return .none }
      return hide(&state)

    case .input(.refreshTapped):
      guard state.isShared, !state.isBeating else { return .none }
      return beat(&state)

    case .input(.wentToBackground):
      // A beat that is on its way may end.
      state.isActive = false
      return .cancel(id: CancelID.pause)

    case .input(.cameToForeground):
      guard !state.isActive else { return .none }
      state.isActive = true
      return state.isShared && !state.isBeating ? beat(&state) : .none

    case .feedback(.beaten(let friends)):
      state.isBeating = false
      state.isOffline = false
      state.friends = friends
      return pause(.seconds(30), in: state)

    case .feedback(.beatFailed):
      state.isBeating = false
      state.isOffline = true
      return pause(.seconds(5), in: state)

    case .feedback(.beatDue):
      return beat(&state)

    case .feedback(.hidden):
      state.hiding = .none
      return .none

    case .feedback(.hideFailed):
      state.hiding = .failed
      return .none
    }
  }

  /// Tells the server now, instead of at the end of the pause.
  private func beat(_ state: inout State) -> Effect<Feedback, Never> {
    state.isBeating = true
    return .merge(
      .cancel(id: CancelID.pause),
      .run("beat") { send in
        await send(.beaten(try await client.beat()))
      } catch: { _, send in
        await send(.beatFailed)
      }
      .cancellable(id: CancelID.beat)
    )
  }

  /// Waits for the next beat, if there is to be one.
  private func pause(_ duration: Duration, in state: State) -> Effect<Feedback, Never> {
    guard state.isActive, state.isShared else { return .none }
    return .run("pause") { send in
      try await clock.sleep(for: duration)
      await send(.beatDue)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }

  private func hide(_ state: inout State) -> Effect<Feedback, Never> {
    state.hiding = .running
    return .run("hide") { send in
      try await client.hide()
      await send(.hidden)
    } catch: { _, send in
      await send(.hideFailed)
    }
    .cancellable(id: CancelID.hide, cancelInFlight: true)
  }
}

struct V19Client: TestDependencyKey, Sendable {
  var beat: @Sendable () async throws -> [String]
  var hide: @Sendable () async throws -> Void

  static let testValue = V19Client(
    beat: unimplemented("V19Client.beat"),
    hide: unimplemented("V19Client.hide")
  )
}

extension DependencyValues {
  var v19Client: V19Client {
    get { self[V19Client.self] }
    set { self[V19Client.self] = newValue }
  }
}

struct V19Offline: Error {}

struct V19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V19Presence.State) -> [V19Presence.Input] in
        guard state.isActive else { return [.cameToForeground] }
        if state.isShared { return [.hideTapped, .refreshTapped, .wentToBackground] }
        return state.hiding == .failed
          ? [.shareTapped, .hideAgainTapped, .wentToBackground] : [.shareTapped, .wentToBackground]
      }
    ) { () -> TestStore<V19Presence> in
      let store = TestStore(initialState: V19Presence.State()) { V19Presence() }
      store.gate("beat", at: \.v19Client.beat) { [.success(["Noa"]), .success([]), .failure(V19Offline())] }
      store.gate("hide", at: \.v19Client.hide) { [.success(()), .failure(V19Offline())] }
      return store
    }
  }
}
