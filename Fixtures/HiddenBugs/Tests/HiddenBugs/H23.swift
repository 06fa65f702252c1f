import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The workshop of a puzzle game. Players build levels in it, and are called away to matches by the invitations of their friends.
struct H23Workshop: Reducer {
  struct Draft: Equatable {
    var title = ""
    var isSaving = false
    var hasFailed = false
  }

  enum Match: Equatable, Sendable { case joining(String), playing(String), refused(String) }

  struct State: Equatable {
    var levels: [String] = []
    var draft: Draft?
    var match: Match?
    /// The match to which the player goes from the draft.
    var invitation: String?
    /// Whether the player is asked to discard the draft.
    var isAsking = false
  }

  enum Input: Equatable, Sendable {
    case newTapped
    case titleChanged(String)
    case saveTapped
    case closeTapped
    case discardTapped
    case stayTapped
    case invitationOpened(String)
    case leaveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
    case joined(String)
    case refused(String)
    case roundEnded
  }

  private enum CancelID { case join, round }

  @Dependency(\.h23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.newTapped):
      guard state.draft == nil, state.match == nil else { return .none }
      state.draft = Draft()
      return .none

    case .input(.titleChanged(let title)):
      guard let draft = state.draft, !draft.isSaving, !state.isAsking else { return .none }
      state.draft = Draft(title: title)
      return .none

    case .input(.saveTapped):
      guard let draft = state.draft, !draft.isSaving, !draft.title.isEmpty, !state.isAsking else { return .none }
      state.draft = Draft(title: draft.title, isSaving: true)
      return .run("save", of: draft.title) { send in
        try await client.save(draft.title)
        await send(.saved(draft.title))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.saved(let title)):
      if !state.levels.contains(title) { state.levels.append(title) }
      state.draft = nil
      return saveEnded(&state)

    case .feedback(.saveFailed):
      state.draft?.hasFailed = true
      return saveEnded(&state)

    case .input(.closeTapped):
      guard let draft = state.draft, !draft.isSaving else { return .none }
      if draft.title.isEmpty { state.draft = nil } else { state.isAsking = true }
      return .none

    case .input(.invitationOpened(let match)):
      guard state.match == nil else { return .none }
      guard let draft = state.draft, draft.isSaving || !draft.title.isEmpty else { return join(match, &state) }
      state.invitation = match
      state.isAsking = !draft.isSaving
      return .none

    case .input(.discardTapped):
      guard state.isAsking else { return .none }
      state.isAsking = false
      state.draft = nil
      guard let match = state.invitation.take() else { return .none }
      return join(match, &state)

    case .input(.stayTapped):
      state.isAsking = false
      state.invitation = nil
      return .none

    case .feedback(.joined(let match)):
      state.match = .playing(match)
      return .run("round", of: match) { send in
        try await clock.sleep(for: .seconds(180))
        await send(.roundEnded)
      }
      .cancellable(id: CancelID.round, cancelInFlight: true)

    case .feedback(.refused(let match)):
      state.match = .refused(match)
      return .none

    case .feedback(.roundEnded):
      state.match = nil
      return .none

    case .input(.leaveTapped):
      state.match = nil
      return .merge(.cancel(id: CancelID.join), .cancel(id: CancelID.round))
    }
  }

  /// Lets the player go on to the match that has waited for the save.
  private func saveEnded(_ state: inout State) -> Effect<Feedback, Never> {
    state.draft?.isSaving = false
    guard let match = state.invitation.take() else { return .none }
    return join(match, &state)
  }

  private func join(_ match: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.draft = nil
    state.match = .joining(match)
    return .run("join", of: match) { send in
      try await client.join(match)
      await send(.joined(match))
    } catch: { _, send in
      await send(.refused(match))
    }
    .cancellable(id: CancelID.join, cancelInFlight: true)
  }
}

struct H23Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ title: String) async throws -> Void
  var join: @Sendable (_ match: String) async throws -> Void

  static let testValue = H23Client(
    save: unimplemented("H23Client.save"),
    join: unimplemented("H23Client.join")
  )
}

extension DependencyValues {
  var h23Client: H23Client {
    get { self[H23Client.self] }
    set { self[H23Client.self] = newValue }
  }
}

struct H23Offline: Error {}

struct H23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H23Workshop.State) -> [H23Workshop.Input] in
        if state.match != nil { return [.leaveTapped] }
        guard let draft = state.draft else { return [.newTapped, .invitationOpened("Finals")] }
        if state.isAsking { return [.discardTapped, .stayTapped, .invitationOpened("Finals")] }
        if draft.isSaving { return [.invitationOpened("Finals")] }
        var inputs: [H23Workshop.Input] = [
          .titleChanged(draft.title == "Maze" ? "" : "Maze"), .closeTapped, .invitationOpened("Finals"),
        ]
        if !draft.title.isEmpty { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<H23Workshop> in
      let store = TestStore(initialState: H23Workshop.State()) { H23Workshop() }
      store.gate("save", at: \.h23Client.save) { _ in [.success(()), .failure(H23Offline())] }
      store.gate("join", at: \.h23Client.join) { _ in [.success(()), .failure(H23Offline())] }
      return store
    }
  }
}
