import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A bank transfer that the user approves in another app. The bank reports the decision on a stream, and on request.
struct Y10Transfer: Reducer {
  enum Phase: Equatable, Sendable {
    case editing
    case sending
    /// The order may not have arrived. An order that nobody approves lapses.
    case unsent
    case waiting(Wait)
    case executed
    case declined
  }

  struct Wait: Equatable, Sendable {
    var id: String
    /// Whether it takes so long that the user may ask the bank.
    var isOverdue = false
    var isChecking = false
    var hasCheckFailed = false
  }

  struct State: Equatable {
    var amount = 50
    var phase = Phase.editing
  }

  enum Input: Equatable, Sendable {
    case amountChanged(Int)
    case sendTapped
    case editTapped
    case checkTapped
    case leaveTapped
    case newTapped
  }

  enum Feedback: Equatable, Sendable {
    case submitted(String)
    case submitFailed
    case decided(Y10Decision)
    case decisionsEnded
    case waitedLong
    case stillUndecided
    case checkFailed
  }

  private enum CancelID { case wait }

  @Dependency(\.y10Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.amountChanged(let amount)):
      guard state.phase == .editing else { return .none }
      state.amount = amount
      return .none

    case .input(.sendTapped):
      guard state.phase == .editing || state.phase == .unsent else { return .none }
      state.phase = .sending
      let amount = state.amount
      return .run("submit", of: amount) { send in
        await send(.submitted(try await client.submit(amount)))
      } catch: { _, send in
        await send(.submitFailed)
      }

    case .input(.editTapped):
      guard state.phase == .unsent else { return .none }
      state.phase = .editing
      return .none

    case .input(.checkTapped):
      guard case .waiting(var wait) = state.phase, wait.isOverdue, !wait.isChecking else { return .none }
      wait.isChecking = true
      wait.hasCheckFailed = false
      state.phase = .waiting(wait)
      return check(wait.id)

    case .input(.leaveTapped):
      // The list of open orders goes on to show it.
      guard case .waiting = state.phase else { return .none }
      state = State()
      return .cancel(id: CancelID.wait)

    case .input(.newTapped):
      guard state.phase == .executed || state.phase == .declined else { return .none }
      state = State()
      return .none

    case .feedback(.submitted(let id)):
      state.phase = .waiting(Wait(id: id))
      return .merge(decisions(on: id), patience())

    case .feedback(.submitFailed):
      state.phase = .unsent
      return .none

    case .feedback(.decided(let decision)):
      guard case .waiting = state.phase else { return .none }
      state.phase = decision == .approved ? .executed : .declined
      return .cancel(id: CancelID.wait)

    case .feedback(.decisionsEnded), .feedback(.waitedLong):
      change(&state) { $0.isOverdue = true }
      return .none

    case .feedback(.stillUndecided):
      change(&state) { $0.isChecking = false }
      return .none

    case .feedback(.checkFailed):
      change(&state) {
        $0.isChecking = false
        $0.hasCheckFailed = true
      }
      return .none
    }
  }

  private func decisions(on id: String) -> Effect<Feedback, Never> {
    .run("decisions", of: id) { send in
      for await decision in client.decisions(id) { await send(.decided(decision)) }
      await send(.decisionsEnded)
    }
    .cancellable(id: CancelID.wait)
  }

  private func patience() -> Effect<Feedback, Never> {
    .run("patience") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.waitedLong)
    }
    .cancellable(id: CancelID.wait)
  }

  private func check(_ id: String) -> Effect<Feedback, Never> {
    .run("check", of: id) { send in
      if let decision = try await client.decision(id) {
        await send(.decided(decision))
      } else {
        await send(.stillUndecided)
      }
    } catch: { _, send in
      await send(.checkFailed)
    }
    .cancellable(id: CancelID.wait)
  }

  /// Changes the wait; does nothing once the order is decided.
  private func change(_ state: inout State, _ change: (inout Wait) -> Void) {
    guard case .waiting(var wait) = state.phase else { return }
    change(&wait)
    state.phase = .waiting(wait)
  }
}

enum Y10Decision: Equatable, Sendable { case approved, declined }

struct Y10Client: TestDependencyKey, Sendable {
  var submit: @Sendable (_ amount: Int) async throws -> String
  var decision: @Sendable (_ id: String) async throws -> Y10Decision?
  var decisions: @Sendable (_ id: String) -> AsyncStream<Y10Decision>

  static let testValue = Y10Client(
    submit: unimplemented("Y10Client.submit"),
    decision: unimplemented("Y10Client.decision"),
    decisions: unimplemented("Y10Client.decisions", placeholder: AsyncStream<Y10Decision> { $0.finish() })
  )
}

extension DependencyValues {
  var y10Client: Y10Client {
    get { self[Y10Client.self] }
    set { self[Y10Client.self] = newValue }
  }
}

struct Y10Offline: Error {}

struct Y10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y10Transfer.State) -> [Y10Transfer.Input] in
        switch state.phase {
        case .editing: [.amountChanged(50), .amountChanged(200), .sendTapped]
        case .sending: []
        case .unsent: [.sendTapped, .editTapped]
        case .waiting(let wait): wait.isOverdue && !wait.isChecking ? [.checkTapped, .leaveTapped] : [.leaveTapped]
        case .executed, .declined: [.newTapped]
        }
      }
    ) { () -> TestStore<Y10Transfer> in
      let store = TestStore(initialState: Y10Transfer.State()) { Y10Transfer() }
      store.gate("submit", at: \.y10Client.submit) { _ in [.success("T-1"), .failure(Y10Offline())] }
      store.gate("decision", at: \.y10Client.decision) { _ in
        [.success(nil), .success(Y10Decision.approved), .success(Y10Decision.declined), .failure(Y10Offline())]
      }
      store.gate("decisions", at: \.y10Client.decisions) { _ in [.element(.approved), .element(.declined), .finish] }
      return store
    }
  }
}
