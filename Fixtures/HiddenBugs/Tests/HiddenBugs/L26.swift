import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A terminal in the library at which readers see and renew their loans. A minute without a touch ends the session.
struct L26Terminal: Reducer {
  struct State: Equatable {
    var card: String?
    var loans: [L26Loan] = []
    var fees: Int?
    var isLoading = false
    var hasFailed = false
    var renewing: String?
    var problem: String?
    var largeType = false
  }

  enum Input: Equatable, Sendable {
    case cardScanned(String)
    case reloadTapped
    case renewTapped(String)
    case problemDismissed
    case largeTypeTapped
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([L26Loan], fees: Int)
    case loadFailed
    case renewed([L26Loan])
    case renewalFailed(String)
    case idle
  }

  private enum CancelID { case load, idle }

  @Dependency(\.l26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      let effect = handle(input, &state)
      return state.card == nil ? effect : .merge(effect, waitForTouch())

    case .feedback(.loaded(let loans, fees: let fees)):
      state.isLoading = false
      state.loans = loans
      state.fees = fees
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.renewed(let loans)):
      state.renewing = nil
      state.loans = loans
      return .none

    case .feedback(.renewalFailed(let id)):
      guard let loan = state.loans.first(where: { $0.id == id }) else { return .none }
      state.renewing = nil
      state.problem = "\(loan.title) could not be renewed."
      return .none

    case .feedback(.idle):
      return signOut(&state)
    }
  }

  private func handle(_ input: Input, _ state: inout State) -> Effect<Feedback, Never> {
    switch input {
    case .cardScanned(let card):
      guard state.card == nil else { return .none }
      state = State(card: card)
      return load(card, &state)

    case .reloadTapped:
      guard let card = state.card, !state.isLoading, state.renewing == nil else { return .none }
      return load(card, &state)

    case .renewTapped(let id):
      guard state.card != nil, !state.isLoading, state.renewing == nil else { return .none }
      guard let loan = state.loans.first(where: { $0.id == id }), loan.canRenew else { return .none }
      state.renewing = id
      state.problem = nil
      return .run("renew", of: id) { send in
        await send(.renewed(try await client.renew(id)))
      } catch: { _, send in
        await send(.renewalFailed(id))
      }

    case .problemDismissed:
      state.problem = nil
      return .none

    case .largeTypeTapped:
      state.largeType.toggle()
      return .none

    case .signOutTapped:
      return signOut(&state)
    }
  }

  private func load(_ card: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("account", of: card) { send in
      let loans = try await client.loans(card)
      let fees = try await client.fees(card)
      await send(.loaded(loans, fees: fees))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func waitForTouch() -> Effect<Feedback, Never> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.idle)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }

  /// Shows the start screen to the next reader.
  private func signOut(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.idle))
  }
}

struct L26Loan: Equatable, Sendable {
  var id: String
  var title: String
  var dueDay: Int
  var canRenew: Bool
}

struct L26Client: TestDependencyKey, Sendable {
  var loans: @Sendable (_ card: String) async throws -> [L26Loan]
  var fees: @Sendable (_ card: String) async throws -> Int

  /// Renews a loan, and returns all loans of its reader.
  var renew: @Sendable (_ loan: String) async throws -> [L26Loan]

  static let testValue = L26Client(
    loans: unimplemented("L26Client.loans"),
    fees: unimplemented("L26Client.fees"),
    renew: unimplemented("L26Client.renew")
  )
}

extension DependencyValues {
  var l26Client: L26Client {
    get { self[L26Client.self] }
    set { self[L26Client.self] = newValue }
  }
}

struct L26Offline: Error {}

struct L26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L26Terminal.State) -> [L26Terminal.Input] in
        guard state.card != nil else { return [.cardScanned("Ada"), .cardScanned("Ben")] }
        var inputs: [L26Terminal.Input] = [.reloadTapped, .largeTypeTapped, .signOutTapped]
        if let loan = state.loans.first, loan.canRenew { inputs.append(.renewTapped(loan.id)) }
        if state.problem != nil { inputs.append(.problemDismissed) }
        return inputs
      }
    ) { () -> TestStore<L26Terminal> in
      let store = TestStore(initialState: L26Terminal.State()) { L26Terminal() }
      store.gate("loans", at: \.l26Client.loans) { card in
        [
          .success([L26Loan(id: "\(card)-1", title: "Emma", dueDay: 3, canRenew: true)]),
          .failure(L26Offline()),
        ]
      }
      store.gate("fees", at: \.l26Client.fees) { _ in [.success(2), .failure(L26Offline())] }
      store.gate("renew", at: \.l26Client.renew) { loan in
        [
          .success([L26Loan(id: loan, title: "Emma", dueDay: 31, canRenew: false)]),
          .failure(L26Offline()),
        ]
      }
      return store
    }
  }
}
