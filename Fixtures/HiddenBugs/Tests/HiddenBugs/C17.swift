import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account of a library card: what is lent, what is to be paid, and a button to renew a loan.
struct C17Library: Reducer {
  struct State: Equatable {
    var card = ""
    var token: String?
    var loans: IdentifiedArray<C17Loan> = []
    var fees: Int?
    var renewing: Set<C17Loan.ID> = []
    var isLoggingIn = false
    var isLoadingLoans = false
    var isLoadingFees = false
    var haveLoansFailed = false
    var haveFeesFailed = false
    var notice: Notice?
  }

  enum Notice: Equatable { case notLoggedIn, notRenewed, sessionExpired }

  enum Input: Equatable, Sendable {
    case cardChanged(String)
    case logInTapped
    case cancelTapped
    case refreshPulled
    case renewTapped(C17Loan.ID)
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(token: String)
    case logInFailed
    case loansLoaded(IdentifiedArray<C17Loan>)
    case loansFailed
    case feesLoaded(Int)
    case feesFailed
    case renewed(C17Loan.ID)
    case renewFailed(C17Loan.ID)
    case sessionExpired
  }

  private enum CancelID { case logIn, loans, session }

  @Dependency(\.c17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cardChanged(let card)):
      guard state.token == nil, !state.isLoggingIn else { return .none }
      state.card = card
      return .none

    case .input(.logInTapped):
      guard state.token == nil, !state.isLoggingIn, !state.card.isEmpty else { return .none }
      let card = state.card
      state.isLoggingIn = true
      state.notice = nil
      return .run("log in", of: card) { send in
        await send(.loggedIn(token: try await client.logIn(card)))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn)

    case .input(.cancelTapped):
      state.isLoggingIn = false
      return .cancel(id: CancelID.logIn)

    case .input(.refreshPulled):
      guard let token = state.token, !state.isLoadingLoans, !state.isLoadingFees else { return .none }
      state.notice = nil
      return .merge(loadLoans(token, into: &state), loadFees(token, into: &state))

    case .input(.renewTapped(let id)):
      guard let token = state.token, !state.renewing.contains(id) else { return .none }
      state.renewing.insert(id)
      state.notice = nil
      return .run("renew", of: id) { send in
        try await client.renew(C17Renewal(token: token, loan: id))
        await send(.renewed(id))
      } catch: { error, send in
        await send(error is C17Expired ? .sessionExpired : .renewFailed(id))
      }
      .cancellable(id: CancelID.session)

    case .input(.logOutTapped):
      guard state.renewing.isEmpty else { return .none }
      state = State()
      return .cancel(id: CancelID.session)

    case .feedback(.loggedIn(token: let token)):
      state.isLoggingIn = false
      state.token = token
      return .merge(loadLoans(token, into: &state), loadFees(token, into: &state))

    case .feedback(.logInFailed):
      state.isLoggingIn = false
      state.notice = .notLoggedIn
      return .none

    case .feedback(.loansLoaded(let loans)):
      state.isLoadingLoans = false
      state.loans = loans
      return .none

    case .feedback(.loansFailed):
      state.isLoadingLoans = false
      state.haveLoansFailed = true
      return .none

    case .feedback(.feesLoaded(let fees)):
      state.isLoadingFees = false
      state.fees = fees
      return .none

    case .feedback(.feesFailed):
      state.isLoadingFees = false
      state.haveFeesFailed = true
      return .none

    case .feedback(.renewed(let id)):
      state.renewing.remove(id)
      guard let token = state.token else { return .none }
      return loadLoans(token, into: &state)

    case .feedback(.renewFailed(let id)):
      state.renewing.remove(id)
      state.notice = .notRenewed
      return .none

    case .feedback(.sessionExpired):
      state = State(card: state.card, notice: .sessionExpired)
      return .none
    }
  }

  /// Loads the loans anew. A request that is on its way doesn't know the latest renewal.
  private func loadLoans(_ token: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingLoans = true
    state.haveLoansFailed = false
    return .run("loans", of: token) { send in
      await send(.loansLoaded(IdentifiedArray(try await client.loans(token))))
    } catch: { error, send in
      await send(error is C17Expired ? .sessionExpired : .loansFailed)
    }
    .cancellable(id: CancelID.loans, cancelInFlight: true)
    .cancellable(id: CancelID.session)
  }

  private func loadFees(_ token: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingFees = true
    state.haveFeesFailed = false
    return .run("fees", of: token) { send in
      await send(.feesLoaded(try await client.fees(token)))
    } catch: { error, send in
      await send(error is C17Expired ? .sessionExpired : .feesFailed)
    }
    .cancellable(id: CancelID.session)
  }
}

struct C17Loan: Equatable, Identifiable, Sendable {
  let id: String
  var due: Int
}

struct C17Renewal: Equatable, Sendable {
  var token: String
  var loan: C17Loan.ID
}

struct C17Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ card: String) async throws -> String
  var loans: @Sendable (_ token: String) async throws -> [C17Loan]
  var fees: @Sendable (_ token: String) async throws -> Int
  var renew: @Sendable (_ renewal: C17Renewal) async throws -> Void

  static let testValue = C17Client(
    logIn: unimplemented("C17Client.logIn"),
    loans: unimplemented("C17Client.loans"),
    fees: unimplemented("C17Client.fees"),
    renew: unimplemented("C17Client.renew")
  )
}

extension DependencyValues {
  var c17Client: C17Client {
    get { self[C17Client.self] }
    set { self[C17Client.self] = newValue }
  }
}

/// The server doesn't know the token any more.
struct C17Expired: Error {}
struct C17Offline: Error {}

struct C17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C17Library.State) -> [C17Library.Input] in
        if state.isLoggingIn { return [.cancelTapped] }
        guard state.token != nil else { return state.card.isEmpty ? [.cardChanged("4711")] : [.logInTapped] }
        var inputs: [C17Library.Input] = [.refreshPulled]
        if state.renewing.isEmpty { inputs.append(.logOutTapped) }
        for loan in state.loans where !state.renewing.contains(loan.id) { inputs.append(.renewTapped(loan.id)) }
        return inputs
      }
    ) { () -> TestStore<C17Library> in
      let store = TestStore(initialState: C17Library.State()) { C17Library() }
      store.gate("logIn", at: \.c17Client.logIn) { card in [.success("token of \(card)"), .failure(C17Offline())] }
      store.gate("loans", at: \.c17Client.loans) { _ in
        [.success([C17Loan(id: "Dune", due: 14)]), .failure(C17Offline()), .failure(C17Expired())]
      }
      store.gate("fees", at: \.c17Client.fees) { _ in
        [.success(3), .failure(C17Offline()), .failure(C17Expired())]
      }
      store.gate("renew", at: \.c17Client.renew) { _ in
        [.success(()), .failure(C17Offline()), .failure(C17Expired())]
      }
      return store
    }
  }
}
