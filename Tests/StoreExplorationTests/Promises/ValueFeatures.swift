import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Voicemails, and the number of those to be heard. A failed deletion brings a voicemail back, and doesn't count it, unless it
/// is fixed.
struct Voicemails: Reducer {
  struct Voicemail: Hashable, Identifiable {
    let id: Int
    let isHeard: Bool
  }

  struct State: Hashable {
    var voicemails: IdentifiedArray<Voicemail> = [Voicemail(id: 1, isHeard: false), Voicemail(id: 2, isHeard: true)]
    var badge = 1
    var hasFailed = false
  }

  enum Input { case deleted(Int), alertClosed }
  enum Feedback { case deleted, failed(Voicemail) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.deleted(let id)):
      guard let voicemail = state.voicemails.remove(id: id) else { return .none }
      if !voicemail.isHeard { state.badge = max(0, state.badge - 1) }
      state.hasFailed = false
      return .run("delete", of: id) { send in
        try await post("\(id)")
        await send(.deleted)
      } catch: { _, send in
        await send(.failed(voicemail))
      }
    case .input(.alertClosed): state.hasFailed = false
    case .feedback(.deleted): break
    case .feedback(.failed(let voicemail)):
      state.voicemails.insert(voicemail, at: voicemail.id == 1 ? 0 : state.voicemails.count)
      if isFixed, !voicemail.isHeard { state.badge += 1 }
      state.hasFailed = true
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.deleted(1), .deleted(2), .alertClosed],
      gates: [.post]
    )
  }
}

/// A look-up by number. The answer for an older number replaces that for a newer one, unless it is fixed.
struct LookUp: Reducer {
  struct State: Hashable {
    var number = 0
    var results: [Int] = []
  }

  enum Input { case chose(Int) }
  enum Feedback { case found([Int], number: Int) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.chose(let number)):
      guard state.number != number else { return .none }
      state.number = number
      return .run("find", of: number) { send in
        let results = (try? await load(number)) ?? []
        await send(.found(results, number: number))
      }
      .cancellable(id: number, cancelInFlight: true)
    case .feedback(.found(let results, let number)):
      if !isFixed || number == state.number { state.results = results }
      return .none
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.chose(1), .chose(2)]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { [.success([$0, 10])] }
      return store
    }
  }
}

/// An inbox with the number of its unread mails. Archiving forgets to count, unless it is fixed.
struct Inbox: Reducer {
  struct Mail: Hashable, Identifiable {
    let id: Int
    var isRead: Bool
  }

  struct State: Hashable {
    var mails: IdentifiedArray<Mail> = [Mail(id: 1, isRead: false), Mail(id: 2, isRead: true)]
    var unread = 1
  }

  enum Input { case opened(Int), keptUnread(Int), archived(Int) }

  let isFixed: Bool

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.opened(let id)):
      guard state.mails[id: id]?.isRead == false else { return .none }
      state.mails[id: id]?.isRead = true
      state.unread -= 1
    case .input(.keptUnread(let id)):
      guard state.mails[id: id]?.isRead == true else { return .none }
      state.mails[id: id]?.isRead = false
      state.unread += 1
    case .input(.archived(let id)):
      if let mail = state.mails.remove(id: id), isFixed, !mail.isRead { state.unread -= 1 }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.opened(1), .opened(2), .keptUnread(1), .keptUnread(2), .archived(1)]) {
      TestStore(initialState: State()) { Self(isFixed: isFixed) }
    }
  }
}

/// Cards with points, one of them open. A failure is shown at the open card, or if it is fixed, only at that which it is about.
struct LoyaltyCards: Reducer {
  struct State: Hashable {
    var open: String?
    var loading: Set<String> = []
    var hasFailed = false
  }

  enum Input { case opened(String), closed }
  enum Feedback { case loaded(String), failed(String) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let card)):
      guard state.open == nil else { return .none }
      state.open = card
      state.hasFailed = false
      guard state.loading.insert(card).inserted else { return .none }
      return .run("points", of: card) { send in
        try await post(card)
        await send(.loaded(card))
      } catch: { _, send in
        await send(.failed(card))
      }
    case .input(.closed):
      state.open = nil
      state.hasFailed = false
    case .feedback(.loaded(let card)): state.loading.remove(card)
    case .feedback(.failed(let card)):
      state.loading.remove(card)
      if state.open == card || !isFixed && state.open != nil { state.hasFailed = true }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.opened("A"), .opened("B"), .closed],
      gates: [.post]
    )
  }
}
