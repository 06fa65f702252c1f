import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The bar below a post: the user's reaction, which shows at once, and the number of those of others.
struct V35Reactions: Reducer {
  enum Connection { case off, live, lost }
  enum Report { case sending, sent }
  enum Problem { case reaction, report }

  /// The newest request to the server. An older one counts no more.
  struct Attempt: Equatable {
    var number: Int
    var reaction: V35Reaction?
    var isRunning = true
    var isConfirmed = false
  }

  struct State: Equatable {
    /// What the user sees.
    var reaction: V35Reaction?

    /// What the server has confirmed.
    var confirmed: V35Reaction?
    var attempt: Attempt?
    var others = 0
    var connection = Connection.off
    var report: Report?
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case reconnectTapped
    case reactionTapped(V35Reaction)
    case reportTapped
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case accepted
    case rejected
    case updated(V35Update)
    case disconnected
    case reported
    case reportFailed
  }

  private enum CancelID { case updates }

  @Dependency(\.v35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.reconnectTapped):
      guard state.connection != .live else { return .none }
      state.connection = .live
      return listen()

    case .input(.disappeared):
      state.connection = .off
      return .cancel(id: CancelID.updates)

    case .input(.reactionTapped(let reaction)):
      state.reaction = state.reaction == reaction ? nil : reaction
      if state.problem == .reaction { state.problem = nil }
      return state.attempt?.isRunning == true ? .none : react(&state)

    case .feedback(.accepted):
      state.attempt?.isRunning = false
      confirm(&state)
      return state.reaction == state.confirmed ? .none : react(&state)

    case .feedback(.rejected):
      guard let attempt = state.attempt else { return .none }
      state.attempt?.isRunning = false
      if attempt.isConfirmed { return state.reaction == state.confirmed ? .none : react(&state) }
      // The server may have taken it all the same. So the user's newer choice is sent in any case.
      guard state.reaction == attempt.reaction else { return react(&state) }
      state.reaction = state.confirmed
      state.problem = .reaction
      return .none

    case .feedback(.updated(let update)):
      state.others = update.others
      guard let attempt = state.attempt, attempt.number == update.confirms, !attempt.isConfirmed else { return .none }
      confirm(&state)
      guard !attempt.isRunning else { return .none }
      state.reaction = state.confirmed
      if state.problem == .reaction { state.problem = nil }
      return .none

    case .feedback(.disconnected):
      state.connection = .lost
      return .none

    case .input(.reportTapped):
      guard state.report == nil else { return .none }
      state.report = .sending
      if state.problem == .report { state.problem = nil }
      return .run("report") { send in
        try await client.report()
        await send(.reported)
      } catch: { _, send in
        await send(.reportFailed)
      }

    case .feedback(.reported):
      state.report = .sent
      return .none

    case .feedback(.reportFailed):
      state.report = nil
      state.problem = .report
      return .none

    case .input(.problemDismissed):
      state.problem = nil
      return .none
    }
  }

  private func confirm(_ state: inout State) {
    guard let attempt = state.attempt else { return }
    state.attempt?.isConfirmed = true
    state.confirmed = attempt.reaction
  }

  /// Sends what the user sees. There is one request at a time.
  private func react(_ state: inout State) -> Effect<Feedback, Never> {
    let attempt = Attempt(number: (state.attempt?.number ?? 0) + 1, reaction: state.reaction)
    state.attempt = attempt
    return .run("react", of: attempt.number) { send in
      try await client.react(attempt.reaction, attempt.number)
      await send(.accepted)
    } catch: { _, send in
      await send(.rejected)
    }
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("updates") { send in
      for await update in client.updates() { await send(.updated(update)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.updates, cancelInFlight: true)
  }
}

enum V35Reaction: Hashable, Sendable { case heart, laugh }

struct V35Update: Equatable, Sendable {
  var others: Int

  /// The number of the user's request that the server has taken last.
  var confirms: Int?
}

struct V35Client: TestDependencyKey, Sendable {
  var react: @Sendable (_ reaction: V35Reaction?, _ number: Int) async throws -> Void
  var report: @Sendable () async throws -> Void
  var updates: @Sendable () -> AsyncStream<V35Update>

  static let testValue = V35Client(
    react: unimplemented("V35Client.react"),
    report: unimplemented("V35Client.report"),
    updates: unimplemented("V35Client.updates", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var v35Client: V35Client {
    get { self[V35Client.self] }
    set { self[V35Client.self] = newValue }
  }
}

struct V35Offline: Error {}

struct V35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V35Reactions.State) -> [V35Reactions.Input] in
        if state.connection == .off { return [.appeared] }
        var inputs: [V35Reactions.Input] = [.disappeared]
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        if (state.attempt?.number ?? 0) < 3 { inputs += [.reactionTapped(.heart), .reactionTapped(.laugh)] }
        if state.report == nil { inputs.append(.reportTapped) }
        if state.problem != nil { inputs.append(.problemDismissed) }
        return inputs
      }
    ) { () -> TestStore<V35Reactions> in
      let store = TestStore(initialState: V35Reactions.State()) { V35Reactions() }
      store.gate("react", at: \.v35Client.react) { _ in [.success(()), .failure(V35Offline())] }
      store.gate("report", at: \.v35Client.report) { [.success(()), .failure(V35Offline())] }
      store.gate("updates", at: \.v35Client.updates) {
        [.element(V35Update(others: 4, confirms: nil)), .element(V35Update(others: 5, confirms: 1)), .finish]
      }
      return store
    }
  }
}
