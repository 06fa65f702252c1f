import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A charging point that several families share. Whoever is signed in sees and controls the own charge.
struct Q24Wallbox: Reducer {
  enum State: Equatable {
    case signedOut(hasFailed: Bool)
    case signingIn(String)
    case signedIn(Q24Charge.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case charge(Q24Charge.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case charge(ChildFeedback<Q24Charge>)
  }

  private enum CancelID { case signIn }

  @Dependency(\.q24Client) private var client

  private let charge = Scope<Q24Wallbox, Q24Charge>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let charge) = $0 { charge } else { nil } },
    feedback: Feedback.charge
  ) { Q24Charge() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let user)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(user)
      return .run("signIn", of: user) { send in
        try await client.signIn(user)
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(hasFailed: false)
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      // A command that is on its way keeps its owner.
      guard case .signedIn(let current) = state, !current.isBusy else { return .none }
      state = .signedOut(hasFailed: false)
      return .none

    case .input(.charge(let input)):
      return charge.reduce(.input(input), into: &state)

    case .feedback(.charge(.feedback(let feedback))):
      return charge.reduce(.feedback(feedback), into: &state)

    case .feedback(.signedIn(let user)):
      state = .signedIn(Q24Charge.State(id: user))
      return charge.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(hasFailed: true)
      return .none
    }
  }
}

/// The charge of one user.
struct Q24Charge: Reducer {
  enum Phase: Equatable, Sendable {
    case asking
    case unreachable
    case ready
    case starting
    case refused
    case charging
    case stopping
    case done
  }

  struct State: Equatable, Identifiable {
    let id: String
    var phase = Phase.asking
    var kilowattHours = 0

    /// Whether the charging point has been told something, and has not answered yet.
    var isBusy: Bool { phase == .starting || phase == .stopping }
  }

  enum Input: Equatable, Sendable {
    case retryTapped
    case startTapped
    case stopTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case asked(Q24Status)
    case askFailed
    case started
    case startFailed
    case metered(Int)
    case meterEnded
    case meterLost
    case stopped
    case stopFailed
  }

  private enum CancelID { case meter, stop }

  @Dependency(\.q24Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { ask(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let user = state.id
    switch message {
    case .input(.retryTapped):
      guard state.phase == .unreachable else { return .none }
      state.phase = .asking
      return ask(user)

    case .input(.startTapped):
      guard state.phase == .ready || state.phase == .refused else { return .none }
      state.phase = .starting
      return .run("start") { send in
        try await client.start(user)
        await send(.started)
      } catch: { _, send in
        await send(.startFailed)
      }

    case .input(.stopTapped):
      guard state.phase == .charging else { return .none }
      state.phase = .stopping
      return .run("stop") { send in
        try await client.stop(user)
        await send(.stopped)
      } catch: { _, send in
        await send(.stopFailed)
      }
      .cancellable(id: CancelID.stop)

    case .input(.doneTapped):
      guard state.phase == .done else { return .none }
      state.phase = .ready
      state.kilowattHours = 0
      return .none

    case .feedback(.asked(let status)):
      state.kilowattHours = status.kilowattHours
      state.phase = status.isCharging ? .charging : .ready
      return status.isCharging ? readMeter(of: user) : .none

    case .feedback(.askFailed):
      state.phase = .unreachable
      return .none

    case .feedback(.started):
      state.phase = .charging
      return readMeter(of: user)

    case .feedback(.startFailed):
      state.phase = .refused
      return .none

    case .feedback(.metered(let kilowattHours)):
      state.kilowattHours = kilowattHours
      return .none

    case .feedback(.meterEnded):
      // The battery is full, so there is nothing to stop any more.
      state.phase = .done
      return .cancel(id: CancelID.stop)

    case .feedback(.meterLost):
      // A stop that is on its way will tell.
      if state.phase == .charging { state.phase = .unreachable }
      return .none

    case .feedback(.stopped):
      state.phase = .done
      return .cancel(id: CancelID.meter)

    case .feedback(.stopFailed):
      state.phase = .asking
      return .merge(.cancel(id: CancelID.meter), ask(user))
    }
  }

  private func ask(_ user: String) -> Effect<Feedback, Never> {
    .run("status", of: user) { send in
      await send(.asked(try await client.status(user)))
    } catch: { _, send in
      await send(.askFailed)
    }
  }

  private func readMeter(of user: String) -> Effect<Feedback, Never> {
    .run("meter", of: user) { send in
      for try await kilowattHours in client.meter(user) { await send(.metered(kilowattHours)) }
      await send(.meterEnded)
    } catch: { _, send in
      await send(.meterLost)
    }
    .cancellable(id: CancelID.meter, cancelInFlight: true)
  }
}

struct Q24Status: Equatable, Sendable {
  var isCharging: Bool
  var kilowattHours: Int
}

struct Q24Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Void
  var status: @Sendable (_ user: String) async throws -> Q24Status
  var start: @Sendable (_ user: String) async throws -> Void
  var stop: @Sendable (_ user: String) async throws -> Void
  var meter: @Sendable (_ user: String) -> AsyncThrowingStream<Int, any Error>

  static let testValue = Q24Client(
    signIn: unimplemented("Q24Client.signIn"),
    status: unimplemented("Q24Client.status"),
    start: unimplemented("Q24Client.start"),
    stop: unimplemented("Q24Client.stop"),
    meter: unimplemented("Q24Client.meter", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var q24Client: Q24Client {
    get { self[Q24Client.self] }
    set { self[Q24Client.self] = newValue }
  }
}

struct Q24NoSignal: Error {}

struct Q24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q24Wallbox.State) -> [Q24Wallbox.Input] in
        switch state {
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Ben")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let charge):
          switch charge.phase {
          case .asking: return [.signOutTapped]
          case .unreachable: return [.charge(.retryTapped), .signOutTapped]
          case .ready, .refused: return [.charge(.startTapped), .signOutTapped]
          case .starting, .stopping: return []
          case .charging: return [.charge(.stopTapped), .signOutTapped]
          case .done: return [.charge(.doneTapped), .signOutTapped]
          }
        }
      }
    ) { () -> TestStore<Q24Wallbox> in
      let store = TestStore(initialState: Q24Wallbox.State.signedOut(hasFailed: false)) { Q24Wallbox() }
      store.gate("signIn", at: \.q24Client.signIn) { _ in [.success(()), .failure(Q24NoSignal())] }
      store.gate("status", at: \.q24Client.status) { _ in
        [
          .success(Q24Status(isCharging: false, kilowattHours: 0)),
          .success(Q24Status(isCharging: true, kilowattHours: 3)),
          .failure(Q24NoSignal()),
        ]
      }
      store.gate("start", at: \.q24Client.start) { _ in [.success(()), .failure(Q24NoSignal())] }
      store.gate("stop", at: \.q24Client.stop) { _ in [.success(()), .failure(Q24NoSignal())] }
      store.gate("meter", at: \.q24Client.meter) { _ in
        [.element(4), .element(5), .finish, .failure(Q24NoSignal())]
      }
      return store
    }
  }
}
