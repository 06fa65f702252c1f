import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A place on a ferry that is held for a passenger.
struct T12Hold: Equatable {
  var crossing: Int
  var code: String
  var minutes = 2
}

/// The sale of a ferry ticket. A place is reserved, held for two minutes, and paid. The minutes stand still while the
/// payment runs.
struct T12FerryTickets: Reducer {
  enum Problem: Equatable { case full, expired, notPaid }

  enum State: Equatable {
    case choosing(Problem?)
    case reserving(crossing: Int)

    /// Asks whether to stop the reservation, which goes on meanwhile.
    case stopping(crossing: Int)
    case held(T12Hold, problem: Problem?)
    case releasing(crossing: Int)
    case paying(T12Hold)
    case ticket(crossing: Int)
  }

  enum Input: Equatable {
    case crossingTapped(Int)
    case backTapped
    case stayTapped
    case stopTapped
    case payTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case reserved(T12Hold)
    case reserveFailed
    case minutePassed
    case released
    case paid
    case payFailed
  }

  private enum CancelID { case reserve, countdown, release, pay }

  @Dependency(\.t12Ferry) private var ferry
  @Dependency(\.t12Bank) private var bank
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    // The reservation.
    case (.input(.crossingTapped(let crossing)), .choosing):
      state = .reserving(crossing: crossing)
      return reserve(crossing)

    case (.feedback(.reserved(let hold)), .reserving), (.feedback(.reserved(let hold)), .stopping):
      state = .held(hold, problem: nil)
      return countDown()

    case (.feedback(.reserveFailed), .reserving):
      state = .choosing(.full)
      return .none

    case (.input(.backTapped), .reserving(crossing: let crossing)):
      state = .stopping(crossing: crossing)
      return .none

    case (.input(.stayTapped), .stopping(crossing: let crossing)):
      state = .reserving(crossing: crossing)
      return .none

    case (.input(.stopTapped), .stopping(crossing: let crossing)):
      state = .releasing(crossing: crossing)
      return .merge(.cancel(id: CancelID.reserve), release(crossing))

    // The place that is held.
    case (.feedback(.minutePassed), .held(var hold, problem: let problem)):
      hold.minutes -= 1
      guard hold.minutes > 0 else {
        state = .choosing(.expired)
        return .cancel(id: CancelID.countdown)
      }
      state = .held(hold, problem: problem)
      return .none

    case (.input(.backTapped), .held(let hold, problem: _)):
      state = .releasing(crossing: hold.crossing)
      return .merge(.cancel(id: CancelID.countdown), release(hold.crossing))

    case (.feedback(.released), .releasing):
      state = .choosing(nil)
      return .none

    // The payment.
    case (.input(.payTapped), .held(let hold, problem: _)):
      state = .paying(hold)
      return .merge(.cancel(id: CancelID.countdown), pay(hold))

    case (.feedback(.paid), .paying(let hold)):
      state = .ticket(crossing: hold.crossing)
      return .none

    case (.feedback(.payFailed), .paying(let hold)):
      state = .held(hold, problem: .notPaid)
      return countDown()

    case (.input(.doneTapped), .ticket):
      state = .choosing(nil)
      return .none

    default:
      return .none
    }
  }

  private func reserve(_ crossing: Int) -> Effect<Feedback, Never> {
    .run("reserve", of: crossing) { send in
      let code = try await ferry.reserve(crossing)
      await send(.reserved(T12Hold(crossing: crossing, code: code)))
    } catch: { _, send in
      await send(.reserveFailed)
    }
    .cancellable(id: CancelID.reserve, cancelInFlight: true)
  }

  private func countDown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  /// Gives a place back. If that fails, the place is free again when its time is over.
  private func release(_ crossing: Int) -> Effect<Feedback, Never> {
    .run("release", of: crossing) { send in
      try await ferry.release(crossing)
      await send(.released)
    } catch: { _, send in
      await send(.released)
    }
    .cancellable(id: CancelID.release, cancelInFlight: true)
  }

  private func pay(_ hold: T12Hold) -> Effect<Feedback, Never> {
    .run("pay", of: hold.code) { send in
      try await bank.pay(hold.code)
      await send(.paid)
    } catch: { _, send in
      await send(.payFailed)
    }
    .cancellable(id: CancelID.pay, cancelInFlight: true)
  }
}

struct T12Ferry: TestDependencyKey {
  var reserve: @Sendable (_ crossing: Int) async throws -> String
  var release: @Sendable (_ crossing: Int) async throws -> Void

  static let testValue = T12Ferry(
    reserve: unimplemented("T12Ferry.reserve"),
    release: unimplemented("T12Ferry.release")
  )
}

struct T12Bank: TestDependencyKey {
  var pay: @Sendable (_ code: String) async throws -> Void

  static let testValue = T12Bank(pay: unimplemented("T12Bank.pay"))
}

extension DependencyValues {
  var t12Ferry: T12Ferry {
    get { self[T12Ferry.self] }
    set { self[T12Ferry.self] = newValue }
  }

  var t12Bank: T12Bank {
    get { self[T12Bank.self] }
    set { self[T12Bank.self] = newValue }
  }
}

struct T12Offline: Error {}

struct T12Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .crossingTapped(1), .crossingTapped(2), .backTapped, .stayTapped, .stopTapped, .payTapped, .doneTapped,
    ]) {
      let store = TestStore(initialState: T12FerryTickets.State.choosing(nil)) { T12FerryTickets() }
      store.gate("reserve", at: \.t12Ferry.reserve) { crossing in
        [.success("F\(crossing)"), .failure(T12Offline())]
      }
      store.gate("release", at: \.t12Ferry.release) { _ in [.success(()), .failure(T12Offline())] }
      store.gate("pay", at: \.t12Bank.pay) { _ in [.success(()), .failure(T12Offline())] }
      return store
    }
  }
}
