import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The last-minute tickets of tonight. The offers are fetched anew every 20 seconds.
struct S27LastMinute: Reducer {
  struct State: Equatable {
    var offers: [S27Offer] = []
    var isOpen = false
    var isLoading = false
    var hasFailed = false
    var isOffline = false
    var isInBackground = false
    var isCheapestFirst = false

    /// The rows of the list.
    var shown: [S27Offer] { isCheapestFirst ? offers.sorted { $0.price < $1.price } : offers }
  }

  enum Input: Equatable, Sendable {
    case opened
    case refreshTapped
    case sortTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case online(Bool)
    case loaded([S27Offer])
    case failed
    case ticked
  }

  private enum CancelID { case network, offers, ticks }

  @Dependency(\.s27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return .merge(network(), resume(&state))

    case .input(.refreshTapped):
      guard state.isOpen, !state.isOffline, !state.isLoading else { return .none }
      return load(&state)

    case .input(.sortTapped):
      state.isCheapestFirst.toggle()
      return .none

    case .input(.closeTapped):
      state = State(isCheapestFirst: state.isCheapestFirst)
      return .merge(
        .cancel(id: CancelID.network),
        .cancel(id: CancelID.offers),
        .cancel(id: CancelID.ticks)
      )

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.ticks)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.isOpen, !state.isOffline else { return .none }
      return resume(&state)

    case .feedback(.online(let isOnline)):
      guard isOnline == state.isOffline else { return .none }
      state.isOffline = !isOnline
      return isOnline ? resume(&state) : .cancel(id: CancelID.ticks)

    case .feedback(.loaded(let offers)):
      state.isLoading = false
      state.offers = offers
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.ticked):
      guard !state.isLoading else { return .none }
      return load(&state)
    }
  }

  /// Fetches the offers now and every 20 seconds.
  private func resume(_ state: inout State) -> Effect<Feedback, Never> {
    .merge(
      .run("ticks") { send in
        for await _ in clock.timer(interval: .seconds(20)) { await send(.ticked) }
      }
      .cancellable(id: CancelID.ticks, cancelInFlight: true),
      state.isLoading ? .none : load(&state)
    )
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("offers") { send in
      await send(.loaded(try await client.offers()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.offers, cancelInFlight: true)
  }

  private func network() -> Effect<Feedback, Never> {
    .run("network") { send in
      for await isOnline in client.isOnline() { await send(.online(isOnline)) }
    }
    .cancellable(id: CancelID.network, cancelInFlight: true)
  }
}

struct S27Offer: Equatable, Sendable {
  var show: String
  var price: Int
}

struct S27Client: TestDependencyKey, Sendable {
  var offers: @Sendable () async throws -> [S27Offer]
  var isOnline: @Sendable () -> AsyncStream<Bool>

  static let testValue = S27Client(
    offers: unimplemented("S27Client.offers"),
    isOnline: unimplemented("S27Client.isOnline", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var s27Client: S27Client {
    get { self[S27Client.self] }
    set { self[S27Client.self] = newValue }
  }
}

struct S27Offline: Error {}

struct S27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S27LastMinute.State) -> [S27LastMinute.Input] in
        if state.isInBackground { return [.cameToForeground] }
        return state.isOpen
          ? [.refreshTapped, .sortTapped, .closeTapped, .wentToBackground]
          : [.opened, .wentToBackground]
      }
    ) { () -> TestStore<S27LastMinute> in
      let store = TestStore(initialState: S27LastMinute.State()) { S27LastMinute() }
      store.gate("offers", at: \.s27Client.offers) {
        [.success([S27Offer(show: "Hamlet", price: 40), S27Offer(show: "Tosca", price: 25)]), .failure(S27Offline())]
      }
      store.gate("isOnline", at: \.s27Client.isOnline) { [.element(false), .element(true)] }
      return store
    }
  }
}
