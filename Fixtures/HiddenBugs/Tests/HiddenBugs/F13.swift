import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The heart-rate strap of a runner: it is looked for, connected, and read while the screen is open.
struct F13Strap: Reducer {
  struct State: Equatable {
    var phase = Phase.idle
    var isActive = true
  }

  enum Phase: Equatable {
    case idle
    case scanning
    case found([String])
    case connecting(String)
    case live(String, rate: Int?)
    /// The strap was lost, and is asked again soon.
    case waiting(String)
    /// The app is in the background, and goes on with this afterwards.
    case paused(Attempt)
    case failed(Attempt)
  }

  enum Attempt: Equatable, Sendable {
    case scan
    case connect(String)
  }

  enum Input: Equatable, Sendable {
    case scanTapped
    case strapTapped(String)
    case stopTapped
    case retryTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case found([String])
    case connected(String)
    case measured(String, Int)
    case lost(String)
    case pauseOver(String)
    case failed(Attempt)
  }

  /// Each phase has its own work, and ends that of the phase before.
  private enum CancelID { case work }

  @Dependency(\.f13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      switch state.phase {
      case .idle, .found, .failed: return begin(.scan, &state)
      case .scanning, .connecting, .live, .waiting, .paused: return .none
      }

    case .input(.strapTapped(let name)):
      guard case .found(let names) = state.phase, names.contains(name) else { return .none }
      return begin(.connect(name), &state)

    case .input(.stopTapped):
      state.phase = .idle
      return .cancel(id: CancelID.work)

    case .input(.retryTapped):
      guard case .failed(let attempt) = state.phase else { return .none }
      return begin(attempt, &state)

    case .input(.wentToBackground):
      state.isActive = false
      switch state.phase {
      case .scanning: state.phase = .paused(.scan)
      case .connecting(let name), .live(let name, rate: _), .waiting(let name): state.phase = .paused(.connect(name))
      case .idle, .found, .paused, .failed: break
      }
      return .cancel(id: CancelID.work)

    case .input(.cameToForeground):
      state.isActive = true
      guard case .paused(let attempt) = state.phase else { return .none }
      return begin(attempt, &state)

    case .feedback(.found(let names)):
      state.phase = .found(names)
      return .none

    case .feedback(.connected(let name)):
      state.phase = .live(name, rate: nil)
      return listen(to: name)

    case .feedback(.measured(let name, let rate)):
      state.phase = .live(name, rate: rate)
      return .none

    case .feedback(.lost(let name)):
      state.phase = .waiting(name)
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseOver(name))
      }
      .cancellable(id: CancelID.work, cancelInFlight: true)

    case .feedback(.pauseOver(let name)):
      return begin(.connect(name), &state)

    case .feedback(.failed(let attempt)):
      state.phase = .failed(attempt)
      return .cancel(id: CancelID.work)
    }
  }

  private func begin(_ attempt: Attempt, _ state: inout State) -> Effect<Feedback, Never> {
    switch attempt {
    case .scan:
      state.phase = .scanning
      return .run("scan") { send in
        await send(.found(try await client.scan()))
      } catch: { _, send in
        await send(.failed(.scan))
      }
      .cancellable(id: CancelID.work, cancelInFlight: true)
    case .connect(let name):
      state.phase = .connecting(name)
      return .merge(connect(to: name), timeout(of: name)).cancellable(id: CancelID.work, cancelInFlight: true)
    }
  }

  private func connect(to name: String) -> Effect<Feedback, Never> {
    .run("connect", of: name) { send in
      try await client.connect(name)
      await send(.connected(name))
    } catch: { _, send in
      await send(.failed(.connect(name)))
    }
  }

  private func timeout(of name: String) -> Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.failed(.connect(name)))
    }
  }

  private func listen(to name: String) -> Effect<Feedback, Never> {
    .run("rates", of: name) { send in
      for try await rate in client.rates(name) { await send(.measured(name, rate)) }
      await send(.lost(name))
    } catch: { _, send in
      await send(.lost(name))
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }
}

struct F13Client: TestDependencyKey, Sendable {
  var scan: @Sendable () async throws -> [String]
  var connect: @Sendable (_ name: String) async throws -> Void
  var rates: @Sendable (_ name: String) -> AsyncThrowingStream<Int, any Error>

  static let testValue = F13Client(
    scan: unimplemented("F13Client.scan"),
    connect: unimplemented("F13Client.connect"),
    rates: unimplemented("F13Client.rates", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var f13Client: F13Client {
    get { self[F13Client.self] }
    set { self[F13Client.self] = newValue }
  }
}

struct F13RadioOff: Error {}

struct F13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F13Strap.State) -> [F13Strap.Input] in
        guard state.isActive else { return [.cameToForeground] }
        var inputs: [F13Strap.Input] = [.wentToBackground]
        switch state.phase {
        case .idle:
          inputs.append(.scanTapped)
        case .found(let names):
          inputs += names.map(F13Strap.Input.strapTapped)
          inputs += [.scanTapped, .stopTapped]
        case .failed:
          inputs += [.retryTapped, .scanTapped, .stopTapped]
        case .scanning, .connecting, .live, .waiting, .paused:
          inputs.append(.stopTapped)
        }
        return inputs
      }
    ) { () -> TestStore<F13Strap> in
      let store = TestStore(initialState: F13Strap.State()) { F13Strap() }
      store.gate("scan", at: \.f13Client.scan) { [.success(["Polar", "Garmin"]), .failure(F13RadioOff())] }
      store.gate("connect", at: \.f13Client.connect) { _ in [.success(()), .failure(F13RadioOff())] }
      store.gate("rates", at: \.f13Client.rates) { _ in [.element(62), .element(148), .failure(F13RadioOff())] }
      return store
    }
  }
}
