import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Payments to people: a stack of the payees and a form. A link leads to the form for its payee.
struct A36Payments: Reducer {
  struct State: Equatable {
    var path: Stack<A36Screen> = []
    var question: A36Step?
    var waiting: String?
    var last: A36Payment?
  }

  enum Input: Equatable, Sendable {
    case newTapped
    case payeeTapped(String)
    case backTapped
    case linkOpened(String)
    case discardTapped
    case keepTapped
    case form(ScreenID, A36Form.Input)
  }

  enum Feedback: Equatable, Sendable {
    case form(ScreenID, ChildFeedback<A36Form>)
  }

  private let forms = ScopeScreens<A36Payments, A36Form>(at: .screens(\.path, \.form), feedback: Feedback.form) {
    A36Form()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.newTapped):
      guard state.path.isEmpty else { return .none }
      state.path.push(.payees)
      return .none

    case .input(.payeeTapped(let payee)):
      guard state.path.top == .payees else { return .none }
      let id = state.path.push(.form(A36Form.State(payee: payee)))
      return forms.start(id: id, from: state)

    case .input(.backTapped):
      return leave(by: .back, &state)

    case .input(.linkOpened(let payee)):
      return leave(by: .link(payee), &state)

    case .input(.discardTapped):
      guard let step = state.question else { return .none }
      return go(step, &state)

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.form(let id, let input)):
      guard state.question == nil else { return .none }
      return forms.reduce(.input(input), id: id, into: &state)

    case .feedback(.form(let id, .feedback(let feedback))):
      return forms.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.form(_, .output(.sent(let payment)))):
      state.last = payment
      state.path.popAll()
      guard let payee = state.waiting.take() else { return .none }
      return go(.link(payee), &state)

    case .feedback(.form(_, .output(.notSent))):
      if let payee = state.waiting.take() { state.question = .link(payee) }
      return .none
    }
  }

  private func leave(by step: A36Step, _ state: inout State) -> Effect<Feedback, Never> {
    guard let form = state.path.top?.form else { return go(step, &state) }
    if form.isSending {
      if case .link(let payee) = step { state.waiting = payee }
      return .none
    }
    guard form.amount == 0 else {
      state.question = step
      return .none
    }
    return go(step, &state)
  }

  private func go(_ step: A36Step, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    switch step {
    case .back:
      state.path.pop()
      return .none
    case .link(let payee):
      state.path = [.payees, .form(A36Form.State(payee: payee))]
      return forms.start(from: state)
    }
  }
}

enum A36Step: Equatable, Sendable { case back, link(String) }

enum A36Screen: Equatable {
  case payees
  case form(A36Form.State)
}

extension A36Screen {
  var form: A36Form.State? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }
}

/// The form of one payment. It asks for the fee first.
struct A36Form: Reducer {
  struct State: Equatable {
    var payee: String
    var amount = 0
    var fee: Int?
    var feeHasFailed = false
    var isSending = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case amountChanged(Int), feeAgainTapped, sendTapped }
  enum Feedback: Equatable, Sendable { case feeLoaded(Int), feeFailed, sent, notSent }
  enum Output: Equatable, Sendable { case sent(A36Payment), notSent }

  @Dependency(\.a36Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { loadFee(state.payee) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.amountChanged(let amount)):
      guard !state.isSending else { return .none }
      state.amount = amount
      state.hasFailed = false
      return .none

    case .input(.feeAgainTapped):
      guard state.feeHasFailed else { return .none }
      state.feeHasFailed = false
      return loadFee(state.payee)

    case .input(.sendTapped):
      guard state.fee != nil, state.amount > 0, !state.isSending else { return .none }
      state.isSending = true
      state.hasFailed = false
      let payment = A36Payment(payee: state.payee, amount: state.amount)
      return .run("send", of: payment) { send in
        try await client.send(payment)
        await send(.sent)
      } catch: { _, send in
        await send(.notSent)
      }

    case .feedback(.feeLoaded(let fee)):
      state.fee = fee
      return .none

    case .feedback(.feeFailed):
      state.feeHasFailed = true
      return .none

    case .feedback(.sent):
      state.isSending = false
      return .output(.sent(A36Payment(payee: state.payee, amount: state.amount)))

    case .feedback(.notSent):
      state.isSending = false
      state.hasFailed = true
      return .output(.notSent)
    }
  }

  private func loadFee(_ payee: String) -> Effect<Feedback, Output> {
    .run("fee", of: payee) { send in
      await send(.feeLoaded(try await client.fee(payee)))
    } catch: { _, send in
      await send(.feeFailed)
    }
  }
}

struct A36Payment: Hashable, Sendable {
  var payee: String
  var amount: Int
}

struct A36Client: TestDependencyKey, Sendable {
  var fee: @Sendable (_ payee: String) async throws -> Int
  var send: @Sendable (_ payment: A36Payment) async throws -> Void

  static let testValue = A36Client(fee: unimplemented("A36Client.fee"), send: unimplemented("A36Client.send"))
}

extension DependencyValues {
  var a36Client: A36Client {
    get { self[A36Client.self] }
    set { self[A36Client.self] = newValue }
  }
}

struct A36Offline: Error {}

struct A36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A36Payments.State) -> [A36Payments.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped, .linkOpened("Ben")] }
        guard let id = state.path.ids.last else { return [.newTapped, .linkOpened("Ben")] }
        guard let form = state.path.top?.form else { return [.payeeTapped("Ada"), .backTapped, .linkOpened("Ben")] }
        var inputs: [A36Payments.Input] = [.linkOpened("Ben")]
        if form.isSending { return inputs }
        inputs += [.backTapped, .form(id, .amountChanged(25))]
        if form.feeHasFailed { inputs += [.form(id, .feeAgainTapped)] }
        if form.fee != nil, form.amount > 0 { inputs += [.form(id, .sendTapped)] }
        return inputs
      }
    ) { () -> TestStore<A36Payments> in
      let store = TestStore(initialState: A36Payments.State()) { A36Payments() }
      store.gate("fee", at: \.a36Client.fee) { _ in [.success(2), .failure(A36Offline())] }
      store.gate("send", at: \.a36Client.send) { _ in [.success(()), .failure(A36Offline())] }
      return store
    }
  }
}
