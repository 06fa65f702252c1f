import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The policies of a household. Their screens lie in a stack, and links from mails lay further ones on top of it.
struct B22Policies: Reducer {
  /// A way to leave for which the user is asked.
  enum Leave: Equatable, Sendable { case back, home }

  struct State: Equatable {
    var path: Stack<B22Screen> = []
    var question: Leave?
    /// The policy for which a damage was reported last, for a moment.
    var confirmation: String?

    var reports: [B22Report.State] { path.screens.compactMap(\.report) }
    var isSending: Bool { reports.contains(where: \.isSending) }
  }

  enum Input: Equatable, Sendable {
    case policyTapped(String)
    case linkOpened(String)
    case backTapped
    case homeTapped
    case discardTapped
    case keepTapped
    case policy(ScreenID, B22Policy.Input)
    case report(ScreenID, B22Report.Input)
  }

  enum Feedback: Equatable, Sendable {
    case confirmationDue
    case policy(ScreenID, ChildFeedback<B22Policy>)
    case report(ScreenID, ChildFeedback<B22Report>)
  }

  private enum CancelID { case confirmation }

  @Dependency(\.continuousClock) private var clock

  let policy = ScopeScreens<B22Policies, B22Policy>(at: .screens(\.path, \.policy), feedback: Feedback.policy) {
    B22Policy()
  }
  let report = ScopeScreens<B22Policies, B22Report>(at: .screens(\.path, \.report), feedback: Feedback.report) {
    B22Report()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.policy(let id, let input)): return policy.reduce(.input(input), id: id, into: &state)
    case .input(.report(let id, let input)): return report.reduce(.input(input), id: id, into: &state)
    case .feedback(.policy(let id, .feedback(let feedback))):
      return policy.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.report(let id, .feedback(let feedback))):
      return report.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.policyTapped(let number)), .input(.linkOpened(let number)):
      // What lies below stays as it is, with its text and its work.
      state.question = nil
      guard state.path.top?.policy?.number != number else { return .none }
      let id = state.path.push(.policy(B22Policy.State(number: number)))
      return policy.start(id: id, from: state)

    case .input(.backTapped):
      guard let top = state.path.top else { return .none }
      if let report = top.report {
        guard !report.isSending else { return .none }
        guard report.text.isEmpty else {
          state.question = .back
          return .none
        }
      }
      state.path.pop()
      return .none

    case .input(.homeTapped):
      guard !state.isSending else { return .none }
      if state.reports.contains(where: { !$0.text.isEmpty }) {
        state.question = .home
      } else {
        state.path.popAll()
      }
      return .none

    case .input(.discardTapped):
      switch state.question {
      case .back: state.path.pop()
      case .home: state.path.popAll()
      case nil: break
      }
      state.question = nil
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.policy(_, .output(.damageReported(let number)))):
      state.path.push(.report(B22Report.State(policy: number)))
      return .none

    case .feedback(.report(let id, .output(.sent(let number)))):
      // Only this screen goes; what a link has laid upon it stays.
      state.path[id] = nil
      state.confirmation = number
      return .run("confirmation") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.confirmationDue)
      }
      .cancellable(id: CancelID.confirmation, cancelInFlight: true)

    case .feedback(.confirmationDue):
      state.confirmation = nil
      return .none
    }
  }
}

enum B22Screen: Equatable {
  case policy(B22Policy.State)
  case report(B22Report.State)

  var policy: B22Policy.State? {
    get { if case .policy(let policy) = self { policy } else { nil } }
    set { if let newValue { self = .policy(newValue) } }
  }

  var report: B22Report.State? {
    get { if case .report(let report) = self { report } else { nil } }
    set { if let newValue { self = .report(newValue) } }
  }
}

struct B22Policy: Reducer {
  struct State: Equatable {
    var number: String
    var terms: String?
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case retryTapped, reportDamageTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed }
  enum Output: Equatable, Sendable { case damageReported(String) }

  @Dependency(\.b22Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.number) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      return load(state.number)
    case .input(.reportDamageTapped):
      return .output(.damageReported(state.number))
    case .feedback(.loaded(let terms)):
      state.terms = terms
      return .none
    case .feedback(.failed):
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ number: String) -> Effect<Feedback, Output> {
    .run("terms", of: number) { send in
      await send(.loaded(try await client.terms(number)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct B22Report: Reducer {
  struct State: Equatable {
    var policy: String
    var text = ""
    var isSending = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case textChanged(String), sendTapped }
  enum Feedback: Equatable, Sendable { case sent, failed }
  enum Output: Equatable, Sendable { case sent(String) }

  @Dependency(\.b22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSending else { return .none }
      state.text = text
      state.hasFailed = false
      return .none
    case .input(.sendTapped):
      guard !state.isSending, !state.text.isEmpty else { return .none }
      state.isSending = true
      state.hasFailed = false
      return .run("send", of: state.policy) { [policy = state.policy, text = state.text] send in
        try await client.send(policy, text)
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.sent):
      state.isSending = false
      return .output(.sent(state.policy))
    case .feedback(.failed):
      state.isSending = false
      state.hasFailed = true
      return .none
    }
  }
}

struct B22Client: TestDependencyKey, Sendable {
  var terms: @Sendable (_ policy: String) async throws -> String
  var send: @Sendable (_ policy: String, _ text: String) async throws -> Void

  static let testValue = B22Client(
    terms: unimplemented("B22Client.terms"),
    send: unimplemented("B22Client.send")
  )
}

extension DependencyValues {
  var b22Client: B22Client {
    get { self[B22Client.self] }
    set { self[B22Client.self] = newValue }
  }
}

struct B22Offline: Error {}

struct B22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B22Policies.State) -> [B22Policies.Input] in
        let links: [B22Policies.Input] = state.path.count < 3 ? [.linkOpened("home")] : []
        if state.question != nil { return [.discardTapped, .keepTapped] + links }
        guard let id = state.path.ids.last, let top = state.path.top else { return [.policyTapped("car")] + links }
        var inputs = links
        switch top {
        case .policy(let policy):
          inputs.append(.backTapped)
          if !state.isSending { inputs.append(.homeTapped) }
          if policy.hasFailed { inputs.append(.policy(id, .retryTapped)) }
          if state.path.count < 3 { inputs.append(.policy(id, .reportDamageTapped)) }
        case .report(let report):
          guard !report.isSending else { break }
          inputs += [.backTapped, .homeTapped, .report(id, .textChanged("Hail")), .report(id, .textChanged(""))]
          if !report.text.isEmpty { inputs.append(.report(id, .sendTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<B22Policies> in
      let store = TestStore(initialState: B22Policies.State()) { B22Policies() }
      store.gate("terms", at: \.b22Client.terms) { policy in [.success("Terms \(policy)"), .failure(B22Offline())] }
      store.gate("send", at: \.b22Client.send) { _ in [.success(()), .failure(B22Offline())] }
      return store
    }
  }
}
