import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One mailbox of the claims office: its messages, and the answer that is being written.
struct M30Inbox: Reducer {
  struct Outgoing: Equatable {
    var text: String
    var hasFailed = false
  }

  struct State: Equatable, Identifiable {
    let id: String
    var messages: [String] = []
    var isLoading = true
    var cannotLoad = false
    var draft = ""
    var outgoing: Outgoing?

    var isSending: Bool { outgoing.map { !$0.hasFailed } ?? false }
    var isUnfinished: Bool { !draft.isEmpty || outgoing != nil }
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case draftChanged(String)
    case sendTapped
    case sendAgainTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case sent
    case sendFailed
  }

  enum Output: Equatable, Sendable { case sent, sendFailed }

  private enum CancelID { case messages }

  @Dependency(\.m30Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { messages(of: state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard state.outgoing == nil, !state.draft.isEmpty else { return .none }
      let text = state.draft
      state.outgoing = Outgoing(text: text)
      state.draft = ""
      return deliver(text, to: state.id)

    case .input(.sendAgainTapped):
      guard let outgoing = state.outgoing, outgoing.hasFailed else { return .none }
      state.outgoing?.hasFailed = false
      return deliver(outgoing.text, to: state.id)

    case .feedback(.loaded(let messages)):
      state.isLoading = false
      state.messages = messages
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.cannotLoad = true
      return .none

    case .feedback(.sent):
      state.outgoing = nil
      return .merge(load(&state), .output(.sent))

    case .feedback(.sendFailed):
      state.outgoing?.hasFailed = true
      return .output(.sendFailed)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Output> {
    state.isLoading = true
    state.cannotLoad = false
    return messages(of: state.id)
  }

  private func messages(of box: String) -> Effect<Feedback, Output> {
    .run("messages", of: box) { send in
      await send(.loaded(try await client.messages(box)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.messages, cancelInFlight: true)
  }

  private func deliver(_ text: String, to box: String) -> Effect<Feedback, Output> {
    .run("deliver", of: text) { send in
      try await client.deliver(box, text)
      await send(.sent)
    } catch: { _, send in
      await send(.sendFailed)
    }
  }
}

/// The mailboxes that a clerk looks after, one of them open at a time.
struct M30Mailboxes: Reducer {
  enum Place: Equatable, Sendable {
    case list
    case box(String)
  }

  struct State: Equatable {
    var inbox: M30Inbox.State?
    /// Where the clerk goes once an answer is sent, or the question is answered.
    var goal: Place?
    var isAsking = false
  }

  enum Input: Equatable, Sendable {
    case boxTapped(String)
    case closeTapped
    case discardTapped
    case stayTapped
    case inbox(M30Inbox.Input)
  }

  enum Feedback: Equatable, Sendable {
    case inbox(ChildFeedback<M30Inbox>)
  }

  let inbox = Scope<M30Mailboxes, M30Inbox>(ifLet: \.inbox, feedback: Feedback.inbox) { M30Inbox() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.boxTapped(let name)):
      return leave(for: .box(name), in: &state)

    case .input(.closeTapped):
      return leave(for: .list, in: &state)

    case .input(.discardTapped):
      guard state.isAsking, let goal = state.goal else { return .none }
      return go(to: goal, in: &state)

    case .input(.stayTapped):
      return stay(in: &state)

    case .input(.inbox(let input)):
      return inbox.reduce(.input(input), into: &state)

    case .feedback(.inbox(.feedback(let feedback))):
      return inbox.reduce(.feedback(feedback), into: &state)

    case .feedback(.inbox(.output(.sent))):
      guard let goal = state.goal else { return .none }
      return leave(for: goal, in: &state)

    case .feedback(.inbox(.output(.sendFailed))):
      state.goal = nil
      return .none
    }
  }

  /// Leaves the open box when its answer has been sent, and asks about one that has not.
  private func leave(for place: Place, in state: inout State) -> Effect<Feedback, Never> {
    guard let open = state.inbox else { return go(to: place, in: &state) }
    if place == .box(open.id) { return stay(in: &state) }
    guard open.isUnfinished else { return go(to: place, in: &state) }
    state.goal = place
    state.isAsking = !open.isSending
    return .none
  }

  private func stay(in state: inout State) -> Effect<Feedback, Never> {
    state.goal = nil
    state.isAsking = false
    return .none
  }

  private func go(to place: Place, in state: inout State) -> Effect<Feedback, Never> {
    state.goal = nil
    state.isAsking = false
    guard case .box(let name) = place else {
      state.inbox = nil
      return .none
    }
    state.inbox = M30Inbox.State(id: name)
    return inbox.start(from: state)
  }
}

struct M30Client: TestDependencyKey, Sendable {
  var messages: @Sendable (_ box: String) async throws -> [String]
  var deliver: @Sendable (_ box: String, _ text: String) async throws -> Void

  static let testValue = M30Client(
    messages: unimplemented("M30Client.messages"),
    deliver: unimplemented("M30Client.deliver")
  )
}

extension DependencyValues {
  var m30Client: M30Client {
    get { self[M30Client.self] }
    set { self[M30Client.self] = newValue }
  }
}

struct M30Offline: Error {}

struct M30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M30Mailboxes.State) -> [M30Mailboxes.Input] in
        guard let inbox = state.inbox else { return [.boxTapped("Returns"), .boxTapped("Claims")] }
        if state.isAsking { return [.discardTapped, .stayTapped] }
        var inputs: [M30Mailboxes.Input] = [
          .boxTapped(inbox.id == "Claims" ? "Returns" : "Claims"), .closeTapped, .inbox(.refreshTapped),
          .inbox(.draftChanged(inbox.draft.isEmpty ? "We are looking into it." : "")),
        ]
        if state.goal != nil { inputs.append(.stayTapped) }
        if inbox.outgoing == nil, !inbox.draft.isEmpty { inputs.append(.inbox(.sendTapped)) }
        if inbox.outgoing?.hasFailed == true { inputs.append(.inbox(.sendAgainTapped)) }
        return inputs
      }
    ) { () -> TestStore<M30Mailboxes> in
      let store = TestStore(initialState: M30Mailboxes.State()) { M30Mailboxes() }
      store.gate("messages", at: \.m30Client.messages) { box in [.success(["Hello, \(box)"]), .failure(M30Offline())] }
      store.gate("deliver", at: \.m30Client.deliver) { _ in [.success(()), .failure(M30Offline())] }
      return store
    }
  }
}
