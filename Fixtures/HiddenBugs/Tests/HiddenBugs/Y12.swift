import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The applications of a citizen at the town hall, each with a note to the clerk. A mail of the town hall links to one.
///
/// The drafts of the notes and their saves belong to the list, so they go on when another application is opened.
struct Y12Applications: Reducer {
  struct State: Equatable {
    var isSignedIn = false
    var isLoading = false
    var hasFailed = false
    var applications: [Y12Application] = []
    /// The application on the screen.
    var open: String?
    /// The application of a link that came before the list.
    var linked: String?
    var asksToSignOut = false

    var openIndex: Int? { applications.firstIndex { $0.id == open } }
    var hasOpenWork: Bool { applications.contains { $0.isSaving || $0.isChanged } }
  }

  enum Input: Equatable, Sendable {
    case signInTapped
    case retryTapped
    case applicationTapped(String)
    case linkOpened(String)
    case noteChanged(String)
    case saveTapped
    case backTapped
    case signOutTapped
    case signOutConfirmed
    case signOutRejected
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Y12Note])
    case loadFailed
    case saved(Y12Note)
    case saveFailed(String)
  }

  private enum CancelID { case citizen }

  @Dependency(\.y12Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped):
      guard !state.isSignedIn else { return .none }
      state.isSignedIn = true
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .input(.applicationTapped(let id)):
      show(id, in: &state)
      return .none

    case .input(.linkOpened(let id)):
      if state.applications.isEmpty { state.linked = id } else { show(id, in: &state) }
      return .none

    case .input(.noteChanged(let note)):
      guard let index = state.openIndex else { return .none }
      state.applications[index].draft = note
      state.applications[index].hasFailed = false
      return .none

    case .input(.saveTapped):
      guard let index = state.openIndex, state.applications[index].canSave else { return .none }
      state.applications[index].isSaving = true
      state.applications[index].hasFailed = false
      let note = Y12Note(id: state.applications[index].id, text: state.applications[index].draft)
      return .run("save", of: note) { send in
        try await client.save(note)
        await send(.saved(note))
      } catch: { _, send in
        await send(.saveFailed(note.id))
      }
      .cancellable(id: CancelID.citizen)

    case .input(.backTapped):
      state.open = nil
      return .none

    case .input(.signOutTapped):
      guard state.hasOpenWork else { return signOut(&state) }
      state.asksToSignOut = true
      return .none

    case .input(.signOutConfirmed):
      guard state.asksToSignOut else { return .none }
      return signOut(&state)

    case .input(.signOutRejected):
      state.asksToSignOut = false
      return .none

    case .feedback(.loaded(let notes)):
      state.isLoading = false
      state.applications = notes.map { Y12Application(id: $0.id, saved: $0.text, draft: $0.text) }
      if let id = state.linked { show(id, in: &state) }
      state.linked = nil
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.saved(let note)):
      guard let index = state.applications.firstIndex(where: { $0.id == note.id }) else { return .none }
      state.applications[index].isSaving = false
      state.applications[index].saved = note.text
      return .none

    case .feedback(.saveFailed(let id)):
      guard let index = state.applications.firstIndex(where: { $0.id == id }) else { return .none }
      state.applications[index].isSaving = false
      // What was typed during the save may be what is saved already.
      state.applications[index].hasFailed = state.applications[index].isChanged
      return .none
    }
  }

  private func show(_ id: String, in state: inout State) {
    guard state.applications.contains(where: { $0.id == id }) else { return }
    state.open = id
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("applications") { send in
      await send(.loaded(try await client.applications()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.citizen)
  }

  /// Forgets the citizen, with all that is under way for them.
  private func signOut(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .cancel(id: CancelID.citizen)
  }
}

struct Y12Application: Equatable, Sendable, Identifiable {
  let id: String
  var saved: String
  var draft: String
  var isSaving = false
  var hasFailed = false

  var isChanged: Bool { draft != saved }
  var canSave: Bool { isChanged && !isSaving }
}

struct Y12Note: Hashable, Sendable {
  var id: String
  var text: String
}

struct Y12Client: TestDependencyKey, Sendable {
  var applications: @Sendable () async throws -> [Y12Note]
  var save: @Sendable (_ note: Y12Note) async throws -> Void

  static let testValue = Y12Client(
    applications: unimplemented("Y12Client.applications"),
    save: unimplemented("Y12Client.save")
  )
}

extension DependencyValues {
  var y12Client: Y12Client {
    get { self[Y12Client.self] }
    set { self[Y12Client.self] = newValue }
  }
}

struct Y12Offline: Error {}

struct Y12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y12Applications.State) -> [Y12Applications.Input] in
        var inputs: [Y12Applications.Input] = [.linkOpened("Garage")]
        if !state.isSignedIn { return inputs + [.signInTapped] }
        if state.asksToSignOut { return inputs + [.signOutConfirmed, .signOutRejected] }
        inputs.append(.signOutTapped)
        if state.hasFailed { inputs.append(.retryTapped) }
        guard let index = state.openIndex else {
          return inputs + state.applications.map { Y12Applications.Input.applicationTapped($0.id) }
        }
        inputs += [.noteChanged("Urgent"), .noteChanged("Done"), .backTapped]
        if state.applications[index].canSave { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<Y12Applications> in
      let store = TestStore(initialState: Y12Applications.State()) { Y12Applications() }
      store.gate("applications", at: \.y12Client.applications) {
        [
          .success([Y12Note(id: "Passport", text: "Done"), Y12Note(id: "Garage", text: "Done")]),
          .failure(Y12Offline()),
        ]
      }
      store.gate("save", at: \.y12Client.save) { _ in [.success(()), .failure(Y12Offline())] }
      return store
    }
  }
}
