import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The valves of an irrigation system, which are opened and closed over the mobile network.
struct T36Irrigation: Reducer {
  struct State: Equatable {
    var valves: IdentifiedArray<T36Valve.State> = [T36Valve.State(id: "North"), T36Valve.State(id: "South")]
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case valve(String, T36Valve.Input)
    case stopAllTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable { case valve(String, ChildFeedback<T36Valve>) }

  let valves = ScopeEach<T36Irrigation, T36Valve>(\.valves, feedback: Feedback.valve) { T36Valve() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.valve(let id, let input)):
      return valves.reduce(.input(input), id: id, into: &state)

    case .input(.stopAllTapped):
      return sendToAll(.stopRequested, in: &state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return sendToAll(.screenHidden, in: &state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return sendToAll(.screenShown, in: &state)

    case .feedback(.valve(let id, .feedback(let feedback))):
      return valves.reduce(.feedback(feedback), id: id, into: &state)
    }
  }

  private func sendToAll(_ input: T36Valve.Input, in state: inout State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = []
    for id in state.valves.ids { effects.append(valves.reduce(.input(input), id: id, into: &state)) }
    return .merge(effects)
  }
}

/// A valve. The controller closes it by itself when its time is over, so the screen asks while it is open.
struct T36Valve: Reducer {
  /// A command whose answer is lost may have been carried out, so the position is unknown then.
  enum Position: Equatable, Sendable { case closed, opening, open, closing, unknown }

  struct State: Equatable, Identifiable {
    let id: String
    var position = Position.closed
    var isChecking = false
    var isOnScreen = true
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case closeTapped
    case checkTapped
    case stopRequested
    case screenHidden
    case screenShown
  }

  enum Feedback: Equatable, Sendable {
    case opened
    case closed
    case commandFailed
    case checkDue
    case checked(isOpen: Bool)
    case checkFailed
  }

  private enum CancelID { case command, check, pause }

  @Dependency(\.t36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.openTapped):
      guard state.position == .closed else { return .none }
      state.position = .opening
      let id = state.id
      return .run("open", of: id) { send in
        try await client.open(id)
        await send(.opened)
      } catch: { _, send in
        await send(.commandFailed)
      }
      .cancellable(id: CancelID.command, cancelInFlight: true)

    case .input(.closeTapped):
      guard state.position == .open || state.position == .unknown else { return .none }
      return close(&state)

    case .input(.checkTapped):
      guard state.position == .unknown, !state.isChecking else { return .none }
      return check(&state)

    case .input(.stopRequested):
      // The controller carries out commands in the order in which they were sent.
      guard state.position != .closed, state.position != .closing else { return .none }
      return close(&state)

    case .input(.screenHidden):
      state.isOnScreen = false
      return .cancel(id: CancelID.pause)

    case .input(.screenShown):
      state.isOnScreen = true
      guard state.position == .open, !state.isChecking else { return .none }
      return check(&state)

    case .feedback(.opened):
      state.position = .open
      return checkLater(state)

    case .feedback(.closed):
      state.position = .closed
      return .none

    case .feedback(.commandFailed):
      state.position = .unknown
      return .none

    case .feedback(.checkDue):
      return check(&state)

    case .feedback(.checked(let isOpen)):
      state.isChecking = false
      state.position = isOpen ? .open : .closed
      return isOpen ? checkLater(state) : .none

    case .feedback(.checkFailed):
      state.isChecking = false
      state.position = .unknown
      return .none
    }
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state.position = .closing
    state.isChecking = false
    let id = state.id
    return .merge(
      .cancel(id: CancelID.pause),
      .cancel(id: CancelID.check),
      .run("close", of: id) { send in
        try await client.close(id)
        await send(.closed)
      } catch: { _, send in
        await send(.commandFailed)
      }
      .cancellable(id: CancelID.command, cancelInFlight: true)
    )
  }

  private func check(_ state: inout State) -> Effect<Feedback, Never> {
    state.isChecking = true
    let id = state.id
    return .run("check", of: id) { send in
      await send(.checked(isOpen: try await client.isOpen(id)))
    } catch: { _, send in
      await send(.checkFailed)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  private func checkLater(_ state: State) -> Effect<Feedback, Never> {
    guard state.isOnScreen else { return .none }
    return .run("pause") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.checkDue)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

struct T36Client: TestDependencyKey, Sendable {
  var open: @Sendable (_ valve: String) async throws -> Void
  var close: @Sendable (_ valve: String) async throws -> Void
  var isOpen: @Sendable (_ valve: String) async throws -> Bool

  static let testValue = T36Client(
    open: unimplemented("T36Client.open"),
    close: unimplemented("T36Client.close"),
    isOpen: unimplemented("T36Client.isOpen")
  )
}

extension DependencyValues {
  var t36Client: T36Client {
    get { self[T36Client.self] }
    set { self[T36Client.self] = newValue }
  }
}

struct T36Offline: Error {}

struct T36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T36Irrigation.State) -> [T36Irrigation.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [T36Irrigation.Input] = [.wentToBackground]
        for valve in state.valves {
          switch valve.position {
          case .closed: inputs.append(.valve(valve.id, .openTapped))
          case .open: inputs.append(.valve(valve.id, .closeTapped))
          case .unknown:
            inputs.append(.valve(valve.id, .closeTapped))
            if !valve.isChecking { inputs.append(.valve(valve.id, .checkTapped)) }
          case .opening, .closing: break
          }
        }
        if state.valves.contains(where: { $0.position != .closed }) { inputs.append(.stopAllTapped) }
        return inputs
      }
    ) { () -> TestStore<T36Irrigation> in
      let store = TestStore(initialState: T36Irrigation.State()) { T36Irrigation() }
      store.gate("open", at: \.t36Client.open) { _ in [.success(()), .failure(T36Offline())] }
      store.gate("close", at: \.t36Client.close) { _ in [.success(()), .failure(T36Offline())] }
      store.gate("isOpen", at: \.t36Client.isOpen) { _ in [.success(true), .success(false), .failure(T36Offline())] }
      return store
    }
  }
}
