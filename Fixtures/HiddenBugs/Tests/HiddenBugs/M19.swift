import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A meditation of three minutes. The minutes count while the screen is open.
struct M19Meditation: Reducer {
  struct State: Equatable {
    var phase = Phase.idle
    var isInBackground = false

    var isTicking: Bool {
      if case .running = phase { !isInBackground } else { false }
    }
  }

  enum Phase: Equatable {
    case idle
    case preparing
    case unavailable
    case running(left: Int)
    case paused(left: Int)
    case saving
    case saveFailed
    case finished
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case stopTapped
    case retryTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case prepared
    case preparationFailed
    case minutePassed
    case saved
    case saveFailed
  }

  private enum CancelID { case prepare, ticks }

  @Dependency(\.m19Client) private var client
  @Dependency(\.continuousClock) private var clock

  /// The ticks follow from the state, whatever has changed it.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wasTicking = state.isTicking
    let effect = transition(message, &state)
    switch (wasTicking, state.isTicking) {
    case (false, true): return .merge(effect, ticks())
    case (true, false): return .merge(effect, .cancel(id: CancelID.ticks))
    default: return effect
    }
  }

  private func transition(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.phase) {
    case (.input(.wentToBackground), _):
      state.isInBackground = true
    case (.input(.cameToForeground), _):
      state.isInBackground = false

    case (.input(.startTapped), .idle), (.input(.retryTapped), .unavailable):
      state.phase = .preparing
      return .run("prepare") { send in
        try await client.prepare()
        await send(.prepared)
      } catch: { _, send in
        await send(.preparationFailed)
      }
      .cancellable(id: CancelID.prepare)
    case (.feedback(.prepared), .preparing):
      state.phase = .running(left: 3)
    case (.feedback(.preparationFailed), .preparing):
      state.phase = .unavailable

    case (.input(.pauseTapped), .running(let left)):
      state.phase = .paused(left: left)
    case (.input(.resumeTapped), .paused(let left)):
      state.phase = .running(left: left)
    case (.feedback(.minutePassed), .running(let left)):
      guard left == 1 else {
        state.phase = .running(left: left - 1)
        break
      }
      return save(&state)

    case (.input(.stopTapped), .preparing), (.input(.stopTapped), .unavailable),
      (.input(.stopTapped), .running), (.input(.stopTapped), .paused):
      state.phase = .idle
      return .cancel(id: CancelID.prepare)

    case (.input(.retryTapped), .saveFailed):
      return save(&state)
    case (.feedback(.saved), .saving):
      state.phase = .finished
    case (.feedback(.saveFailed), .saving):
      state.phase = .saveFailed
    case (.input(.doneTapped), .finished), (.input(.doneTapped), .saveFailed):
      state.phase = .idle

    default:
      break
    }
    return .none
  }

  private func ticks() -> Effect<Feedback, Never> {
    .run("ticks") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.ticks, cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .saving
    return .run("save") { send in
      try await client.save()
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct M19Client: TestDependencyKey, Sendable {
  var prepare: @Sendable () async throws -> Void
  var save: @Sendable () async throws -> Void

  static let testValue = M19Client(
    prepare: unimplemented("M19Client.prepare"),
    save: unimplemented("M19Client.save")
  )
}

extension DependencyValues {
  var m19Client: M19Client {
    get { self[M19Client.self] }
    set { self[M19Client.self] = newValue }
  }
}

struct M19Offline: Error {}

struct M19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M19Meditation.State) -> [M19Meditation.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .idle: return [.startTapped, .wentToBackground]
        case .preparing: return [.stopTapped, .wentToBackground]
        case .unavailable: return [.retryTapped, .stopTapped, .wentToBackground]
        case .running: return [.pauseTapped, .stopTapped, .wentToBackground]
        case .paused: return [.resumeTapped, .stopTapped, .wentToBackground]
        case .saving: return [.wentToBackground]
        case .saveFailed: return [.retryTapped, .doneTapped, .wentToBackground]
        case .finished: return [.doneTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<M19Meditation> in
      let store = TestStore(initialState: M19Meditation.State()) { M19Meditation() }
      store.gate("prepare", at: \.m19Client.prepare) { [.success(()), .failure(M19Offline())] }
      store.gate("save", at: \.m19Client.save) { [.success(()), .failure(M19Offline())] }
      return store
    }
  }
}
