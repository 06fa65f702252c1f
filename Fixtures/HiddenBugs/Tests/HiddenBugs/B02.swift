import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B02LiftClient: Sendable {
  var activate: @Sendable () async throws -> String
  var renew: @Sendable (_ code: String) async throws -> String
}

enum B02LiftClientKey: TestDependencyKey {
  static let testValue = B02LiftClient(
    activate: unimplemented("B02LiftClient.activate"),
    renew: unimplemented("B02LiftClient.renew")
  )
}

extension DependencyValues {
  var b02Lift: B02LiftClient {
    get { self[B02LiftClientKey.self] }
    set { self[B02LiftClientKey.self] = newValue }
  }
}

/// A ski pass that shows a code for the gate of the lift. While the code is on the screen, it is renewed every 30 seconds.
struct B02SkiPass: Reducer {
  enum Phase: Equatable {
    case fresh
    case renewing
    case stale
  }

  enum Mode: Equatable {
    case inactive
    case declined
    case activating
    case active(String, Phase)
  }

  struct State: Equatable {
    var mode = Mode.inactive
    var isVisible = true
  }

  enum Input: Equatable, Sendable {
    case activateTapped
    case renewTapped
    case removeTapped
    case enteredBackground
    case becameActive
  }

  enum Feedback: Equatable, Sendable {
    case activated(String)
    case activationFailed
    case countdownEnded
    case renewed(String)
    case renewalFailed
  }

  private enum CancelID {
    case activation
    case countdown
    case renewal
  }

  @Dependency(\.b02Lift) private var lift
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.activateTapped), .inactive), (.input(.activateTapped), .declined):
      guard state.isVisible else { return .none }
      state.mode = .activating
      return .run("activate") { send in
        await send(.activated(try await lift.activate()))
      } catch: { _, send in
        await send(.activationFailed)
      }
      .cancellable(id: CancelID.activation)

    case (.feedback(.activated(let code)), .activating):
      state.mode = .active(code, .fresh)
      return state.isVisible ? countdown(.seconds(30)) : .none

    case (.feedback(.activationFailed), .activating):
      state.mode = .declined
      return .none

    case (.input(.renewTapped), .active(let code, let phase)):
      guard state.isVisible, phase != .renewing else { return .none }
      return renew(code, &state)

    case (.feedback(.countdownEnded), .active(let code, _)):
      return renew(code, &state)

    case (.feedback(.renewed(let code)), .active):
      state.mode = .active(code, .fresh)
      return state.isVisible ? countdown(.seconds(30)) : .none

    case (.feedback(.renewalFailed), .active(let code, _)):
      state.mode = .active(code, .stale)
      return countdown(.seconds(5))

    case (.input(.removeTapped), .active):
      state.mode = .inactive
      return .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.renewal))

    case (.input(.enteredBackground), _):
      state.isVisible = false
      return .cancel(id: CancelID.countdown)

    case (.input(.becameActive), .active(let code, let phase)) where !state.isVisible:
      state.isVisible = true
      return phase == .renewing ? .none : renew(code, &state)

    case (.input(.becameActive), _):
      state.isVisible = true
      return .none

    default:
      return .none
    }
  }

  private func renew(_ code: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .active(code, .renewing)
    return .merge(
      .cancel(id: CancelID.countdown),
      .run("renew", of: code) { send in
        await send(.renewed(try await lift.renew(code)))
      } catch: { _, send in
        await send(.renewalFailed)
      }
      .cancellable(id: CancelID.renewal, cancelInFlight: true)
    )
  }

  private func countdown(_ duration: Duration) -> Effect<Feedback, Never> {
    .run("countdown", of: duration) { send in
      try await clock.sleep(for: duration)
      await send(.countdownEnded)
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

struct B02Offline: Error {}

struct B02Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.activateTapped, .renewTapped, .removeTapped, .enteredBackground, .becameActive]) {
      let store = TestStore(initialState: B02SkiPass.State()) { B02SkiPass() }
      store.gate("activate", at: \.b02Lift.activate) { [.success("A"), .failure(B02Offline())] }
      store.gate("renew", at: \.b02Lift.renew) { code in
        [.success(code == "A" ? "B" : "A"), .failure(B02Offline())]
      }
      return store
    }
  }
}
