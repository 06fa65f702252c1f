import StoreCore
import StoreDependencies

/// A model without a reducer.
final class NotesModel: StateStore<NotesModel.State, NotesModel.Output> {
  struct State: Equatable, Sendable {
    var notes: [Note] = []
    var draft: Note?
    var isLoading = false
    var problem: String?
  }

  struct Note: Equatable, Sendable, Identifiable {
    var id: Int
    var text: String
    var tags: [String] = []
  }

  enum Output: Equatable, Sendable { case saved(Note), counted(Int) }

  @Dependency(\.notesClient) private var client
  @Dependency(\.continuousClock) private var clock

  init() { super.init(state: State(), outputPolicy: .buffer(limit: 8)) }

  func load() async {
    state.isLoading = true
    do {
      state.notes = try await client.load()
      emit(.counted(state.notes.count))
    } catch {
      state.problem = "\(error)"
    }
    state.isLoading = false
  }

  func begin(_ text: String) { state.draft = Note(id: state.notes.count + 1, text: text) }

  func tag(_ tag: String) { state.draft?.tags.append(tag) }

  func save() async throws {
    guard let draft = state.draft else { return }
    try await clock.sleep(for: .seconds(1))
    state.notes.append(draft)
    state.draft = nil
    emit(.saved(draft))
  }
}

struct NotesClient: TestDependencyKey {
  var load: @Sendable () async throws -> [NotesModel.Note]
  static let testValue = NotesClient(load: unimplemented("NotesClient.load"))
}

extension DependencyValues {
  var notesClient: NotesClient {
    get { self[NotesClient.self] }
    set { self[NotesClient.self] = newValue }
  }
}
