import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The visit that a donor plans, and the hours that the blood bank has free.
struct P12Visit: Equatable, Sendable {
  let donor: String
  var hours: [Int]
}

struct P12BloodBankClient: Sendable {
  var hours: @Sendable (_ donor: String) async throws -> [Int]
  /// Keeps an hour for five minutes. A reservation that isn't confirmed lapses by itself.
  var reserve: @Sendable (_ donor: String, _ hour: Int) async throws -> Void
  var confirm: @Sendable (_ donor: String, _ hour: Int) async throws -> Void
}

enum P12BloodBankKey: TestDependencyKey {
  static let testValue = P12BloodBankClient(
    hours: unimplemented("P12BloodBankClient.hours"),
    reserve: unimplemented("P12BloodBankClient.reserve"),
    confirm: unimplemented("P12BloodBankClient.confirm")
  )
}

extension DependencyValues {
  var p12BloodBank: P12BloodBankClient {
    get { self[P12BloodBankKey.self] }
    set { self[P12BloodBankKey.self] = newValue }
  }
}

/// A donor signs in, reserves an hour and confirms it. At most one effect runs: the work of the present mode.
struct P12Donation: Reducer {
  enum Notice: Equatable, Sendable { case notReserved, lapsed, notConfirmed }

  enum State: Equatable {
    case signedOut
    case loading(donor: String)
    case unavailable(donor: String)
    case choosing(P12Visit, notice: Notice?)
    case reserving(P12Visit, hour: Int)
    case reserved(P12Visit, hour: Int)
    /// It is waited for the blood bank: neither back nor sign-out is possible.
    case confirming(P12Visit, hour: Int)
    case booked(donor: String, hour: Int)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case signOutTapped
    case reloadTapped
    case hourTapped(Int)
    case confirmTapped
    case backTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int])
    case loadFailed
    case reserved
    case reservationFailed
    case lapsed
    case confirmed
    case confirmationFailed
  }

  private enum CancelID { case work }

  @Dependency(\.p12BloodBank) private var bank
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.signInTapped(let donor)), .signedOut),
      (.input(.reloadTapped), .unavailable(let donor)),
      (.input(.backTapped), .booked(donor: let donor, hour: _)):
      return load(donor, &state)

    case (.input(.reloadTapped), .choosing(let visit, notice: _)):
      return load(visit.donor, &state)

    case (.feedback(.loaded(let hours)), .loading(let donor)):
      state = .choosing(P12Visit(donor: donor, hours: hours), notice: nil)
      return .none

    case (.feedback(.loadFailed), .loading(let donor)):
      state = .unavailable(donor: donor)
      return .none

    case (.input(.hourTapped(let hour)), .choosing(let visit, notice: _)) where visit.hours.contains(hour):
      state = .reserving(visit, hour: hour)
      return work("reserve") { send in
        try await bank.reserve(visit.donor, hour)
        await send(.reserved)
      } failing: {
        .reservationFailed
      }

    case (.feedback(.reserved), .reserving(let visit, hour: let hour)):
      state = .reserved(visit, hour: hour)
      return work("hold") { send in
        try await clock.sleep(for: .seconds(300))
        await send(.lapsed)
      } failing: {
        .lapsed
      }

    case (.feedback(.reservationFailed), .reserving(let visit, hour: _)):
      state = .choosing(visit, notice: .notReserved)
      return .none

    case (.feedback(.lapsed), .reserved(let visit, hour: _)):
      state = .choosing(visit, notice: .lapsed)
      return .none

    case (.input(.backTapped), .reserving(let visit, hour: _)), (.input(.backTapped), .reserved(let visit, hour: _)):
      state = .choosing(visit, notice: nil)
      return .cancel(id: CancelID.work)

    case (.input(.confirmTapped), .reserved(let visit, hour: let hour)):
      state = .confirming(visit, hour: hour)
      return work("confirm") { send in
        try await bank.confirm(visit.donor, hour)
        await send(.confirmed)
      } failing: {
        .confirmationFailed
      }

    case (.feedback(.confirmed), .confirming(let visit, hour: let hour)):
      state = .booked(donor: visit.donor, hour: hour)
      return .none

    case (.feedback(.confirmationFailed), .confirming(let visit, hour: _)):
      state = .choosing(visit, notice: .notConfirmed)
      return .none

    case (.input(.signOutTapped), .confirming):
      return .none

    case (.input(.signOutTapped), _):
      state = .signedOut
      return .cancel(id: CancelID.work)

    default:
      return .none
    }
  }

  private func load(_ donor: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(donor: donor)
    return work("load") { send in
      await send(.loaded(try await bank.hours(donor)))
    } failing: {
      .loadFailed
    }
  }

  /// The work of a mode. It replaces that of the mode before.
  private func work(
    _ name: String,
    operation: @escaping @Sendable (Send<Feedback>) async throws -> Void,
    failing failure: @escaping @Sendable () -> Feedback
  ) -> Effect<Feedback, Never> {
    .run(name) { send in
      try await operation(send)
    } catch: { _, send in
      await send(failure())
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }
}

struct P12Offline: Error {}

struct P12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .signInTapped("Ada"), .signInTapped("Ben"), .signOutTapped, .reloadTapped, .hourTapped(9), .confirmTapped,
        .backTapped,
      ]
    ) { () -> TestStore<P12Donation> in
      let store = TestStore(initialState: P12Donation.State.signedOut) { P12Donation() }
      store.gate("hours", at: \.p12BloodBank.hours) { _ in [.success([9, 10]), .failure(P12Offline())] }
      store.gate("reserve", at: \.p12BloodBank.reserve) { _ in [.success(()), .failure(P12Offline())] }
      store.gate("confirm", at: \.p12BloodBank.confirm) { _ in [.success(()), .failure(P12Offline())] }
      return store
    }
  }
}
