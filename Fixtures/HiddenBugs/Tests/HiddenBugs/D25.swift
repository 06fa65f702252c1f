import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Shows where the courier of an order is, and takes a tip once the order is there.
struct D25Tracking: Reducer {
  enum Courier: Equatable {
    case unknown
    case onTheWay(minutes: Int)
    case delivered
  }

  enum Tip: Equatable {
    case notGiven
    case sending(cents: Int)
    case sent(cents: Int)
    case failed(cents: Int)
  }

  struct State: Equatable {
    let order: String
    var courier = Courier.unknown
    var tip = Tip.notGiven
    var isAsking = false
    var isOutOfDate = false
    var isVisible = false
    var isInBackground = false

    /// Whether someone looks at a courier who still moves.
    var isWatched: Bool { isVisible && !isInBackground && courier != .delivered }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case refreshTapped
    case tipTapped(cents: Int)
    case tipRetryTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case answered(Courier)
    case failed
    case pollDue
    case tipSent
    case tipFailed
  }

  private enum CancelID { case ask, poll }

  @Dependency(\.d25Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.isVisible = true
      return ask(&state)

    case .input(.disappeared):
      state.isVisible = false
      state.isAsking = false
      return .merge(.cancel(id: CancelID.ask), .cancel(id: CancelID.poll))

    case .input(.refreshTapped), .feedback(.pollDue):
      return ask(&state)

    case .input(.wentToBackground):
      // What was asked already may still be answered, so that the map is fresh when the user is back.
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      return ask(&state)

    case .feedback(.answered(let courier)):
      state.isAsking = false
      state.isOutOfDate = false
      state.courier = courier
      return poll(after: .seconds(10), in: state)

    case .feedback(.failed):
      state.isAsking = false
      state.isOutOfDate = true
      return poll(after: .seconds(5), in: state)

    case .input(.tipTapped(let cents)):
      guard state.courier == .delivered else { return .none }
      switch state.tip {
      case .sending, .sent: return .none
      case .notGiven, .failed: return give(cents, &state)
      }

    case .input(.tipRetryTapped):
      guard case .failed(let cents) = state.tip else { return .none }
      return give(cents, &state)

    case .feedback(.tipSent):
      guard case .sending(let cents) = state.tip else { return .none }
      state.tip = .sent(cents: cents)
      return .none

    case .feedback(.tipFailed):
      guard case .sending(let cents) = state.tip else { return .none }
      state.tip = .failed(cents: cents)
      return .none
    }
  }

  /// Asks for the position now, instead of at the next poll.
  private func ask(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isWatched, !state.isAsking else { return .none }
    state.isAsking = true
    let order = state.order
    return .merge(
      .cancel(id: CancelID.poll),
      .run("courier", of: order) { send in
        await send(.answered(try await client.courier(order)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.ask, cancelInFlight: true)
    )
  }

  private func poll(after pause: Duration, in state: State) -> Effect<Feedback, Never> {
    guard state.isWatched else { return .none }
    return .run("poll") { send in
      try await clock.sleep(for: pause)
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func give(_ cents: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.tip = .sending(cents: cents)
    let order = state.order
    return .run("tip", of: cents) { send in
      try await client.tip(order, cents)
      await send(.tipSent)
    } catch: { _, send in
      await send(.tipFailed)
    }
  }
}

struct D25Client: TestDependencyKey, Sendable {
  var courier: @Sendable (_ order: String) async throws -> D25Tracking.Courier
  var tip: @Sendable (_ order: String, _ cents: Int) async throws -> Void

  static let testValue = D25Client(
    courier: unimplemented("D25Client.courier"),
    tip: unimplemented("D25Client.tip")
  )
}

extension DependencyValues {
  var d25Client: D25Client {
    get { self[D25Client.self] }
    set { self[D25Client.self] = newValue }
  }
}

struct D25Offline: Error {}

struct D25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D25Tracking.State) -> [D25Tracking.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isVisible else { return [.appeared, .wentToBackground] }
        let inputs: [D25Tracking.Input] = [.disappeared, .wentToBackground]
        guard state.courier == .delivered else { return inputs + [.refreshTapped] }
        switch state.tip {
        case .notGiven: return inputs + [.tipTapped(cents: 100), .tipTapped(cents: 300)]
        case .failed: return inputs + [.tipRetryTapped, .tipTapped(cents: 100)]
        case .sending, .sent: return inputs
        }
      }
    ) { () -> TestStore<D25Tracking> in
      let store = TestStore(initialState: D25Tracking.State(order: "A-17")) { D25Tracking() }
      store.gate("courier", at: \.d25Client.courier) { _ in
        [.success(.onTheWay(minutes: 8)), .success(.delivered), .failure(D25Offline())]
      }
      store.gate("tip", at: \.d25Client.tip) { _ in [.success(()), .failure(D25Offline())] }
      return store
    }
  }
}
