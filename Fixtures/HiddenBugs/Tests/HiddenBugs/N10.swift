import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct N10Application: Hashable, Sendable {
  var job: String
  var letter: String
}

enum N10ApplyKey: TestDependencyKey {
  static let testValue: @Sendable (_ application: N10Application) async throws -> Void = unimplemented("n10Apply")
}

extension DependencyValues {
  var n10Apply: @Sendable (_ application: N10Application) async throws -> Void {
    get { self[N10ApplyKey.self] }
    set { self[N10ApplyKey.self] = newValue }
  }
}

/// Jobs, and the letter with which the user applies for one of them.
struct N10Jobs: Reducer {
  struct State: Equatable {
    // The list
    var appliedJobs: Set<String> = []

    // The letter on the screen
    var openJob: String?
    var letter = ""
    var showsDiscardAlert = false

    // The sending
    var attempt = 0
    var isSending = false
    var isSent = false
    var hasFailed = false

    var canEdit: Bool { openJob != nil && attempt == 0 && !showsDiscardAlert }

    /// The first failure has a retry button. The second one says that the user should come back later.
    var canRetry: Bool { hasFailed && attempt == 1 }
  }

  enum Input: Equatable {
    case jobTapped(String)
    case letterChanged(String)
    case sendTapped
    case retryTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable {
    case sent
    case sendFailed(attempt: Int)
    case timedOut
  }

  @Dependency(\.n10Apply) var apply
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.jobTapped(let job)):
      guard state.openJob == nil, !state.appliedJobs.contains(job) else { return .none }
      state.openJob = job
      return .none

    case .input(.letterChanged(let letter)):
      guard state.canEdit else { return .none }
      state.letter = letter
      return .none

    case .input(.sendTapped):
      guard state.canEdit, !state.letter.isEmpty else { return .none }
      return send(&state)

    case .input(.retryTapped):
      guard state.canRetry, !state.showsDiscardAlert else { return .none }
      return send(&state)

    case .input(.closeTapped):
      guard !state.isSending, !state.showsDiscardAlert else { return .none }
      if !state.isSent && !state.letter.isEmpty {
        state.showsDiscardAlert = true
        return .none
      }
      return close(&state)

    case .input(.discardTapped):
      guard state.showsDiscardAlert else { return .none }
      return close(&state)

    case .input(.keepTapped):
      state.showsDiscardAlert = false
      return .none

    case .feedback(.sent):
      // Also if the screen says by now that it took too long.
      guard let job = state.openJob else { return .none }
      state.isSending = false
      state.isSent = true
      state.hasFailed = false
      state.showsDiscardAlert = false
      state.appliedJobs.insert(job)
      return .cancel(id: "timeout")

    case .feedback(.sendFailed(attempt: let attempt)):
      // A newer attempt may be on its way.
      guard attempt == state.attempt else { return .none }
      state.isSending = false
      state.isSent = false
      state.hasFailed = true
      return .cancel(id: "timeout")

    case .feedback(.timedOut):
      guard state.isSending else { return .none }
      state.isSending = false
      state.hasFailed = true
      return .none
    }
  }

  /// Sends the letter. After 30 seconds the user needn't wait any more, but the letter may still arrive.
  func send(_ state: inout State) -> Effect<Feedback, Never> {
    guard let job = state.openJob else { return .none }
    state.attempt += 1
    state.isSending = true
    state.hasFailed = false
    let attempt = state.attempt
    let application = N10Application(job: job, letter: state.letter)
    return .merge(
      .run("send", of: application) { send in
        try await apply(application)
        await send(.sent)
      } catch: { _, send in
        await send(.sendFailed(attempt: attempt))
      }
      .cancellable(id: "send"),
      .run("timeout") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.timedOut)
      }
      .cancellable(id: "timeout", cancelInFlight: true)
    )
  }

  /// Goes back to the list.
  func close(_ state: inout State) -> Effect<Feedback, Never> {
    let appliedJobs = state.appliedJobs
    state = State()
    state.appliedJobs = appliedJobs
    return .merge(.cancel(id: "send"), .cancel(id: "timeout"))
  }
}

struct N10Offline: Error {}

struct N10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N10Jobs.State) -> [N10Jobs.Input] in
        if state.openJob == nil { return [.jobTapped("iOS"), .jobTapped("Web")] }
        if state.showsDiscardAlert { return [.discardTapped, .keepTapped] }
        return [.letterChanged("Dear team"), .sendTapped, .retryTapped, .closeTapped]
      }
    ) { () -> TestStore<N10Jobs> in
      let store = TestStore(initialState: N10Jobs.State()) { N10Jobs() }
      store.gate("apply", at: \.n10Apply) { _ in [.success(()), .failure(N10Offline())] }
      return store
    }
  }
}
