import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A car at a charging station. The meter is followed as long as somebody can see it.
struct Z08Charging: Reducer {
  /// The connection to the meter.
  enum Link: Equatable, Sendable { case off, open, waiting }

  /// The sheet with the prices of the station.
  enum Prices: Equatable, Sendable {
    case loading
    case shown(String)
    case failed
  }

  struct State: Equatable {
    var link = Link.off
    var station: String?
    var percent: Int?
    var hasEnded = false
    var isStopping = false
    var stopHasFailed = false
    var prices: Prices?
    var isInBackground = false

    /// The station whose meter is on the screen, and can still change.
    var visibleStation: String? { hasEnded || isInBackground || prices != nil ? nil : station }
  }

  enum Input: Equatable, Sendable {
    case stationScanned(String)
    case stopTapped
    case pricesTapped
    case pricesClosed
    case leaveTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case metered(Int)
    case meterLost
    case reconnectDue
    case stopped
    case notStopped
    case pricesLoaded(String)
    case pricesNotLoaded
  }

  private enum CancelID { case meter, prices }

  @Dependency(\.z08Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let effect = handle(message, &state)
    return .merge(effect, followMeter(&state))
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stationScanned(let station)):
      guard state.station == nil else { return .none }
      state.station = station
      return .none

    case .input(.stopTapped):
      guard let station = state.station, !state.isStopping, !state.hasEnded else { return .none }
      state.isStopping = true
      state.stopHasFailed = false
      return .run("stop", of: station) { send in
        try await client.stop(station)
        await send(.stopped)
      } catch: { _, send in
        await send(.notStopped)
      }

    case .input(.pricesTapped):
      guard let station = state.station, state.prices == nil || state.prices == .failed else { return .none }
      state.prices = .loading
      return .run("prices", of: station) { send in
        await send(.pricesLoaded(try await client.prices(station)))
      } catch: { _, send in
        await send(.pricesNotLoaded)
      }
      .cancellable(id: CancelID.prices, cancelInFlight: true)

    case .input(.pricesClosed):
      state.prices = nil
      return .cancel(id: CancelID.prices)

    case .input(.leaveTapped):
      guard !state.isStopping else { return .none }
      state = State(link: state.link)
      return .cancel(id: CancelID.prices)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.metered(let percent)):
      state.percent = percent
      guard percent >= 100 else { return .none }
      state.hasEnded = true
      state.stopHasFailed = false
      return .none

    case .feedback(.meterLost):
      state.link = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.meter, cancelInFlight: true)

    case .feedback(.reconnectDue):
      state.link = .off
      return .none

    case .feedback(.stopped):
      state.isStopping = false
      state.hasEnded = true
      return .none

    case .feedback(.notStopped):
      state.isStopping = false
      state.stopHasFailed = !state.hasEnded
      return .none

    case .feedback(.pricesLoaded(let text)):
      state.prices = .shown(text)
      return .none

    case .feedback(.pricesNotLoaded):
      state.prices = .failed
      return .none
    }
  }

  /// Opens or closes the connection to the meter, as the state asks for.
  private func followMeter(_ state: inout State) -> Effect<Feedback, Never> {
    guard let station = state.visibleStation else {
      guard state.link != .off else { return .none }
      state.link = .off
      return .cancel(id: CancelID.meter)
    }
    guard state.link == .off else { return .none }
    state.link = .open
    return .run("meter", of: station) { send in
      for try await percent in client.meter(station) { await send(.metered(percent)) }
      await send(.meterLost)
    } catch: { _, send in
      await send(.meterLost)
    }
    .cancellable(id: CancelID.meter, cancelInFlight: true)
  }
}

struct Z08Client: TestDependencyKey, Sendable {
  var meter: @Sendable (_ station: String) -> AsyncThrowingStream<Int, any Error>
  var stop: @Sendable (_ station: String) async throws -> Void
  var prices: @Sendable (_ station: String) async throws -> String

  static let testValue = Z08Client(
    meter: unimplemented("Z08Client.meter", placeholder: AsyncThrowingStream { $0.finish() }),
    stop: unimplemented("Z08Client.stop"),
    prices: unimplemented("Z08Client.prices")
  )
}

extension DependencyValues {
  var z08Client: Z08Client {
    get { self[Z08Client.self] }
    set { self[Z08Client.self] = newValue }
  }
}

struct Z08Offline: Error {}

struct Z08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z08Charging.State) -> [Z08Charging.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.station != nil else { return [.stationScanned("B7"), .wentToBackground] }
        if let prices = state.prices {
          return prices == .failed
            ? [.pricesTapped, .pricesClosed, .wentToBackground]
            : [.pricesClosed, .wentToBackground]
        }
        var inputs: [Z08Charging.Input] = [.pricesTapped, .wentToBackground]
        if !state.isStopping { inputs.append(.leaveTapped) }
        if !state.isStopping, !state.hasEnded { inputs.append(.stopTapped) }
        return inputs
      }
    ) { () -> TestStore<Z08Charging> in
      let store = TestStore(initialState: Z08Charging.State()) { Z08Charging() }
      store.gate("meter", at: \.z08Client.meter) { _ in [.element(40), .element(100), .failure(Z08Offline())] }
      store.gate("stop", at: \.z08Client.stop) { _ in [.success(()), .failure(Z08Offline())] }
      store.gate("prices", at: \.z08Client.prices) { station in
        [.success("\(station): 49 cents"), .failure(Z08Offline())]
      }
      return store
    }
  }
}
