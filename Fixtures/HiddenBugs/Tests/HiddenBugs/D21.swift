import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A robot that cleans the floor. While it moves and the app is in the foreground, it is asked for its mode every ten
/// seconds.
struct D21Robot: Reducer {
  struct State: Equatable {
    var mode = D21Mode.docked
    /// The order that is on its way to the robot.
    var order: D21Order?
    var hasOrderFailed = false
    var isAsking = false
    var isInBackground = false

    /// Whether the robot is asked from time to time.
    var polls: Bool { !isInBackground && (mode == .cleaning || mode == .returning) }
  }

  enum Input: Equatable, Sendable {
    case cleanTapped
    case pauseTapped
    case homeTapped
    case refreshTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case obeyed(D21Order)
    case orderFailed
    case pollDue
    case answered(D21Mode)
    case notAnswered
  }

  private enum CancelID { case poll, mode }

  @Dependency(\.d21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let polled = state.polls
    let effect = handle(message, &state)
    switch (polled, state.polls) {
    case (false, true): return .merge(effect, poll())
    case (true, false): return .merge(effect, .cancel(id: CancelID.poll))
    case (false, false), (true, true): return effect
    }
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cleanTapped):
      guard state.mode == .docked || state.mode == .paused else { return .none }
      return give(.clean, &state)

    case .input(.pauseTapped):
      guard state.mode == .cleaning || state.mode == .returning else { return .none }
      return give(.pause, &state)

    case .input(.homeTapped):
      guard state.mode == .cleaning || state.mode == .paused else { return .none }
      return give(.goHome, &state)

    case .input(.refreshTapped):
      guard state.order == nil, !state.isAsking else { return .none }
      return ask(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.order == nil ? ask(&state) : .none

    case .feedback(.obeyed(let order)):
      state.order = nil
      state.mode = order.mode
      return .none

    case .feedback(.orderFailed):
      // The robot may have heard the order, although its answer is lost.
      state.order = nil
      state.hasOrderFailed = true
      return ask(&state)

    case .feedback(.pollDue):
      guard state.order == nil, !state.isAsking else { return .none }
      return ask(&state)

    case .feedback(.answered(let mode)):
      state.isAsking = false
      state.mode = mode
      return .none

    case .feedback(.notAnswered):
      state.isAsking = false
      return .none
    }
  }

  /// Gives the robot an order. What it was asked before says nothing about the time after the order.
  private func give(_ order: D21Order, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.order == nil else { return .none }
    state.order = order
    state.hasOrderFailed = false
    state.isAsking = false
    return .merge(
      .cancel(id: CancelID.mode),
      .run("order", of: order) { send in
        try await client.give(order)
        await send(.obeyed(order))
      } catch: { _, send in
        await send(.orderFailed)
      }
    )
  }

  private func ask(_ state: inout State) -> Effect<Feedback, Never> {
    state.isAsking = true
    return .run("mode") { send in
      await send(.answered(try await client.mode()))
    } catch: { _, send in
      await send(.notAnswered)
    }
    .cancellable(id: CancelID.mode, cancelInFlight: true)
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      for await _ in clock.timer(interval: .seconds(10)) { await send(.pollDue) }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

enum D21Mode: Equatable, Sendable { case docked, cleaning, paused, returning }

enum D21Order: Hashable, Sendable {
  case clean, pause, goHome

  /// The mode of a robot that obeys.
  var mode: D21Mode {
    switch self {
    case .clean: .cleaning
    case .pause: .paused
    case .goHome: .returning
    }
  }
}

struct D21Client: TestDependencyKey, Sendable {
  var give: @Sendable (_ order: D21Order) async throws -> Void
  var mode: @Sendable () async throws -> D21Mode

  static let testValue = D21Client(
    give: unimplemented("D21Client.give"),
    mode: unimplemented("D21Client.mode")
  )
}

extension DependencyValues {
  var d21Client: D21Client {
    get { self[D21Client.self] }
    set { self[D21Client.self] = newValue }
  }
}

struct D21Offline: Error {}

struct D21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D21Robot.State) -> [D21Robot.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [D21Robot.Input] = [.wentToBackground]
        guard state.order == nil else { return inputs }
        if !state.isAsking { inputs.append(.refreshTapped) }
        switch state.mode {
        case .docked: inputs.append(.cleanTapped)
        case .cleaning:
          inputs.append(.pauseTapped)
          inputs.append(.homeTapped)
        case .paused:
          inputs.append(.cleanTapped)
          inputs.append(.homeTapped)
        case .returning: inputs.append(.pauseTapped)
        }
        return inputs
      }
    ) { () -> TestStore<D21Robot> in
      let store = TestStore(initialState: D21Robot.State()) { D21Robot() }
      store.gate("give", at: \.d21Client.give) { _ in [.success(()), .failure(D21Offline())] }
      store.gate("mode", at: \.d21Client.mode) { [.success(.cleaning), .success(.docked), .failure(D21Offline())] }
      return store
    }
  }
}
