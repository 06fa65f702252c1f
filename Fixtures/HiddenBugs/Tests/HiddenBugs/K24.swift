import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The screen on which the owner of a pet writes to its sitter.
struct K24Thread: Reducer {
  struct State: Equatable {
    var pet: String
    var draft = ""
  }

  enum Input: Equatable, Sendable {
    case draftChanged(String)
    case sendTapped
  }

  enum Output: Equatable, Sendable { case send(String) }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> {
    switch message {
    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let text = state.draft
      state.draft = ""
      return .output(.send(text))
    }
  }
}

enum K24Screen: Equatable {
  case thread(K24Thread.State)
  case profile(pet: String)

  var thread: K24Thread.State? {
    get { if case .thread(let thread) = self { thread } else { nil } }
    set { if let newValue { self = .thread(newValue) } }
  }
}

/// Messages to the sitters of one's pets. They are sent here, and not by the screens, which may be closed meanwhile.
struct K24Messages: Reducer {
  struct State: Equatable {
    var user: String?
    var pets: [String] = []
    var isLoading = false
    var hasFailed = false
    var path: Stack<K24Screen> = []
    /// What was typed on screens that are closed, by pet.
    var drafts: [String: String] = [:]
    var messages: IdentifiedArray<K24Message> = []
    var asksBeforeLogOut = false

    /// Whether a log-out would lose something.
    var hasUnsent: Bool {
      !drafts.isEmpty
        || path.screens.contains { $0.thread.map { !$0.draft.isEmpty } ?? false }
        || messages.elements.contains { $0.status != .sent }
    }
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case logOutTapped
    case logOutConfirmed
    case logOutDeclined
    case retryTapped
    case petTapped(String)
    case profileTapped(String)
    case pathChanged([ScreenID])
    case resendTapped(Int)
    case thread(ScreenID, K24Thread.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case sent(Int)
    case sendFailed(Int)
    case slow(Int)
    case thread(ScreenID, ChildFeedback<K24Thread>)
  }

  private enum CancelID: Hashable {
    /// All work for the user.
    case session
    case slow(Int)
  }

  @Dependency(\.k24Client) private var client
  @Dependency(\.continuousClock) private var clock

  let thread = ScopeScreens<K24Messages, K24Thread>(at: .screens(\.path, \.thread), feedback: Feedback.thread) {
    K24Thread()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return load(user, &state)

    case .input(.logOutTapped):
      guard !state.hasUnsent else {
        state.asksBeforeLogOut = true
        return .none
      }
      return logOut(&state)

    case .input(.logOutConfirmed):
      guard state.asksBeforeLogOut else { return .none }
      return logOut(&state)

    case .input(.logOutDeclined):
      state.asksBeforeLogOut = false
      return .none

    case .input(.retryTapped):
      guard let user = state.user, state.hasFailed else { return .none }
      return load(user, &state)

    case .input(.petTapped(let pet)):
      guard state.path.isEmpty else { return .none }
      let draft = state.drafts.removeValue(forKey: pet) ?? ""
      state.path.push(.thread(K24Thread.State(pet: pet, draft: draft)))
      return .none

    case .input(.profileTapped(let pet)):
      state.path.push(.profile(pet: pet))
      return .none

    case .input(.pathChanged(let ids)):
      for id in state.path.ids where !ids.contains(id) {
        guard let thread = state.path[id]?.thread, !thread.draft.isEmpty else { continue }
        state.drafts[thread.pet] = thread.draft
      }
      state.path.ids = ids
      return .none

    case .input(.resendTapped(let id)):
      guard let message = state.messages[id: id], message.status == .failed else { return .none }
      state.messages[id: id]?.status = .sending
      return deliver(message)

    case .input(.thread(let id, let input)):
      return thread.reduce(.input(input), id: id, into: &state)

    case .feedback(.thread(let id, .feedback(let feedback))):
      return thread.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.thread(let id, .output(.send(let text)))):
      guard let pet = state.path[id]?.thread?.pet else { return .none }
      let message = K24Message(id: state.messages.count + 1, pet: pet, text: text)
      state.messages.append(message)
      return deliver(message)

    case .feedback(.loaded(let pets)):
      state.isLoading = false
      state.pets = pets
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.sent(let id)):
      state.messages[id: id]?.status = .sent
      return .cancel(id: CancelID.slow(id))

    case .feedback(.sendFailed(let id)):
      state.messages[id: id]?.status = .failed
      return .cancel(id: CancelID.slow(id))

    case .feedback(.slow(let id)):
      if state.messages[id: id]?.status == .sending { state.messages[id: id]?.status = .slow }
      return .none
    }
  }

  private func load(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("pets", of: user) { send in
      await send(.loaded(try await client.pets(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.session)
  }

  private func deliver(_ message: K24Message) -> Effect<Feedback, Never> {
    .merge(
      .run("send", of: message.id) { send in
        try await client.send(message.pet, message.text)
        await send(.sent(message.id))
      } catch: { _, send in
        await send(.sendFailed(message.id))
      },
      .run("slow", of: message.id) { send in
        try await clock.sleep(for: .seconds(10))
        await send(.slow(message.id))
      }
      .cancellable(id: CancelID.slow(message.id), cancelInFlight: true)
    )
    .cancellable(id: CancelID.session)
  }

  private func logOut(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .cancel(id: CancelID.session)
  }
}

struct K24Message: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case sending, slow, sent, failed }

  let id: Int
  var pet: String
  var text: String
  var status = Status.sending
}

struct K24Client: TestDependencyKey, Sendable {
  var pets: @Sendable (_ user: String) async throws -> [String]
  var send: @Sendable (_ pet: String, _ text: String) async throws -> Void

  static let testValue = K24Client(pets: unimplemented("K24Client.pets"), send: unimplemented("K24Client.send"))
}

extension DependencyValues {
  var k24Client: K24Client {
    get { self[K24Client.self] }
    set { self[K24Client.self] = newValue }
  }
}

struct K24Offline: Error {}

struct K24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K24Messages.State) -> [K24Messages.Input] in
        guard state.user != nil else { return [.logInTapped("Ada"), .logInTapped("Bob")] }
        if state.asksBeforeLogOut { return [.logOutConfirmed, .logOutDeclined] }
        var inputs: [K24Messages.Input] = [.logOutTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        for message in state.messages.elements where message.status == .failed {
          inputs.append(.resendTapped(message.id))
        }
        guard let id = state.path.ids.last else { return inputs + state.pets.map { K24Messages.Input.petTapped($0) } }
        inputs.append(.pathChanged(Array(state.path.ids.dropLast())))
        guard let thread = state.path.top?.thread else { return inputs }
        inputs.append(.profileTapped(thread.pet))
        if !thread.draft.isEmpty {
          inputs += [.thread(id, .draftChanged("")), .thread(id, .sendTapped)]
        } else if state.messages.count < 2 {
          inputs.append(.thread(id, .draftChanged("All well?")))
        }
        return inputs
      }
    ) { () -> TestStore<K24Messages> in
      let store = TestStore(initialState: K24Messages.State()) { K24Messages() }
      store.gate("pets", at: \.k24Client.pets) { user in
        [.success([user == "Ada" ? "Rex" : "Mia"]), .failure(K24Offline())]
      }
      store.gate("send", at: \.k24Client.send) { _ in [.success(()), .failure(K24Offline())] }
      return store
    }
  }
}
