import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The cars of a fleet that a driver may use, and what is left of the driver's charging credit.
struct K35Fleet: Reducer {
  struct State: Equatable {
    var user: String?
    var cars: [K35Car] = []
    var isLoading = false
    var hasFailed = false

    /// The charging credit, in kilowatt hours. It is left out of the header while it is unknown.
    var credit: Int?
    var waking: Int?
    var couldNotWake = false
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case refreshTapped
    case wakeTapped(Int)
    case noticeDismissed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case carsLoaded([K35Car])
    case carsNotLoaded
    case creditLoaded(Int)
    case wakeAccepted
    case wakeRefused
    case wakeDue
  }

  private enum CancelID { case cars, credit, wake }

  @Dependency(\.k35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return .merge(loadCars(of: user, into: &state), loadCredit(of: user))

    case .input(.refreshTapped):
      guard let user = state.user, !state.isLoading else { return .none }
      return .merge(loadCars(of: user, into: &state), loadCredit(of: user))

    case .input(.wakeTapped(let id)):
      guard state.waking == nil, state.cars.contains(where: { $0.id == id && $0.isAsleep }) else { return .none }
      state.waking = id
      state.couldNotWake = false
      return .run("wake", of: id) { send in
        try await client.wake(id)
        await send(.wakeAccepted)
      } catch: { _, send in
        await send(.wakeRefused)
      }
      .cancellable(id: CancelID.wake, cancelInFlight: true)

    case .feedback(.wakeAccepted):
      // The car needs some time until it is on line.
      return .run("waking") { send in
        try await clock.sleep(for: .seconds(20))
        await send(.wakeDue)
      }
      .cancellable(id: CancelID.wake, cancelInFlight: true)

    case .feedback(.wakeDue):
      state.waking = nil
      guard let user = state.user else { return .none }
      return loadCars(of: user, into: &state)

    case .feedback(.wakeRefused):
      state.waking = nil
      state.couldNotWake = true
      return .none

    case .input(.noticeDismissed):
      state.couldNotWake = false
      return .none

    case .input(.signOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.cars), .cancel(id: CancelID.wake))

    case .feedback(.carsLoaded(let cars)):
      state.isLoading = false
      state.cars = cars
      return .none

    case .feedback(.carsNotLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.creditLoaded(let credit)):
      state.credit = credit
      return .none
    }
  }

  private func loadCars(of user: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("cars", of: user) { send in
      await send(.carsLoaded(try await client.cars(user)))
    } catch: { _, send in
      await send(.carsNotLoaded)
    }
    .cancellable(id: CancelID.cars, cancelInFlight: true)
  }

  private func loadCredit(of user: String) -> Effect<Feedback, Never> {
    .run("credit", of: user) { send in
      await send(.creditLoaded(try await client.credit(user)))
    } catch: { _, _ in
      // The next refresh asks again.
    }
    .cancellable(id: CancelID.credit, cancelInFlight: true)
  }
}

struct K35Car: Equatable, Sendable {
  var id: Int
  var name: String
  var isAsleep: Bool
}

struct K35Client: TestDependencyKey, Sendable {
  var cars: @Sendable (_ user: String) async throws -> [K35Car]
  var credit: @Sendable (_ user: String) async throws -> Int
  var wake: @Sendable (_ car: Int) async throws -> Void

  static let testValue = K35Client(
    cars: unimplemented("K35Client.cars"),
    credit: unimplemented("K35Client.credit"),
    wake: unimplemented("K35Client.wake")
  )
}

extension DependencyValues {
  var k35Client: K35Client {
    get { self[K35Client.self] }
    set { self[K35Client.self] = newValue }
  }
}

struct K35Offline: Error {}

struct K35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K35Fleet.State) -> [K35Fleet.Input] in
        guard state.user != nil else { return [.signedIn("Ada"), .signedIn("Ben")] }
        var inputs: [K35Fleet.Input] = [.refreshTapped, .signOutTapped]
        for car in state.cars where car.isAsleep { inputs.append(.wakeTapped(car.id)) }
        if state.couldNotWake { inputs.append(.noticeDismissed) }
        return inputs
      }
    ) { () -> TestStore<K35Fleet> in
      let store = TestStore(initialState: K35Fleet.State()) { K35Fleet() }
      store.gate("cars", at: \.k35Client.cars) { user in
        [.success([K35Car(id: 1, name: "\(user)'s van", isAsleep: true)]), .failure(K35Offline())]
      }
      store.gate("credit", at: \.k35Client.credit) { user in
        [.success(user == "Ada" ? 40 : 15), .failure(K35Offline())]
      }
      store.gate("wake", at: \.k35Client.wake) { _ in [.success(()), .failure(K35Offline())] }
      return store
    }
  }
}
