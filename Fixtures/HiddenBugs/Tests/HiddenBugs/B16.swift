import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An instant transfer, from the amount to the bank's last word on it.
struct B16Transfer: Reducer {
  enum Step: Equatable, Sendable {
    case form
    case sending
    case waiting(String)
    case executed(String)
    case rejected
    case recalled
  }

  enum Problem: Equatable, Sendable { case notSent, notRecalled }

  struct State: Equatable {
    var amount = 0
    var step = Step.form
    var isRecalling = false
    var isOffline = false
    var problem: Problem?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case amountChanged(Int)
    case sendTapped
    case recallTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case taken(String)
    case notTaken
    case pushed(B16Status)
    case polled(B16Status)
    case pollFailed
    case recalled
    case recallFailed
  }

  private enum CancelID { case pushes, poll, recall }

  @Dependency(\.b16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.amountChanged(let amount)):
      guard state.step == .form else { return .none }
      state.amount = amount
      state.problem = nil
      return .none

    case .input(.sendTapped):
      guard state.step == .form, state.amount > 0 else { return .none }
      state.step = .sending
      state.problem = nil
      let amount = state.amount
      return .run("send", of: amount) { send in
        await send(.taken(try await client.send(amount)))
      } catch: { _, send in
        await send(.notTaken)
      }

    case .input(.recallTapped):
      guard case .waiting(let reference) = state.step, !state.isRecalling else { return .none }
      state.isRecalling = true
      state.problem = nil
      return .run("recall", of: reference) { send in
        try await client.recall(reference)
        await send(.recalled)
      } catch: { _, send in
        await send(.recallFailed)
      }
      .cancellable(id: CancelID.recall)

    case .input(.doneTapped):
      switch state.step {
      case .executed, .rejected, .recalled:
        state = State()
        return .none
      case .form, .sending, .waiting:
        return .none
      }

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isOffline = false
      return unfollow()

    case .input(.cameToForeground):
      state.isInBackground = false
      guard case .waiting(let reference) = state.step else { return .none }
      return follow(reference)

    case .feedback(.taken(let reference)):
      state.step = .waiting(reference)
      return state.isInBackground ? .none : follow(reference)

    case .feedback(.notTaken):
      state.step = .form
      state.problem = .notSent
      return .none

    case .feedback(.pushed(let status)):
      guard case .waiting(let reference) = state.step else { return .none }
      return hear(status, of: reference, pending: .none, &state)

    case .feedback(.polled(let status)):
      guard case .waiting(let reference) = state.step else { return .none }
      state.isOffline = false
      return hear(status, of: reference, pending: poll(reference), &state)

    case .feedback(.pollFailed):
      guard case .waiting(let reference) = state.step else { return .none }
      state.isOffline = true
      return poll(reference)

    case .feedback(.recalled):
      return end(.recalled, &state)

    case .feedback(.recallFailed):
      state.isRecalling = false
      state.problem = .notRecalled
      return .none
    }
  }

  private func hear(
    _ status: B16Status,
    of reference: String,
    pending: Effect<Feedback, Never>,
    _ state: inout State
  ) -> Effect<Feedback, Never> {
    switch status {
    case .pending: return pending
    case .executed: return end(.executed(reference), &state)
    case .rejected: return end(.rejected, &state)
    }
  }

  /// Nothing that is still on its way has a say after the last word.
  private func end(_ step: Step, _ state: inout State) -> Effect<Feedback, Never> {
    state.step = step
    state.isRecalling = false
    state.isOffline = false
    state.problem = nil
    return .merge(unfollow(), .cancel(id: CancelID.recall))
  }

  private func follow(_ reference: String) -> Effect<Feedback, Never> {
    // The poll is there for pushes that don't come.
    .merge(
      .run("pushes", of: reference) { send in
        for await status in client.pushes(reference) { await send(.pushed(status)) }
      }
      .cancellable(id: CancelID.pushes, cancelInFlight: true),
      poll(reference)
    )
  }

  private func poll(_ reference: String) -> Effect<Feedback, Never> {
    .run("poll", of: reference) { send in
      try await clock.sleep(for: .seconds(2))
      do {
        await send(.polled(try await client.status(reference)))
      } catch {
        await send(.pollFailed)
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func unfollow() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.pushes), .cancel(id: CancelID.poll))
  }
}

enum B16Status: Equatable, Sendable { case pending, executed, rejected }

struct B16Client: TestDependencyKey, Sendable {
  /// Returns the reference of the transfer. It fails only if the bank has not taken the order.
  var send: @Sendable (_ amount: Int) async throws -> String
  var status: @Sendable (_ reference: String) async throws -> B16Status
  var pushes: @Sendable (_ reference: String) -> AsyncStream<B16Status>
  /// Fails once the transfer is executed.
  var recall: @Sendable (_ reference: String) async throws -> Void

  static let testValue = B16Client(
    send: unimplemented("B16Client.send"),
    status: unimplemented("B16Client.status"),
    pushes: unimplemented("B16Client.pushes", placeholder: AsyncStream { $0.finish() }),
    recall: unimplemented("B16Client.recall")
  )
}

extension DependencyValues {
  var b16Client: B16Client {
    get { self[B16Client.self] }
    set { self[B16Client.self] = newValue }
  }
}

struct B16Error: Error {}

struct B16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B16Transfer.State) -> [B16Transfer.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.step {
        case .form: return [.amountChanged(50), .amountChanged(0), .sendTapped, .wentToBackground]
        case .sending: return [.wentToBackground]
        case .waiting: return [.recallTapped, .wentToBackground]
        case .executed, .rejected, .recalled: return [.doneTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<B16Transfer> in
      let store = TestStore(initialState: B16Transfer.State()) { B16Transfer() }
      store.gate("send", at: \.b16Client.send) { _ in [.success("T1"), .failure(B16Error())] }
      store.gate("status", at: \.b16Client.status) { _ in
        [.success(.pending), .success(.executed), .success(.rejected), .failure(B16Error())]
      }
      store.gate("pushes", at: \.b16Client.pushes) { _ in [.element(.executed), .finish] }
      store.gate("recall", at: \.b16Client.recall) { _ in [.success(()), .failure(B16Error())] }
      return store
    }
  }
}
