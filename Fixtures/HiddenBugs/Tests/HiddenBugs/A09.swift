import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The books that a reader has borrowed. Each of them can be renewed once, one at a time.
struct A09Loans: Reducer {
  struct Loan: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var daysLeft: Int
  }

  struct State: Equatable {
    var loans: [Loan] = []
    var isLoading = false
    var couldNotLoad = false
    var isRenewing = false
    var message: String?
  }

  enum Input: Equatable {
    case refreshTapped
    case renewTapped(Int)
    case messageTapped
  }

  enum Feedback: Equatable {
    case loaded([Loan])
    case loadFailed
    case renewed(Int, daysLeft: Int)
    case renewFailed
    case messageEnded
  }

  @Dependency(\.a09LoadLoans) private var loadLoans
  @Dependency(\.a09Renew) private var renew
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return .run("load") { send in
        await send(.loaded(try await loadLoans()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: "load", cancelInFlight: true)

    case .input(.renewTapped(let id)):
      guard !state.isRenewing else { return .none }
      guard let loan = state.loans.first(where: { $0.id == id }), loan.daysLeft < 28 else { return .none }
      state.isRenewing = true
      return .run("renew", of: id) { send in
        await send(.renewed(id, daysLeft: try await renew(id)))
      } catch: { _, send in
        await send(.renewFailed)
      }
      .cancellable(id: "renew", cancelInFlight: true)

    case .input(.messageTapped):
      state.message = nil
      return .cancel(id: "message")

    case .feedback(.loaded(let loans)):
      state.isLoading = false
      state.couldNotLoad = false
      // An answer may be older than a renewal, which only makes a loan longer.
      let known = state.loans
      state.loans = loans.map { loan in
        var loan = loan
        if let old = known.first(where: { $0.id == loan.id }) { loan.daysLeft = max(loan.daysLeft, old.daysLeft) }
        return loan
      }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.couldNotLoad = true
      return .none

    case .feedback(.renewed(let id, daysLeft: let daysLeft)):
      guard let index = state.loans.firstIndex(where: { $0.id == id }) else { return .none }
      state.loans[index].daysLeft = max(state.loans[index].daysLeft, daysLeft)
      state.isRenewing = false
      return show("\(state.loans[index].title) is renewed.", &state)

    case .feedback(.renewFailed):
      state.isRenewing = false
      return show("The book can't be renewed now.", &state)

    case .feedback(.messageEnded):
      state.message = nil
      return .none
    }
  }

  /// Shows a message for a few seconds.
  private func show(_ message: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.message = message
    return .run("message") { send in
      try await clock.sleep(for: .seconds(3))
      await send(.messageEnded)
    }
    .cancellable(id: "message", cancelInFlight: true)
  }
}

enum A09LoadLoansKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> [A09Loans.Loan] = unimplemented("a09LoadLoans")
}

enum A09RenewKey: TestDependencyKey {
  static let testValue: @Sendable (_ loan: Int) async throws -> Int = unimplemented("a09Renew")
}

extension DependencyValues {
  /// The books that the reader has at home.
  var a09LoadLoans: @Sendable () async throws -> [A09Loans.Loan] {
    get { self[A09LoadLoansKey.self] }
    set { self[A09LoadLoansKey.self] = newValue }
  }

  /// Renews a loan, and returns how many days are left.
  var a09Renew: @Sendable (_ loan: Int) async throws -> Int {
    get { self[A09RenewKey.self] }
    set { self[A09RenewKey.self] = newValue }
  }
}

struct A09Offline: Error {}

extension A09Loans.Loan {
  static let atlas = A09Loans.Loan(id: 1, title: "Atlas", daysLeft: 14)
  static let novel = A09Loans.Loan(id: 2, title: "Novel", daysLeft: 14)
}

struct A09Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.refreshTapped, .renewTapped(1), .renewTapped(2), .messageTapped]) {
      () -> TestStore<A09Loans> in
      let store = TestStore(initialState: A09Loans.State()) { A09Loans() }
      store.gate("load", at: \.a09LoadLoans) {
        [
          .success([A09Loans.Loan.atlas, A09Loans.Loan.novel]), .success([A09Loans.Loan.novel]),
          .failure(A09Offline()),
        ]
      }
      store.gate("renew", at: \.a09Renew) { _ in [.success(28), .failure(A09Offline())] }
      return store
    }
  }
}
