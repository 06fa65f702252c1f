import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum G07Fuel: String, Hashable, Sendable {
  case petrol
  case diesel
}

struct G07Station: Hashable, Sendable {
  var name: String
  var cents: Int
}

/// The prices of the stations nearby, and the alert that the server sends when they fall.
struct G07Prices: Sendable {
  var load: @Sendable (_ fuel: G07Fuel) async throws -> [G07Station]
  var setAlert: @Sendable (_ isOn: Bool) async throws -> Void
}

enum G07PricesKey: TestDependencyKey {
  static let testValue = G07Prices(
    load: unimplemented("G07Prices.load"),
    setAlert: unimplemented("G07Prices.setAlert")
  )
}

extension DependencyValues {
  var g07Prices: G07Prices {
    get { self[G07PricesKey.self] }
    set { self[G07PricesKey.self] = newValue }
  }
}

struct G07Offline: Error {}

/// The prices of one fuel. While the screen is visible, they are loaded again a minute after each answer.
struct G07FuelPrices: Reducer {
  struct State: Equatable {
    var fuel = G07Fuel.petrol
    var stations: [G07Station] = []
    var isVisible = false
    var isLoading = false
    var hasFailed = false

    var isAlertOn = false
    var isSavingAlert = false
    var hasAlertFailed = false
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case fuelTapped(G07Fuel)
    case refreshTapped
    case alertTapped
  }

  enum Feedback: Equatable {
    case loaded([G07Station])
    case loadFailed
    case minutePassed
    case alertSaved(Bool)
    case alertFailed
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.g07Prices) private var prices

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return load(&state)

    case .input(.disappeared):
      state.isVisible = false
      state.isLoading = false
      return .merge(.cancel(id: "load"), .cancel(id: "minute"))

    case .input(.fuelTapped(let fuel)):
      guard fuel != state.fuel else { return .none }
      state.fuel = fuel
      state.stations = []
      state.hasFailed = false
      return state.isVisible ? load(&state) : .none

    case .input(.refreshTapped):
      guard state.isVisible, !state.isLoading else { return .none }
      return load(&state)

    case .input(.alertTapped):
      guard !state.isSavingAlert else { return .none }
      state.isSavingAlert = true
      state.hasAlertFailed = false
      let isOn = !state.isAlertOn
      return .run("alert", of: isOn) { send in
        try await prices.setAlert(isOn)
        await send(.alertSaved(isOn))
      } catch: { _, send in
        await send(.alertFailed)
      }

    case .feedback(.loaded(let stations)):
      state.isLoading = false
      state.stations = stations
      return waitAMinute()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return waitAMinute()

    case .feedback(.minutePassed):
      return load(&state)

    case .feedback(.alertSaved(let isOn)):
      state.isSavingAlert = false
      state.isAlertOn = isOn
      return .none

    case .feedback(.alertFailed):
      state.isSavingAlert = false
      state.hasAlertFailed = true
      return .none
    }
  }

  /// Loads the prices of the chosen fuel, in place of a load or a wait that runs.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let fuel = state.fuel
    return .merge(
      .cancel(id: "minute"),
      .run("load", of: fuel) { send in
        await send(.loaded(try await prices.load(fuel)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: "load", cancelInFlight: true)
    )
  }

  private func waitAMinute() -> Effect<Feedback, Never> {
    .run("minute") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: "minute", cancelInFlight: true)
  }
}

struct G07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .fuelTapped(.petrol), .fuelTapped(.diesel), .refreshTapped, .alertTapped]
    ) { () -> TestStore<G07FuelPrices> in
      let store = TestStore(initialState: G07FuelPrices.State()) { G07FuelPrices() }
      store.gate("load", at: \.g07Prices.load) { fuel in
        [.success([G07Station(name: "Corner", cents: fuel == .petrol ? 181 : 169)]), .failure(G07Offline())]
      }
      store.gate("setAlert", at: \.g07Prices.setAlert) { _ in [.success(()), .failure(G07Offline())] }
      return store
    }
  }
}
