import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B06BankClient: Sendable {
  var loans: @Sendable () async throws -> [String]
  var rate: @Sendable (_ amount: Int) async throws -> Int
  var apply: @Sendable (_ amount: Int, _ rate: Int) async throws -> String
}

enum B06BankClientKey: TestDependencyKey {
  static let testValue = B06BankClient(
    loans: unimplemented("B06BankClient.loans"),
    rate: unimplemented("B06BankClient.rate"),
    apply: unimplemented("B06BankClient.apply")
  )
}

extension DependencyValues {
  var b06Bank: B06BankClient {
    get { self[B06BankClientKey.self] }
    set { self[B06BankClientKey.self] = newValue }
  }
}

/// The form for a new loan: an amount, the rate that the bank offers for it, and the application.
struct B06LoanForm: Reducer {
  enum Quote: Equatable {
    case missing
    case loading
    case offered(Int)
    case failed
  }

  struct State: Equatable {
    var amount = 0
    var quote = Quote.missing
    var isApplying = false
    var applyFailed = false
    var asksToDiscard = false

    /// While the form waits for the bank or for an answer to its question, it can't be edited.
    var isLocked: Bool { isApplying || asksToDiscard }
  }

  enum Input: Equatable, Sendable {
    case amountChanged(Int)
    case retryTapped
    case applyTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case quoted(amount: Int, rate: Int)
    case quoteFailed(amount: Int)
    case applied(String)
    case applyFailed
  }

  enum Output: Equatable, Sendable {
    case applied(String)
    case closed
  }

  private enum CancelID {
    case quote
    case application
  }

  @Dependency(\.b06Bank) private var bank

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.amountChanged(let amount)):
      guard !state.isLocked, amount != state.amount else { return .none }
      state.amount = amount
      state.applyFailed = false
      return quote(&state)

    case .input(.retryTapped):
      guard !state.isLocked, state.quote == .failed else { return .none }
      return quote(&state)

    case .feedback(.quoted(amount: let amount, rate: let rate)):
      guard amount == state.amount else { return .none }
      state.quote = .offered(rate)
      return .none

    case .feedback(.quoteFailed(amount: let amount)):
      guard amount == state.amount else { return .none }
      state.quote = .failed
      return .none

    case .input(.applyTapped):
      guard !state.isLocked, case .offered(let rate) = state.quote else { return .none }
      state.isApplying = true
      state.applyFailed = false
      let amount = state.amount
      return .run("apply", of: amount) { send in
        await send(.applied(try await bank.apply(amount, rate)))
      } catch: { _, send in
        await send(.applyFailed)
      }
      .cancellable(id: CancelID.application)

    case .feedback(.applied(let reference)):
      state.isApplying = false
      return .output(.applied(reference))

    case .feedback(.applyFailed):
      state.isApplying = false
      state.applyFailed = true
      return .none

    case .input(.closeTapped):
      guard !state.isLocked else { return .none }
      guard state.amount != 0 else { return .output(.closed) }
      state.asksToDiscard = true
      return .none

    case .input(.discardTapped):
      return state.asksToDiscard ? .output(.closed) : .none

    case .input(.keepTapped):
      state.asksToDiscard = false
      return .none
    }
  }

  private func quote(_ state: inout State) -> Effect<Feedback, Output> {
    state.quote = .loading
    let amount = state.amount
    return .run("rate", of: amount) { send in
      let rate = try await bank.rate(amount)
      await send(.quoted(amount: amount, rate: rate))
    } catch: { _, send in
      await send(.quoteFailed(amount: amount))
    }
    .debounce(id: CancelID.quote, for: .milliseconds(300))
  }
}

/// The loans of a customer, with a form for a new one.
struct B06Loans: Reducer {
  struct State: Equatable {
    var loans: [String] = []
    var isLoading = false
    var loadFailed = false
    var form: B06LoanForm.State?
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case newTapped
    case form(B06LoanForm.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case form(ChildFeedback<B06LoanForm>)
  }

  private enum CancelID { case loans }

  private let form = Scope<B06Loans, B06LoanForm>(ifLet: \.form, feedback: Feedback.form) { B06LoanForm() }

  @Dependency(\.b06Bank) private var bank

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let loans)):
      state.isLoading = false
      state.loans = loans
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.newTapped):
      if state.form == nil { state.form = B06LoanForm.State() }
      return .none

    case .input(.form(let input)):
      guard state.form != nil else { return .none }
      return form.reduce(.input(input), into: &state)

    case .feedback(.form(.feedback(let feedback))):
      return form.reduce(.feedback(feedback), into: &state)

    case .feedback(.form(.output(.closed))):
      state.form = nil
      return .none

    case .feedback(.form(.output(.applied(let reference)))):
      state.form = nil
      if !state.loans.contains(reference) { state.loans.append(reference) }
      // A list that is on its way may be older than the loan.
      return state.isLoading ? load(&state) : .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("loans") { send in
      await send(.loaded(try await bank.loans()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.loans, cancelInFlight: true)
  }
}

struct B06Offline: Error {}

struct B06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B06Loans.State) -> [B06Loans.Input] in
        guard let form = state.form else { return [.refreshTapped, .newTapped] }
        if form.asksToDiscard { return [.form(.discardTapped), .form(.keepTapped)] }
        return [
          .form(.amountChanged(5000)), .form(.amountChanged(9000)), .form(.retryTapped), .form(.applyTapped),
          .form(.closeTapped),
        ]
      }
    ) { () -> TestStore<B06Loans> in
      let store = TestStore(initialState: B06Loans.State()) { B06Loans() }
      store.gate("loans", at: \.b06Bank.loans) { [.success(["L1"]), .failure(B06Offline())] }
      store.gate("rate", at: \.b06Bank.rate) { amount in [.success(amount / 1000), .failure(B06Offline())] }
      store.gate("apply", at: \.b06Bank.apply) { _ in [.success("L2"), .failure(B06Offline())] }
      return store
    }
  }
}
