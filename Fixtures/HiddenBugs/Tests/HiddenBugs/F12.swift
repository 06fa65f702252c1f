import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F12TaxiClient: TestDependencyKey, Sendable {
  /// The price of ten seconds, in cents.
  var tariff: @Sendable () async throws -> Int
  var charge: @Sendable (_ cents: Int) async throws -> Void

  static let testValue = F12TaxiClient(
    tariff: unimplemented("F12TaxiClient.tariff"),
    charge: unimplemented("F12TaxiClient.charge")
  )
}

extension DependencyValues {
  var f12TaxiClient: F12TaxiClient {
    get { self[F12TaxiClient.self] }
    set { self[F12TaxiClient.self] = newValue }
  }
}

/// The meter of a taxi. The first ten seconds are due at once, and further ones as they pass.
/// The driver pauses it where the passenger mustn't pay, such as on a detour.
struct F12Meter: Reducer {
  enum State: Equatable {
    case free
    case trip(Trip, Stage)
    case receipt(cents: Int)
  }

  struct Trip: Equatable {
    var tariff = Tariff.loading
    var cents = 0
    var wasDeclined = false

    /// Adds the price of ten seconds. A trip within the city costs 300 at most.
    mutating func advance() {
      guard case .known(let price) = tariff else { return }
      cents = min(cents + price, 300)
    }
  }

  enum Tariff: Equatable {
    case loading
    case failed
    case known(Int)

    var isKnown: Bool { if case .known = self { true } else { false } }
  }

  enum Stage: Equatable {
    case running
    case paused
    case charging(wasRunning: Bool)
  }

  enum Input: Equatable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case retryTapped
    case payTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case tariffLoaded(Int)
    case tariffFailed
    case ticked
    case charged
    case declined
  }

  private enum CancelID { case tariff, meter, charge }

  @Dependency(\.f12TaxiClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.startTapped), .free):
      state = .trip(Trip(), .running)
      return loadTariff()

    case (.feedback(.tariffLoaded(let price)), .trip(var trip, let stage)):
      trip.tariff = .known(price)
      trip.cents = price
      state = .trip(trip, stage)
      return tick()

    case (.feedback(.tariffFailed), .trip(var trip, let stage)):
      trip.tariff = .failed
      state = .trip(trip, stage)
      return .none

    case (.input(.retryTapped), .trip(var trip, let stage)) where trip.tariff == .failed:
      trip.tariff = .loading
      state = .trip(trip, stage)
      return loadTariff()

    case (.feedback(.ticked), .trip(var trip, let stage)):
      trip.advance()
      state = .trip(trip, stage)
      return .none

    case (.input(.pauseTapped), .trip(let trip, .running)):
      state = .trip(trip, .paused)
      return .cancel(id: CancelID.meter)

    case (.input(.resumeTapped), .trip(let trip, .paused)):
      state = .trip(trip, .running)
      return trip.tariff.isKnown ? tick() : .none

    case (.input(.payTapped), .trip(let trip, .running)) where trip.tariff.isKnown:
      return charge(trip, wasRunning: true, &state)

    case (.input(.payTapped), .trip(let trip, .paused)) where trip.tariff.isKnown:
      return charge(trip, wasRunning: false, &state)

    case (.feedback(.charged), .trip(let trip, .charging)):
      state = .receipt(cents: trip.cents)
      return .none

    case (.feedback(.declined), .trip(var trip, .charging(let wasRunning))):
      trip.wasDeclined = true
      state = .trip(trip, wasRunning ? .running : .paused)
      return wasRunning ? tick() : .none

    case (.input(.doneTapped), .receipt):
      state = .free
      return .none

    default:
      return .none
    }
  }

  private func loadTariff() -> Effect<Feedback, Never> {
    .run("tariff") { send in
      await send(.tariffLoaded(try await client.tariff()))
    } catch: { _, send in
      await send(.tariffFailed)
    }
    .cancellable(id: CancelID.tariff, cancelInFlight: true)
  }

  private func tick() -> Effect<Feedback, Never> {
    .run("meter") { send in
      for await _ in clock.timer(interval: .seconds(10)) { await send(.ticked) }
    }
    .cancellable(id: CancelID.meter, cancelInFlight: true)
  }

  private func charge(_ trip: Trip, wasRunning: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    var trip = trip
    trip.wasDeclined = false
    state = .trip(trip, .charging(wasRunning: wasRunning))
    return .merge(
      .cancel(id: CancelID.meter),
      .run("charge", of: trip.cents) { [cents = trip.cents] send in
        try await client.charge(cents)
        await send(.charged)
      } catch: { _, send in
        await send(.declined)
      }
      .cancellable(id: CancelID.charge)
    )
  }
}

struct F12Offline: Error {}

struct F12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.startTapped, .pauseTapped, .resumeTapped, .retryTapped, .payTapped, .doneTapped]
    ) { () -> TestStore<F12Meter> in
      let store = TestStore(initialState: F12Meter.State.free) { F12Meter() }
      store.gate("tariff", at: \.f12TaxiClient.tariff) { [.success(100), .failure(F12Offline())] }
      store.gate("charge", at: \.f12TaxiClient.charge) { _ in [.success(()), .failure(F12Offline())] }
      return store
    }
  }
}
