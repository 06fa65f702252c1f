import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Books a car on a ferry. The place on the deck is held for ten minutes.
struct R23Ferry: Reducer {
  enum Phase: Equatable {
    case choosing
    case paying
    case paid(String)
    case ticket(R23Ticket)
    case failed
  }

  struct State: Equatable {
    var phase = Phase.choosing
    var departure: String?
    var hasHoldExpired = false
    var wantsCabin = false

    var canPay: Bool { departure != nil && (phase == .choosing || phase == .failed) }
  }

  enum Input: Equatable, Sendable {
    case departureChosen(String)
    case cabinTapped
    case payTapped
    case startOverTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case holdExpired
    case paid(String)
    case ticketArrived(R23Ticket)
    case failed
  }

  private enum CancelID { case hold }

  @Dependency(\.r23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.departureChosen(let departure)):
      guard state.phase == .choosing, departure != state.departure else { return .none }
      state.departure = departure
      state.hasHoldExpired = false
      return hold()

    case .input(.cabinTapped):
      guard state.phase == .choosing else { return .none }
      state.wantsCabin.toggle()
      return .none

    case .input(.payTapped):
      guard state.canPay, let departure = state.departure else { return .none }
      state.phase = .paying
      return .merge(.cancel(id: CancelID.hold), pay(for: departure, withCabin: state.wantsCabin))

    case .input(.startOverTapped):
      guard state.phase == .failed else { return .none }
      state = State()
      return .cancel(id: CancelID.hold)

    case .input(.doneTapped):
      guard case .ticket = state.phase else { return .none }
      state = State()
      return .none

    case .feedback(.holdExpired):
      state.phase = .choosing
      state.departure = nil
      state.hasHoldExpired = true
      return .none

    case .feedback(.paid(let booking)):
      state.phase = .paid(booking)
      return .none

    case .feedback(.ticketArrived(let ticket)):
      state.phase = .ticket(ticket)
      return .none

    case .feedback(.failed):
      state.phase = .failed
      return hold()
    }
  }

  private func hold() -> Effect<Feedback, Never> {
    .run("hold") { send in
      try await clock.sleep(for: .seconds(600))
      await send(.holdExpired)
    }
    .cancellable(id: CancelID.hold, cancelInFlight: true)
  }

  /// The money first, then the ticket with the code for the gate.
  private func pay(for departure: String, withCabin: Bool) -> Effect<Feedback, Never> {
    .run("payment", of: departure) { send in
      let booking = try await client.pay(departure, withCabin)
      await send(.paid(booking))
      let ticket = try await client.ticket(booking)
      await send(.ticketArrived(ticket))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct R23Ticket: Equatable, Sendable {
  var booking: String
  var code: String
}

struct R23Client: TestDependencyKey, Sendable {
  var pay: @Sendable (_ departure: String, _ withCabin: Bool) async throws -> String
  var ticket: @Sendable (_ booking: String) async throws -> R23Ticket

  static let testValue = R23Client(
    pay: unimplemented("R23Client.pay"),
    ticket: unimplemented("R23Client.ticket")
  )
}

extension DependencyValues {
  var r23Client: R23Client {
    get { self[R23Client.self] }
    set { self[R23Client.self] = newValue }
  }
}

struct R23Declined: Error {}

struct R23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R23Ferry.State) -> [R23Ferry.Input] in
        switch state.phase {
        case .choosing:
          var inputs: [R23Ferry.Input] = [.departureChosen("08:15"), .departureChosen("17:40"), .cabinTapped]
          if state.canPay { inputs.append(.payTapped) }
          return inputs
        case .paying, .paid: return []
        case .ticket: return [.doneTapped]
        case .failed: return [.payTapped, .startOverTapped]
        }
      }
    ) { () -> TestStore<R23Ferry> in
      let store = TestStore(initialState: R23Ferry.State()) { R23Ferry() }
      store.gate("pay", at: \.r23Client.pay) { _ in [.success("F-204"), .failure(R23Declined())] }
      store.gate("ticket", at: \.r23Client.ticket) { booking in
        [.success(R23Ticket(booking: booking, code: "7QX")), .failure(R23Declined())]
      }
      return store
    }
  }
}
