import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The nurse pages a team, sees who comes, and writes down why.
struct J17Pager: Reducer {
  enum Stage: Equatable, Sendable {
    case ready
    case paging(team: String, isSeen: Bool)
    case coming(team: String, name: String)
    case unanswered(team: String)
  }

  struct State: Equatable {
    var stage = Stage.ready
    var note = ""
    var savedNote = ""
    var isSaving = false
    var couldNotSave = false

    /// Whether the screen shows that it waits for the team.
    var showsSpinner: Bool { if case .paging = stage { true } else { false } }
    var hasUnsavedNote: Bool { note != savedNote }
  }

  enum Input: Equatable, Sendable {
    case pageTapped(String)
    case pageAgainTapped
    case cancelTapped
    case noteChanged(String)
    case saveTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case event(J17Event)
    case pageFailed
    case noteSaved(String)
    case noteFailed
  }

  private enum CancelID { case page }

  @Dependency(\.j17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pageTapped(let team)):
      guard state.stage == .ready else { return .none }
      return page(team, &state)

    case .input(.pageAgainTapped):
      guard case .unanswered(let team) = state.stage else { return .none }
      return page(team, &state)

    case .input(.cancelTapped):
      switch state.stage {
      case .paging, .unanswered:
        state.stage = .ready
        return .cancel(id: CancelID.page)
      case .ready, .coming:
        return .none
      }

    case .input(.noteChanged(let text)):
      guard case .coming = state.stage else { return .none }
      state.note = text
      state.couldNotSave = false
      return .none

    case .input(.saveTapped):
      guard state.hasUnsavedNote, !state.isSaving else { return .none }
      state.isSaving = true
      state.couldNotSave = false
      return .run("save", of: state.note) { [note = state.note] send in
        try await client.saveNote(note)
        await send(.noteSaved(note))
      } catch: { _, send in
        await send(.noteFailed)
      }

    case .input(.doneTapped):
      guard case .coming = state.stage, !state.isSaving, !state.hasUnsavedNote else { return .none }
      state = State()
      return .none

    case .feedback(.event(.seen)):
      guard case .paging(let team, _) = state.stage else { return .none }
      state.stage = .paging(team: team, isSeen: true)
      return .none

    case .feedback(.event(.accepted(let name))):
      guard case .paging(let team, _) = state.stage else { return .none }
      state.stage = .coming(team: team, name: name)
      return .cancel(id: CancelID.page)

    case .feedback(.event(.declined)), .feedback(.pageFailed):
      guard case .paging(let team, _) = state.stage else { return .none }
      state.stage = .unanswered(team: team)
      return .cancel(id: CancelID.page)

    case .feedback(.noteSaved(let note)):
      state.isSaving = false
      state.savedNote = note
      return .none

    case .feedback(.noteFailed):
      state.isSaving = false
      state.couldNotSave = true
      return .none
    }
  }

  private func page(_ team: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.stage = .paging(team: team, isSeen: false)
    return .run("page", of: team) { send in
      for try await event in client.page(team) { await send(.event(event)) }
    } catch: { _, send in
      await send(.pageFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum J17Event: Equatable, Sendable {
  case seen
  case accepted(String)
  case declined
}

struct J17Client: TestDependencyKey, Sendable {
  /// Pages a team, and listens to what it does.
  var page: @Sendable (_ team: String) -> AsyncThrowingStream<J17Event, any Error>
  var saveNote: @Sendable (_ note: String) async throws -> Void

  static let testValue = J17Client(
    page: unimplemented("J17Client.page", placeholder: AsyncThrowingStream { $0.finish() }),
    saveNote: unimplemented("J17Client.saveNote")
  )
}

extension DependencyValues {
  var j17Client: J17Client {
    get { self[J17Client.self] }
    set { self[J17Client.self] = newValue }
  }
}

struct J17Offline: Error {}

struct J17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J17Pager.State) -> [J17Pager.Input] in
        switch state.stage {
        case .ready: return [.pageTapped("Cardiology"), .pageTapped("Transport")]
        case .paging: return [.cancelTapped]
        case .unanswered: return [.pageAgainTapped, .cancelTapped]
        case .coming:
          var inputs: [J17Pager.Input] = [.noteChanged("Chest pain"), .noteChanged("Fall")]
          if state.hasUnsavedNote, !state.isSaving { inputs.append(.saveTapped) }
          if !state.hasUnsavedNote, !state.isSaving { inputs.append(.doneTapped) }
          return inputs
        }
      }
    ) { () -> TestStore<J17Pager> in
      let store = TestStore(initialState: J17Pager.State()) { J17Pager() }
      store.gate("page", at: \.j17Client.page) { _ in
        [.element(.seen), .element(.accepted("Dr. Sol")), .element(.declined), .finish, .failure(J17Offline())]
      }
      store.gate("save", at: \.j17Client.saveNote) { _ in [.success(()), .failure(J17Offline())] }
      return store
    }
  }
}
