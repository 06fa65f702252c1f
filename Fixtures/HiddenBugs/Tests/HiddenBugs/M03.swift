import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M03Selection: Hashable, Sendable {
  var evening: String
  var seats: Set<Int> = []
}

struct M03Refused: Error {}

struct M03BoxOffice: DependencyKey, Sendable {
  /// Holds the seats for five minutes, and returns the code of the reservation.
  var reserve: @Sendable (_ selection: M03Selection) async throws -> String
  /// Gives held seats back. Seats that are not given back become free after five minutes.
  var release: @Sendable (_ code: String) async throws -> Void
  /// Pays for held seats. The box office decides whether the payment was in time.
  var pay: @Sendable (_ code: String) async throws -> String

  static let liveValue = M03BoxOffice(
    reserve: { _ in "" },
    release: { _ in },
    pay: { _ in "" }
  )
  static let testValue = M03BoxOffice(
    reserve: unimplemented("M03BoxOffice.reserve"),
    release: unimplemented("M03BoxOffice.release"),
    pay: unimplemented("M03BoxOffice.pay")
  )
}

extension DependencyValues {
  var m03BoxOffice: M03BoxOffice {
    get { self[M03BoxOffice.self] }
    set { self[M03BoxOffice.self] = newValue }
  }
}

/// The purchase of tickets: choose seats, hold them, pay.
struct M03Tickets: Reducer {
  enum State: Equatable, Sendable {
    case choosing(M03Selection, Problem?)
    case reserving(M03Selection)
    case reserved(Reservation, Problem?)
    case releasing(Reservation)
    case paying(Reservation, isExpired: Bool)
    case bought(ticket: String, M03Selection)
  }

  struct Reservation: Equatable, Sendable {
    var code: String
    var selection: M03Selection
  }

  enum Problem: Equatable, Sendable { case taken, declined, expired }

  enum Input: Equatable, Sendable {
    case eveningTapped(String)
    case seatTapped(Int)
    case reserveTapped
    case payTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case reserved(code: String)
    case refused
    case holdEnded
    case released
    case paid(ticket: String)
    case declined
  }

  private enum CancelID { case hold, request }

  @Dependency(\.m03BoxOffice) private var boxOffice
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.eveningTapped(let evening)), .choosing(let selection, _)):
      guard evening != selection.evening else { return .none }
      state = .choosing(M03Selection(evening: evening), nil)
      return .none

    case (.input(.seatTapped(let seat)), .choosing(var selection, _)):
      if selection.seats.remove(seat) == nil { selection.seats.insert(seat) }
      state = .choosing(selection, nil)
      return .none

    case (.input(.reserveTapped), .choosing(let selection, _)):
      guard !selection.seats.isEmpty else { return .none }
      state = .reserving(selection)
      return .run("reserve", of: selection) { send in
        await send(.reserved(code: try await boxOffice.reserve(selection)))
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)

    case (.feedback(.reserved(code: let code)), .reserving(let selection)):
      state = .reserved(Reservation(code: code, selection: selection), nil)
      return .run("hold", of: code) { send in
        try await clock.sleep(for: .seconds(300))
        await send(.holdEnded)
      }
      .cancellable(id: CancelID.hold, cancelInFlight: true)

    case (.feedback(.refused), .reserving(let selection)):
      state = .choosing(selection, .taken)
      return .none

    case (.input(.payTapped), .reserved(let reservation, _)):
      state = .paying(reservation, isExpired: false)
      return .run("pay", of: reservation.code) { send in
        await send(.paid(ticket: try await boxOffice.pay(reservation.code)))
      } catch: { _, send in
        await send(.declined)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)

    case (.input(.closeTapped), .reserved(let reservation, _)):
      state = .releasing(reservation)
      return .merge(
        .cancel(id: CancelID.hold),
        .run("release", of: reservation.code) { send in
          try? await boxOffice.release(reservation.code)
          await send(.released)
        }
        .cancellable(id: CancelID.request, cancelInFlight: true)
      )

    case (.feedback(.released), .releasing(let reservation)):
      state = .choosing(reservation.selection, nil)
      return .none

    case (.feedback(.holdEnded), .reserved(let reservation, _)):
      state = .choosing(reservation.selection, .expired)
      return .none

    case (.feedback(.holdEnded), .paying(let reservation, _)):
      state = .paying(reservation, isExpired: true)
      return .none

    case (.feedback(.paid(ticket: let ticket)), .paying(let reservation, _)):
      state = .bought(ticket: ticket, reservation.selection)
      return .cancel(id: CancelID.hold)

    case (.feedback(.declined), .paying(let reservation, isExpired: let isExpired)):
      state = isExpired ? .choosing(reservation.selection, .expired) : .reserved(reservation, .declined)
      return .none

    case (.input(.closeTapped), .bought(ticket: _, let selection)):
      state = .choosing(M03Selection(evening: selection.evening), nil)
      return .none

    default:
      return .none
    }
  }
}

struct M03Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .eveningTapped("Friday"), .eveningTapped("Saturday"), .seatTapped(1), .seatTapped(2), .reserveTapped, .payTapped,
      .closeTapped,
    ]) { () -> TestStore<M03Tickets> in
      let store = TestStore(initialState: M03Tickets.State.choosing(M03Selection(evening: "Friday"), nil)) {
        M03Tickets()
      }
      store.gate("reserve", at: \.m03BoxOffice.reserve) { _ in [.success("R1"), .failure(M03Refused())] }
      store.gate("release", at: \.m03BoxOffice.release) { _ in [.success(()), .failure(M03Refused())] }
      store.gate("pay", at: \.m03BoxOffice.pay) { _ in [.success("T1"), .failure(M03Refused())] }
      return store
    }
  }
}
