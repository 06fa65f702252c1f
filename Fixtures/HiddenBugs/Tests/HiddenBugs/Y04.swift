import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An appointment for a vaccination. The health authority holds a slot for two minutes until the citizen confirms it.
struct Y04Appointment: Reducer {
  enum Problem: Equatable, Sendable { case taken, lapsed, offline }

  enum State: Equatable, Sendable {
    case choosing(Problem?)
    case reserving(String)
    case reserved(String)
    case confirming(String)
    /// The answer to the confirmation got lost, so that only the authority knows.
    case unclear(String)
    case checking(String)
    case booked(String)
  }

  enum Input: Equatable, Sendable {
    case slotTapped(String)
    case cancelTapped
    case confirmTapped
    case checkTapped
    case anotherTapped
  }

  enum Feedback: Equatable, Sendable {
    case reserved
    case reservationFailed(Problem)
    case holdEnded
    case confirmed
    case confirmationRefused
    case confirmationLost
    case checked(isBooked: Bool)
    case checkFailed
  }

  private enum CancelID { case reservation, hold }

  @Dependency(\.y04Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.slotTapped(let slot)), .choosing):
      state = .reserving(slot)
      return reserve(slot)

    case (.input(.cancelTapped), .reserving):
      // The authority gives the slot to others when the hold ends.
      state = .choosing(nil)
      return .cancel(id: CancelID.reservation)

    case (.input(.cancelTapped), .reserved):
      state = .choosing(nil)
      return .cancel(id: CancelID.hold)

    case (.input(.confirmTapped), .reserved(let slot)):
      // From here on, the authority decides whether the hold was long enough.
      state = .confirming(slot)
      return .merge(.cancel(id: CancelID.hold), confirm(slot))

    case (.input(.checkTapped), .unclear(let slot)):
      state = .checking(slot)
      return check(slot)

    case (.input(.anotherTapped), .booked):
      state = .choosing(nil)
      return .none

    case (.feedback(.reserved), .reserving(let slot)):
      state = .reserved(slot)
      return hold()

    case (.feedback(.reservationFailed(let problem)), .reserving):
      state = .choosing(problem)
      return .none

    case (.feedback(.holdEnded), .reserved):
      state = .choosing(.lapsed)
      return .none

    case (.feedback(.confirmed), .confirming(let slot)):
      state = .booked(slot)
      return .none

    case (.feedback(.confirmationRefused), .confirming):
      state = .choosing(.lapsed)
      return .none

    case (.feedback(.confirmationLost), .confirming(let slot)):
      state = .unclear(slot)
      return .none

    case (.feedback(.checked(let isBooked)), .checking(let slot)):
      state = isBooked ? .booked(slot) : .choosing(.lapsed)
      return .none

    case (.feedback(.checkFailed), .checking(let slot)):
      state = .unclear(slot)
      return .none

    default:
      return .none
    }
  }

  private func reserve(_ slot: String) -> Effect<Feedback, Never> {
    .run("reserve", of: slot) { send in
      try await client.reserve(slot)
      await send(.reserved)
    } catch: { error, send in
      await send(.reservationFailed(error is Y04Taken ? .taken : .offline))
    }
    .cancellable(id: CancelID.reservation, cancelInFlight: true)
  }

  private func hold() -> Effect<Feedback, Never> {
    .run("hold") { send in
      try await clock.sleep(for: .seconds(120))
      await send(.holdEnded)
    }
    .cancellable(id: CancelID.hold, cancelInFlight: true)
  }

  private func confirm(_ slot: String) -> Effect<Feedback, Never> {
    .run("confirm", of: slot) { send in
      try await client.confirm(slot)
      await send(.confirmed)
    } catch: { error, send in
      await send(error is Y04Lapsed ? .confirmationRefused : .confirmationLost)
    }
  }

  private func check(_ slot: String) -> Effect<Feedback, Never> {
    .run("check", of: slot) { send in
      await send(.checked(isBooked: try await client.isBooked(slot)))
    } catch: { _, send in
      await send(.checkFailed)
    }
  }
}

struct Y04Client: TestDependencyKey, Sendable {
  var reserve: @Sendable (_ slot: String) async throws -> Void
  var confirm: @Sendable (_ slot: String) async throws -> Void
  var isBooked: @Sendable (_ slot: String) async throws -> Bool

  static let testValue = Y04Client(
    reserve: unimplemented("Y04Client.reserve"),
    confirm: unimplemented("Y04Client.confirm"),
    isBooked: unimplemented("Y04Client.isBooked")
  )
}

extension DependencyValues {
  var y04Client: Y04Client {
    get { self[Y04Client.self] }
    set { self[Y04Client.self] = newValue }
  }
}

struct Y04Offline: Error {}
struct Y04Taken: Error {}
struct Y04Lapsed: Error {}

struct Y04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y04Appointment.State) -> [Y04Appointment.Input] in
        switch state {
        case .choosing: [.slotTapped("Mon 9:00"), .slotTapped("Tue 14:30")]
        case .reserving: [.cancelTapped]
        case .reserved: [.confirmTapped, .cancelTapped]
        case .confirming, .checking: []
        case .unclear: [.checkTapped]
        case .booked: [.anotherTapped]
        }
      }
    ) { () -> TestStore<Y04Appointment> in
      let store = TestStore(initialState: Y04Appointment.State.choosing(nil)) { Y04Appointment() }
      store.gate("reserve", at: \.y04Client.reserve) { _ in
        [.success(()), .failure(Y04Taken()), .failure(Y04Offline())]
      }
      store.gate("confirm", at: \.y04Client.confirm) { _ in
        [.success(()), .failure(Y04Lapsed()), .failure(Y04Offline())]
      }
      store.gate("isBooked", at: \.y04Client.isBooked) { _ in
        [.success(true), .success(false), .failure(Y04Offline())]
      }
      return store
    }
  }
}
