import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A seat for a concert: chosen, held for two minutes, and paid for.
struct W05Checkout: Reducer {
  enum Problem: Equatable, Sendable { case taken, offline }

  enum State: Equatable {
    case choosing(seat: String?, problem: Problem?)
    case reserving(seat: String)
    case held(W05Hold, isDeclined: Bool)
    /// The time of a hold may end during the payment. It counts again if the payment is declined.
    case paying(W05Hold, hasEnded: Bool)
    case releasing(seat: String)
    case expired(seat: String)
    case booked(seat: String, code: String)
  }

  enum Input: Equatable, Sendable {
    case seatTapped(String)
    case reserveTapped
    case cancelTapped
    case payTapped
    case againTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case reserved(W05Hold)
    case notReserved(Problem)
    case holdEnded
    case paid(code: String)
    case declined
    case released
  }

  private enum CancelID { case reservation, hold }

  @Dependency(\.w05Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.seatTapped(let seat)), .choosing):
      state = .choosing(seat: seat, problem: nil)
      return .none

    case (.input(.reserveTapped), .choosing(seat: let seat?, problem: _)):
      state = .reserving(seat: seat)
      return .run("reserve", of: seat) { send in
        await send(.reserved(try await client.reserve(seat)))
      } catch: { error, send in
        await send(.notReserved(error is W05Taken ? .taken : .offline))
      }
      .cancellable(id: CancelID.reservation)

    case (.input(.cancelTapped), .reserving(seat: let seat)):
      state = .choosing(seat: seat, problem: nil)
      return .cancel(id: CancelID.reservation)

    case (.feedback(.reserved(let hold)), .reserving):
      state = .held(hold, isDeclined: false)
      return .run("hold", of: hold) { send in
        try await clock.sleep(for: .seconds(120))
        await send(.holdEnded)
      }
      .cancellable(id: CancelID.hold, cancelInFlight: true)

    case (.feedback(.notReserved(let problem)), .reserving(seat: let seat)):
      state = .choosing(seat: problem == .taken ? nil : seat, problem: problem)
      return .none

    case (.input(.cancelTapped), .held(let hold, isDeclined: _)):
      state = .releasing(seat: hold.seat)
      return .merge(.cancel(id: CancelID.hold), release(hold))

    case (.input(.payTapped), .held(let hold, isDeclined: _)):
      state = .paying(hold, hasEnded: false)
      return .run("pay", of: hold) { send in
        await send(.paid(code: try await client.pay(hold)))
      } catch: { _, send in
        await send(.declined)
      }

    case (.feedback(.holdEnded), .held(let hold, isDeclined: _)):
      state = .expired(seat: hold.seat)
      return .none

    case (.feedback(.holdEnded), .paying(let hold, hasEnded: _)):
      state = .paying(hold, hasEnded: true)
      return .none

    case (.feedback(.paid(let code)), .paying(let hold, hasEnded: _)):
      state = .booked(seat: hold.seat, code: code)
      return .cancel(id: CancelID.hold)

    case (.feedback(.declined), .paying(let hold, hasEnded: let hasEnded)):
      state = hasEnded ? .expired(seat: hold.seat) : .held(hold, isDeclined: true)
      return .none

    case (.feedback(.released), .releasing(seat: let seat)), (.input(.againTapped), .expired(seat: let seat)):
      state = .choosing(seat: seat, problem: nil)
      return .none

    case (.input(.doneTapped), .booked):
      state = .choosing(seat: nil, problem: nil)
      return .none

    default:
      return .none
    }
  }

  /// Gives a seat back. If that fails, the server does it after two minutes.
  private func release(_ hold: W05Hold) -> Effect<Feedback, Never> {
    .run("release", of: hold) { send in
      try await client.release(hold)
      await send(.released)
    } catch: { _, send in
      await send(.released)
    }
  }
}

struct W05Hold: Hashable, Sendable {
  let number: Int
  let seat: String
}

struct W05Client: TestDependencyKey, Sendable {
  var reserve: @Sendable (_ seat: String) async throws -> W05Hold
  var pay: @Sendable (_ hold: W05Hold) async throws -> String
  var release: @Sendable (_ hold: W05Hold) async throws -> Void

  static let testValue = W05Client(
    reserve: unimplemented("W05Client.reserve"),
    pay: unimplemented("W05Client.pay"),
    release: unimplemented("W05Client.release")
  )
}

extension DependencyValues {
  var w05Client: W05Client {
    get { self[W05Client.self] }
    set { self[W05Client.self] = newValue }
  }
}

struct W05Taken: Error {}
struct W05Offline: Error {}

struct W05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W05Checkout.State) -> [W05Checkout.Input] in
        switch state {
        case .choosing(seat: nil, problem: _): [.seatTapped("B7"), .seatTapped("K2")]
        case .choosing: [.seatTapped("B7"), .seatTapped("K2"), .reserveTapped]
        case .reserving: [.cancelTapped]
        case .held: [.payTapped, .cancelTapped]
        case .paying, .releasing: []
        case .expired: [.againTapped]
        case .booked: [.doneTapped]
        }
      }
    ) { () -> TestStore<W05Checkout> in
      let store = TestStore(initialState: W05Checkout.State.choosing(seat: nil, problem: nil)) { W05Checkout() }
      store.gate("reserve", at: \.w05Client.reserve) { seat in
        [.success(W05Hold(number: 1, seat: seat)), .failure(W05Taken()), .failure(W05Offline())]
      }
      store.gate("pay", at: \.w05Client.pay) { hold in [.success("T-\(hold.seat)"), .failure(W05Offline())] }
      store.gate("release", at: \.w05Client.release) { _ in [.success(()), .failure(W05Offline())] }
      return store
    }
  }
}
