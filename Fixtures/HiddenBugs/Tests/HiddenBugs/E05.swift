import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E05Hold: Equatable, Sendable {
  var id: Int
  var slot: String
}

struct E05TicketClient: TestDependencyKey, Sendable {
  var reserve: @Sendable (_ slot: String) async throws -> Int
  var release: @Sendable (_ hold: Int) async throws -> Void
  var pay: @Sendable (_ hold: Int) async throws -> String
  var mail: @Sendable (_ code: String) async throws -> Void

  static let testValue = E05TicketClient(
    reserve: unimplemented("E05TicketClient.reserve"),
    release: unimplemented("E05TicketClient.release"),
    pay: unimplemented("E05TicketClient.pay"),
    mail: unimplemented("E05TicketClient.mail")
  )
}

extension DependencyValues {
  var e05Tickets: E05TicketClient {
    get { self[E05TicketClient.self] }
    set { self[E05TicketClient.self] = newValue }
  }
}

/// Buys a ticket for a time slot, which the museum holds for ten minutes.
///
/// A payment that has begun in time counts, even if it ends after the hold. A hold that can't be released ends by
/// itself.
struct E05Museum: Reducer {
  enum Problem: Equatable { case soldOut, holdExpired }
  enum Mail: Equatable { case unsent, sending, sent, failed }

  enum State: Equatable {
    case choosing(Problem?)
    case reserving(slot: String)
    case held(E05Hold, wasDeclined: Bool)
    case paying(E05Hold, holdExpired: Bool)
    case releasing(E05Hold)
    case bought(code: String, mail: Mail)
  }

  enum Input: Equatable {
    case slotTapped(String)
    case payTapped
    case cancelTapped
    case mailTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case reserved(Int)
    case notReserved
    case holdExpired
    case paid(code: String)
    case declined
    case released
    case mailed
    case notMailed
  }

  private enum CancelID { case hold }

  @Dependency(\.e05Tickets) private var tickets
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.slotTapped(let slot)), .choosing):
      state = .reserving(slot: slot)
      return .run("reserve", of: slot) { send in
        await send(.reserved(try await tickets.reserve(slot)))
      } catch: { _, send in
        await send(.notReserved)
      }

    case (.feedback(.reserved(let id)), .reserving(let slot)):
      state = .held(E05Hold(id: id, slot: slot), wasDeclined: false)
      return .run("hold", of: id) { send in
        try await clock.sleep(for: .seconds(600))
        await send(.holdExpired)
      }
      .cancellable(id: CancelID.hold, cancelInFlight: true)

    case (.feedback(.notReserved), .reserving):
      state = .choosing(.soldOut)
      return .none

    case (.feedback(.holdExpired), .held):
      state = .choosing(.holdExpired)
      return .none

    case (.feedback(.holdExpired), .paying(let hold, _)):
      state = .paying(hold, holdExpired: true)
      return .none

    case (.input(.payTapped), .held(let hold, _)):
      state = .paying(hold, holdExpired: false)
      return .run("pay", of: hold.id) { send in
        await send(.paid(code: try await tickets.pay(hold.id)))
      } catch: { _, send in
        await send(.declined)
      }

    case (.feedback(.paid(let code)), .paying):
      state = .bought(code: code, mail: .unsent)
      return .cancel(id: CancelID.hold)

    case (.feedback(.declined), .paying(let hold, let holdExpired)):
      state = holdExpired ? .choosing(.holdExpired) : .held(hold, wasDeclined: true)
      return .none

    case (.input(.cancelTapped), .held(let hold, _)):
      state = .releasing(hold)
      return .merge(.cancel(id: CancelID.hold), release(hold))

    case (.feedback(.released), .releasing):
      state = .choosing(nil)
      return .none

    case (.input(.mailTapped), .bought(let code, let mail)) where mail == .unsent || mail == .failed:
      state = .bought(code: code, mail: .sending)
      return .run("mail", of: code) { send in
        try await tickets.mail(code)
        await send(.mailed)
      } catch: { _, send in
        await send(.notMailed)
      }

    case (.feedback(.mailed), .bought(let code, .sending)):
      state = .bought(code: code, mail: .sent)
      return .none

    case (.feedback(.notMailed), .bought(let code, .sending)):
      state = .bought(code: code, mail: .failed)
      return .none

    case (.input(.doneTapped), .bought(_, let mail)) where mail != .sending:
      state = .choosing(nil)
      return .none

    default:
      return .none
    }
  }

  private func release(_ hold: E05Hold) -> Effect<Feedback, Never> {
    .run("release", of: hold.id) { send in
      try await tickets.release(hold.id)
      await send(.released)
    } catch: { _, send in
      await send(.released)
    }
  }
}

struct E05Refused: Error {}

struct E05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.slotTapped("10:00"), .slotTapped("14:00"), .payTapped, .cancelTapped, .mailTapped, .doneTapped]
    ) { () -> TestStore<E05Museum> in
      let store = TestStore(initialState: E05Museum.State.choosing(nil)) { E05Museum() }
      store.gate("reserve", at: \.e05Tickets.reserve) { _ in [.success(4), .failure(E05Refused())] }
      store.gate("release", at: \.e05Tickets.release) { _ in [.success(()), .failure(E05Refused())] }
      store.gate("pay", at: \.e05Tickets.pay) { _ in [.success("M4"), .failure(E05Refused())] }
      store.gate("mail", at: \.e05Tickets.mail) { _ in [.success(()), .failure(E05Refused())] }
      return store
    }
  }
}
