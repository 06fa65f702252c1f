import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account of a public library: loans, and their renewal.
struct S19Library: Reducer {
  struct State: Equatable {
    var reader: String?
    var isLoggingIn = false
    var loans: IdentifiedArray<S19Loan> = []
    var isLoading = false
    var hasFailed = false
    var renewing: Set<Int> = []
    var refused: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case logOutTapped
    case reloadTapped
    case renewTapped(Int)
    case refusalDismissed(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case logInFailed
    case loaded([S19Loan])
    case loadFailed
    case renewed(S19Loan)
    case renewalRefused(Int)
  }

  private enum CancelID: Hashable {
    case logIn
    case load
    case renewal(Int)
  }

  @Dependency(\.s19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let reader)):
      guard state.reader == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.hasFailed = false
      return .run("logIn", of: reader) { send in
        try await client.logIn(reader)
        await send(.loggedIn(reader))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn, cancelInFlight: true)

    case .input(.logOutTapped):
      guard state.reader != nil else { return .none }
      state = State()
      return .cancel(id: CancelID.load)

    case .input(.reloadTapped):
      guard state.reader != nil, !state.isLoading, state.renewing.isEmpty else { return .none }
      return load(into: &state)

    case .input(.renewTapped(let id)):
      guard state.loans[id: id] != nil, !state.isLoading, !state.renewing.contains(id) else { return .none }
      state.renewing.insert(id)
      state.refused.remove(id)
      return .run("renew", of: id) { send in
        await send(.renewed(try await client.renew(id)))
      } catch: { _, send in
        await send(.renewalRefused(id))
      }
      .cancellable(id: CancelID.renewal(id), cancelInFlight: true)

    case .input(.refusalDismissed(let id)):
      state.refused.remove(id)
      return .none

    case .feedback(.loggedIn(let reader)):
      state.isLoggingIn = false
      state.reader = reader
      return load(into: &state)

    case .feedback(.logInFailed):
      state.isLoggingIn = false
      state.hasFailed = true
      return .none

    case .feedback(.loaded(let loans)):
      state.isLoading = false
      state.loans = IdentifiedArray(loans)
      state.refused = []
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.renewed(let loan)):
      state.renewing.remove(loan.id)
      state.loans.updateOrAppend(loan)
      return .none

    case .feedback(.renewalRefused(let id)):
      state.renewing.remove(id)
      state.refused.insert(id)
      return .none
    }
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("loans") { send in
      await send(.loaded(try await client.loans()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct S19Loan: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
  var weeksLeft: Int
}

struct S19Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ reader: String) async throws -> Void
  var loans: @Sendable () async throws -> [S19Loan]
  var renew: @Sendable (_ loan: Int) async throws -> S19Loan

  static let testValue = S19Client(
    logIn: unimplemented("S19Client.logIn"),
    loans: unimplemented("S19Client.loans"),
    renew: unimplemented("S19Client.renew")
  )
}

extension DependencyValues {
  var s19Client: S19Client {
    get { self[S19Client.self] }
    set { self[S19Client.self] = newValue }
  }
}

struct S19Offline: Error {}

struct S19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S19Library.State) -> [S19Library.Input] in
        guard state.reader != nil else { return [.logInTapped("Ada")] }
        var inputs: [S19Library.Input] = [.logOutTapped, .reloadTapped]
        for loan in state.loans { inputs.append(.renewTapped(loan.id)) }
        for id in state.refused.sorted() { inputs.append(.refusalDismissed(id)) }
        return inputs
      }
    ) { () -> TestStore<S19Library> in
      let store = TestStore(initialState: S19Library.State()) { S19Library() }
      store.gate("logIn", at: \.s19Client.logIn) { _ in [.success(()), .failure(S19Offline())] }
      store.gate("loans", at: \.s19Client.loans) {
        [
          .success([S19Loan(id: 1, title: "Emma", weeksLeft: 1), S19Loan(id: 2, title: "Dune", weeksLeft: 2)]),
          .failure(S19Offline()),
        ]
      }
      store.gate("renew", at: \.s19Client.renew) { id in
        [.success(S19Loan(id: id, title: id == 1 ? "Emma" : "Dune", weeksLeft: 4)), .failure(S19Offline())]
      }
      return store
    }
  }
}
