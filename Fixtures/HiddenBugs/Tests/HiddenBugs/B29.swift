import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One lot of a charity auction. A bid in the last seconds extends it, and the price only rises.
struct B29Auction: Reducer {
  enum Problem: Equatable, Sendable { case offline, bidFailed }

  struct State: Equatable {
    var isWatching = false
    var lot: B29Lot?
    var secondsLeft: Int?
    var isLoading = false
    var isBidding = false
    var problem: Problem?
    var isInBackground = false

    var canBid: Bool {
      guard let lot, let secondsLeft else { return false }
      return secondsLeft > 0 && !lot.isLeading && !isBidding
    }

    var canReload: Bool { !isLoading && (secondsLeft == nil || problem == .offline) }

    /// Shows a lot, unless a newer one is there. Any time is better than none.
    mutating func show(_ new: B29Lot) {
      let isOlder = lot.map { $0.price > new.price } ?? false
      if !isOlder { lot = new }
      if !isOlder || secondsLeft == nil { secondsLeft = new.secondsLeft }
    }
  }

  enum Input: Equatable, Sendable {
    case watchTapped
    case closeTapped
    case reloadTapped
    case bidTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(B29Lot)
    case loadFailed
    case bidAccepted(B29Lot)
    case bidFailed
    case lotChanged(B29Lot)
    case secondPassed
  }

  private enum CancelID { case load, events, countdown }

  @Dependency(\.b29Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.watchTapped):
      guard !state.isWatching else { return .none }
      state.isWatching = true
      return .merge(load(&state), listen())

    case .input(.closeTapped):
      guard !state.isBidding else { return .none }
      state = State()
      return .merge(
        .cancel(id: CancelID.load),
        .cancel(id: CancelID.events),
        .cancel(id: CancelID.countdown)
      )

    case .input(.reloadTapped):
      guard state.isWatching, state.canReload else { return .none }
      return load(&state)

    case .input(.bidTapped):
      guard state.canBid, let lot = state.lot else { return .none }
      state.isBidding = true
      state.problem = nil
      return bid(lot.price + 10)

    case .input(.wentToBackground):
      // The events go on, as they are shown on the lock screen.
      state.isInBackground = true
      return .cancel(id: CancelID.countdown)

    case .input(.cameToForeground):
      // How much time is left is not known any more.
      state.isInBackground = false
      state.secondsLeft = nil
      return state.isWatching ? load(&state) : .none

    case .feedback(.loaded(let lot)):
      state.isLoading = false
      state.show(lot)
      return state.isInBackground ? .none : countdown(from: state.secondsLeft)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .offline
      return .none

    case .feedback(.bidAccepted(let lot)):
      state.isBidding = false
      state.show(lot)
      return state.isInBackground ? .none : countdown(from: state.secondsLeft)

    case .feedback(.bidFailed):
      state.isBidding = false
      state.problem = .bidFailed
      return .none

    case .feedback(.lotChanged(let lot)):
      state.show(lot)
      return countdown(from: state.secondsLeft)

    case .feedback(.secondPassed):
      guard let secondsLeft = state.secondsLeft, secondsLeft > 0 else { return .cancel(id: CancelID.countdown) }
      state.secondsLeft = secondsLeft - 1
      return secondsLeft == 1 ? .cancel(id: CancelID.countdown) : .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("lot") { send in
      await send(.loaded(try await client.lot()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func bid(_ amount: Int) -> Effect<Feedback, Never> {
    .run("bid", of: amount) { send in
      await send(.bidAccepted(try await client.bid(amount)))
    } catch: { _, send in
      await send(.bidFailed)
    }
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("events") { send in
      for await lot in client.events() { await send(.lotChanged(lot)) }
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }

  /// Counts the seconds that are left.
  private func countdown(from secondsLeft: Int?) -> Effect<Feedback, Never> {
    guard let secondsLeft, secondsLeft > 0 else { return .cancel(id: CancelID.countdown) }
    return .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

struct B29Lot: Equatable, Sendable {
  var price: Int
  var secondsLeft: Int
  var isLeading = false
}

struct B29Client: TestDependencyKey, Sendable {
  var lot: @Sendable () async throws -> B29Lot
  var bid: @Sendable (_ amount: Int) async throws -> B29Lot
  var events: @Sendable () -> AsyncStream<B29Lot>

  static let testValue = B29Client(
    lot: unimplemented("B29Client.lot"),
    bid: unimplemented("B29Client.bid"),
    events: unimplemented("B29Client.events", placeholder: AsyncStream<B29Lot> { $0.finish() })
  )
}

extension DependencyValues {
  var b29Client: B29Client {
    get { self[B29Client.self] }
    set { self[B29Client.self] = newValue }
  }
}

struct B29Offline: Error {}

struct B29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B29Auction.State) -> [B29Auction.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isWatching else { return [.watchTapped, .wentToBackground] }
        var inputs: [B29Auction.Input] = [.wentToBackground]
        if !state.isBidding { inputs.append(.closeTapped) }
        if state.canReload { inputs.append(.reloadTapped) }
        if state.canBid, (state.lot?.price ?? 0) < 40 { inputs.append(.bidTapped) }
        return inputs
      }
    ) { () -> TestStore<B29Auction> in
      let store = TestStore(initialState: B29Auction.State()) { B29Auction() }
      store.gate("lot", at: \.b29Client.lot) {
        [.success(B29Lot(price: 10, secondsLeft: 2)), .failure(B29Offline())]
      }
      store.gate("bid", at: \.b29Client.bid) { amount in
        [.success(B29Lot(price: amount, secondsLeft: 2, isLeading: true)), .failure(B29Offline())]
      }
      store.gate("events", at: \.b29Client.events) { [.element(B29Lot(price: 30, secondsLeft: 2))] }
      return store
    }
  }
}
