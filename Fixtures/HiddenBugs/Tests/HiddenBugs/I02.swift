import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The office that gives permits to park in a street.
struct I02PermitClient: Sendable {
  var price: @Sendable (_ zone: String) async throws -> Int
  var apply: @Sendable (_ plate: String, _ zone: String) async throws -> String
  var isApproved: @Sendable (_ number: String) async throws -> Bool
}

enum I02PermitKey: TestDependencyKey {
  static let testValue = I02PermitClient(
    price: unimplemented("I02PermitClient.price", placeholder: 0),
    apply: unimplemented("I02PermitClient.apply", placeholder: ""),
    isApproved: unimplemented("I02PermitClient.isApproved", placeholder: false)
  )
}

extension DependencyValues {
  var i02Permit: I02PermitClient {
    get { self[I02PermitKey.self] }
    set { self[I02PermitKey.self] = newValue }
  }
}

struct I02Offline: Error {}

/// The form for a permit. After the application, it asks every five seconds whether the office has approved it.
struct I02ParkingPermit: Reducer {
  struct State: Equatable {
    var plate = ""
    var zone: String?
    var price: Int?
    var isLoadingPrice = false
    var priceFailed = false
    var isSubmitting = false
    var submitFailed = false
    var number: String?
    var isWaiting = false
    var isApproved = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case plateChanged(String)
    case zoneSelected(String)
    case submitTapped
    case startOverTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case priceLoaded(Int)
    case priceFailed
    case submitted(String)
    case submitFailed
    case checked(isApproved: Bool)
  }

  private enum CancelID { case price, poll }

  @Dependency(\.i02Permit) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.plateChanged(let plate)):
      guard !state.isSubmitting, state.number == nil else { return .none }
      state.plate = plate
      state.submitFailed = false
      return .none

    case .input(.zoneSelected(let zone)):
      guard !state.isSubmitting, state.number == nil else { return .none }
      guard state.zone != zone || state.priceFailed else { return .none }
      state.zone = zone
      state.price = nil
      state.priceFailed = false
      state.submitFailed = false
      state.isLoadingPrice = true
      return .run("price", of: zone) { send in
        await send(.priceLoaded(try await client.price(zone)))
      } catch: { _, send in
        await send(.priceFailed)
      }
      .cancellable(id: CancelID.price, cancelInFlight: true)

    case .feedback(.priceLoaded(let price)):
      state.isLoadingPrice = false
      state.price = price
      return .none

    case .feedback(.priceFailed):
      state.isLoadingPrice = false
      state.priceFailed = true
      return .none

    case .input(.submitTapped):
      guard !state.isSubmitting, state.number == nil else { return .none }
      guard !state.plate.isEmpty, let zone = state.zone, state.price != nil else { return .none }
      state.isSubmitting = true
      state.submitFailed = false
      return .run("apply", of: zone) { [plate = state.plate] send in
        await send(.submitted(try await client.apply(plate, zone)))
      } catch: { _, send in
        await send(.submitFailed)
      }

    case .feedback(.submitted(let number)):
      state.isSubmitting = false
      state.number = number
      state.isWaiting = true
      return state.isInBackground ? .none : poll(number)

    case .feedback(.submitFailed):
      state.isSubmitting = false
      state.submitFailed = true
      return .none

    case .feedback(.checked(let isApproved)):
      guard state.isWaiting, let number = state.number else { return .none }
      if isApproved {
        state.isWaiting = false
        state.isApproved = true
        return .none
      }
      return state.isInBackground ? .none : poll(number)

    case .input(.enteredBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      guard state.isWaiting, let number = state.number else { return .none }
      return poll(number)

    case .input(.startOverTapped):
      guard !state.isSubmitting else { return .none }
      let isInBackground = state.isInBackground
      state = State()
      state.isInBackground = isInBackground
      return .merge(.cancel(id: CancelID.price), .cancel(id: CancelID.poll))
    }
  }

  private func poll(_ number: String) -> Effect<Feedback, Never> {
    .run("poll", of: number) { send in
      try await clock.sleep(for: .seconds(5))
      await send(.checked(isApproved: try await client.isApproved(number)))
    } catch: { _, send in
      await send(.checked(isApproved: false))
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct I02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I02ParkingPermit.State) -> [I02ParkingPermit.Input] in
        [
          .plateChanged("B 42"), .zoneSelected("north"), .zoneSelected("south"), .submitTapped, .startOverTapped,
          state.isInBackground ? .enteredForeground : .enteredBackground,
        ]
      }
    ) { () -> TestStore<I02ParkingPermit> in
      let store = TestStore(initialState: I02ParkingPermit.State()) { I02ParkingPermit() }
      store.gate("price", at: \.i02Permit.price) { (zone: String) -> [GateAnswer<Int, any Error>] in
        [.success(zone == "north" ? 120 : 80), .failure(I02Offline())]
      }
      store.gate("apply", at: \.i02Permit.apply) { _ in [.success("P-1"), .failure(I02Offline())] }
      store.gate("isApproved", at: \.i02Permit.isApproved) { _ in
        [.success(true), .success(false), .failure(I02Offline())]
      }
      return store
    }
  }
}
