import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An entry of the logbook of a boat, while it is written.
struct R22Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var isEdited = false
    var isSaving = false
    var hasFailed = false
    var weather: String?
    var isLoadingWeather = false
  }

  enum Input: Equatable, Sendable {
    case typed(String)
    case saveTapped
    case weatherTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
    case weather(String?)
  }

  enum Output: Equatable, Sendable { case saved(Int, String) }

  @Dependency(\.r22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.typed(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.isEdited = true
      return .none

    case .input(.saveTapped):
      guard state.isEdited, !state.isSaving else { return .none }
      state.isEdited = false
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [id = state.id, text = state.text] send in
        try await client.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.weatherTapped):
      guard !state.isLoadingWeather else { return .none }
      state.isLoadingWeather = true
      return .run("weather") { [id = state.id] send in
        await send(.weather(try await client.weather(id)))
      } catch: { _, send in
        await send(.weather(nil))
      }

    case .feedback(.saved(let text)):
      state.isSaving = false
      return .output(.saved(state.id, text))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.isEdited = true
      state.hasFailed = true
      return .none

    case .feedback(.weather(let weather)):
      state.isLoadingWeather = false
      state.weather = weather ?? state.weather
      return .none
    }
  }
}

struct R22Logbook: Reducer {
  struct State: Equatable {
    var entries = [1: "Calm", 2: "Gale"]
    var editor: R22Editor.State?
    /// Where the user wants to go, while they are asked what becomes of the edits.
    var question: Destination?
  }

  enum Destination: Equatable, Sendable {
    case list
    case entry(Int)
  }

  enum Input: Equatable, Sendable {
    case entryTapped(Int)
    case linkOpened(Int)
    case backTapped
    case discardTapped
    case keepTapped
    case editor(R22Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case editor(ChildFeedback<R22Editor>)
  }

  let editor = Scope<R22Logbook, R22Editor>(ifLet: \.editor, feedback: Feedback.editor) { R22Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .input(.entryTapped(let id)):
      guard state.editor == nil else { return .none }
      go(to: .entry(id), &state)
      return .none

    case .input(.backTapped):
      guard let editor = state.editor, !editor.isSaving else { return .none }
      leave(for: .list, &state)
      return .none

    case .input(.linkOpened(let id)):
      guard state.editor?.id != id else { return .none }
      leave(for: .entry(id), &state)
      return .none

    case .input(.discardTapped):
      guard let destination = state.question else { return .none }
      go(to: destination, &state)
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.editor(.output(.saved(let id, let text)))):
      state.entries[id] = text
      return .none
    }
  }

  /// Asks first if the entry has edits that are not saved.
  private func leave(for destination: Destination, _ state: inout State) {
    if state.editor?.isEdited == true {
      state.question = destination
    } else {
      go(to: destination, &state)
    }
  }

  private func go(to destination: Destination, _ state: inout State) {
    state.question = nil
    switch destination {
    case .list:
      state.editor = nil
    case .entry(let id):
      state.editor = state.entries[id].map { R22Editor.State(id: id, text: $0) }
    }
  }
}

struct R22Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var weather: @Sendable (_ id: Int) async throws -> String

  static let testValue = R22Client(
    save: unimplemented("R22Client.save"),
    weather: unimplemented("R22Client.weather")
  )
}

extension DependencyValues {
  var r22Client: R22Client {
    get { self[R22Client.self] }
    set { self[R22Client.self] = newValue }
  }
}

struct R22Offline: Error {}

struct R22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R22Logbook.State) -> [R22Logbook.Input] in
        guard let editor = state.editor else { return [.entryTapped(1), .entryTapped(2)] }
        if state.question != nil { return [.discardTapped, .keepTapped] }
        var inputs: [R22Logbook.Input] = [.linkOpened(editor.id == 1 ? 2 : 1)]
        if !editor.isLoadingWeather { inputs.append(.editor(.weatherTapped)) }
        if !editor.isSaving { inputs += [.backTapped, .editor(.typed("Fog"))] }
        if editor.isEdited { inputs.append(.editor(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<R22Logbook> in
      let store = TestStore(initialState: R22Logbook.State()) { R22Logbook() }
      store.gate("save", at: \.r22Client.save) { _ in [.success(()), .failure(R22Offline())] }
      store.gate("weather", at: \.r22Client.weather) { _ in [.success("12 kn"), .failure(R22Offline())] }
      return store
    }
  }
}
