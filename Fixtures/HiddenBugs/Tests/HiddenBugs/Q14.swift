import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The climate of a parked car: the temperature that the driver wants, and a heating that runs for some minutes.
struct Q14Climate: Reducer {
  enum Heating: Equatable, Sendable {
    case off
    case on(minutes: Int)
    case unknown
  }

  struct State: Equatable {
    var confirmed = 21
    var wanted: Int?
    var isSending = false
    var hasFailed = false

    var heating = Heating.off
    var isSwitching = false
    var isAsking = false
    var isInBackground = false

    /// The temperature on the dial.
    var shown: Int { wanted ?? confirmed }
  }

  enum Input: Equatable, Sendable {
    case warmerTapped
    case coolerTapped
    case retryTapped
    case undoTapped
    case heatTapped
    case refreshTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case temperatureSet(Int)
    case temperatureFailed(Int)
    case switched(minutes: Int)
    case switchFailed
    case statusLoaded(minutes: Int)
    case statusFailed
    case minutePassed
  }

  private enum CancelID { case status, minute }

  @Dependency(\.q14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.warmerTapped):
      return want(min(state.shown + 1, 22), &state)

    case .input(.coolerTapped):
      return want(max(state.shown - 1, 20), &state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      return reconcile(&state)

    case .input(.undoTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      state.wanted = nil
      return .none

    case .input(.heatTapped):
      guard !state.isSwitching, state.heating != .unknown else { return .none }
      state.isSwitching = true
      state.isAsking = false
      let isOn = state.heating == .off
      return .merge(
        .cancel(id: CancelID.status),
        .run("heat", of: isOn) { send in
          await send(.switched(minutes: try await client.heat(isOn)))
        } catch: { _, send in
          await send(.switchFailed)
        }
      )

    case .input(.refreshTapped):
      guard !state.isSwitching, !state.isAsking else { return .none }
      return ask(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isAsking = false
      return .merge(.cancel(id: CancelID.status), .cancel(id: CancelID.minute))

    case .input(.cameToForeground):
      state.isInBackground = false
      // A switch that is on its way will tell.
      return state.isSwitching ? .none : ask(&state)

    case .feedback(.temperatureSet(let temperature)):
      state.isSending = false
      state.confirmed = temperature
      return reconcile(&state)

    case .feedback(.temperatureFailed(let temperature)):
      state.isSending = false
      guard state.wanted == temperature else { return reconcile(&state) }
      state.hasFailed = true
      return .none

    case .feedback(.switched(let minutes)):
      state.isSwitching = false
      return show(minutes, &state)

    case .feedback(.switchFailed):
      state.isSwitching = false
      return state.isInBackground ? .none : ask(&state)

    case .feedback(.statusLoaded(let minutes)):
      state.isAsking = false
      return show(minutes, &state)

    case .feedback(.statusFailed):
      state.isAsking = false
      state.heating = .unknown
      return .none

    case .feedback(.minutePassed):
      guard case .on(let minutes) = state.heating else { return .none }
      return show(minutes - 1, &state)
    }
  }

  private func want(_ temperature: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.wanted = temperature
    state.hasFailed = false
    return reconcile(&state)
  }

  /// Sends what the driver wants, one request at a time.
  private func reconcile(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isSending, let wanted = state.wanted else { return .none }
    guard wanted != state.confirmed else {
      state.wanted = nil
      return .none
    }
    state.isSending = true
    return .run("temperature", of: wanted) { send in
      try await client.setTemperature(wanted)
      await send(.temperatureSet(wanted))
    } catch: { _, send in
      await send(.temperatureFailed(wanted))
    }
  }

  private func ask(_ state: inout State) -> Effect<Feedback, Never> {
    state.isAsking = true
    return .merge(
      .cancel(id: CancelID.minute),
      .run("status") { send in
        await send(.statusLoaded(minutes: try await client.minutesLeft()))
      } catch: { _, send in
        await send(.statusFailed)
      }
      .cancellable(id: CancelID.status, cancelInFlight: true)
    )
  }

  /// Shows the minutes that are left, and counts them down while someone looks.
  private func show(_ minutes: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.heating = minutes > 0 ? .on(minutes: minutes) : .off
    guard minutes > 0, !state.isInBackground else { return .cancel(id: CancelID.minute) }
    return .run("minute") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: CancelID.minute, cancelInFlight: true)
  }
}

struct Q14Client: TestDependencyKey, Sendable {
  var setTemperature: @Sendable (_ degrees: Int) async throws -> Void
  var heat: @Sendable (_ isOn: Bool) async throws -> Int
  var minutesLeft: @Sendable () async throws -> Int

  static let testValue = Q14Client(
    setTemperature: unimplemented("Q14Client.setTemperature"),
    heat: unimplemented("Q14Client.heat"),
    minutesLeft: unimplemented("Q14Client.minutesLeft")
  )
}

extension DependencyValues {
  var q14Client: Q14Client {
    get { self[Q14Client.self] }
    set { self[Q14Client.self] = newValue }
  }
}

struct Q14NoSignal: Error {}

struct Q14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q14Climate.State) -> [Q14Climate.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [Q14Climate.Input] = [.wentToBackground]
        if state.shown < 22 { inputs.append(.warmerTapped) }
        if state.shown > 20 { inputs.append(.coolerTapped) }
        if state.hasFailed { inputs += [.retryTapped, .undoTapped] }
        if state.heating == .unknown {
          if !state.isAsking { inputs.append(.refreshTapped) }
        } else if !state.isSwitching {
          inputs.append(.heatTapped)
        }
        return inputs
      }
    ) { () -> TestStore<Q14Climate> in
      let store = TestStore(initialState: Q14Climate.State()) { Q14Climate() }
      store.gate("temperature", at: \.q14Client.setTemperature) { _ in [.success(()), .failure(Q14NoSignal())] }
      store.gate("heat", at: \.q14Client.heat) { isOn in [.success(isOn ? 2 : 0), .failure(Q14NoSignal())] }
      store.gate("status", at: \.q14Client.minutesLeft) { [.success(0), .success(1), .failure(Q14NoSignal())] }
      return store
    }
  }
}
