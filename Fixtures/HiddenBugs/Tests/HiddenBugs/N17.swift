import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Edits the name of one preset of a synthesizer.
struct N17Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var saved: String
    var name: String
    var isSaving = false
    var hasFailed = false

    init(_ preset: N17Preset) {
      id = preset.id
      saved = preset.name
      name = preset.name
    }

    var hasUnsaved: Bool { isSaving || name != saved }
  }

  enum Input: Equatable, Sendable {
    case nameChanged(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
  }

  enum Output: Equatable, Sendable {
    case renamed(N17Preset)
  }

  @Dependency(\.n17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.nameChanged(let name)):
      state.name = name
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.name != state.saved else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("rename", of: state.id) { [id = state.id, name = state.name] send in
        try await client.rename(id, name)
        await send(.saved(name))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.saved(let name)):
      state.isSaving = false
      state.saved = name
      return .output(.renamed(N17Preset(id: state.id, name: name)))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

/// A bank of presets beside the editor of one of them.
struct N17Bank: Reducer {
  enum Leaving: Equatable, Sendable {
    case close
    case open(Int)
  }

  struct State: Equatable {
    var presets: [N17Preset] = [N17Preset(id: 1, name: "Bass"), N17Preset(id: 2, name: "Pad")]
    var editor: N17Editor.State?
    var leaving: Leaving?
    var isDuplicating = false
    var duplicateFailed = false
  }

  enum Input: Equatable, Sendable {
    case presetTapped(Int)
    case duplicateTapped
    case closeTapped
    case discardConfirmed
    case keepEditingTapped
    case editor(N17Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case duplicated(N17Preset)
    case duplicateFailed
    case editor(ChildFeedback<N17Editor>)
  }

  let editor = Scope<N17Bank, N17Editor>(ifLet: \.editor, feedback: Feedback.editor) { N17Editor() }

  @Dependency(\.n17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.presetTapped(let id)):
      guard id != state.editor?.id else { return .none }
      leave(.open(id), in: &state)
      return .none

    case .input(.duplicateTapped):
      guard let editor = state.editor, !editor.hasUnsaved, !state.isDuplicating else { return .none }
      state.isDuplicating = true
      state.duplicateFailed = false
      return .run("duplicate", of: editor.id) { send in
        await send(.duplicated(try await client.duplicate(editor.id)))
      } catch: { _, send in
        await send(.duplicateFailed)
      }

    case .input(.closeTapped):
      leave(.close, in: &state)
      return .none

    case .input(.discardConfirmed):
      guard let leaving = state.leaving else { return .none }
      go(leaving, in: &state)
      return .none

    case .input(.keepEditingTapped):
      state.leaving = nil
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.duplicated(let preset)):
      state.isDuplicating = false
      state.presets.append(preset)
      go(.open(preset.id), in: &state)
      return .none

    case .feedback(.duplicateFailed):
      state.isDuplicating = false
      state.duplicateFailed = true
      return .none

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.renamed(let preset)))):
      guard let index = state.presets.firstIndex(where: { $0.id == preset.id }) else { return .none }
      state.presets[index] = preset
      return .none
    }
  }

  /// Leaves the editor, or asks first.
  private func leave(_ leaving: Leaving, in state: inout State) {
    if state.editor?.hasUnsaved == true {
      state.leaving = leaving
    } else {
      go(leaving, in: &state)
    }
  }

  private func go(_ leaving: Leaving, in state: inout State) {
    state.leaving = nil
    switch leaving {
    case .close: state.editor = nil
    case .open(let id): state.editor = state.presets.first { $0.id == id }.map(N17Editor.State.init)
    }
  }
}

struct N17Preset: Equatable, Identifiable, Sendable {
  var id: Int
  var name: String
}

struct N17Client: TestDependencyKey, Sendable {
  var rename: @Sendable (_ preset: Int, _ name: String) async throws -> Void
  var duplicate: @Sendable (_ preset: Int) async throws -> N17Preset

  static let testValue = N17Client(
    rename: unimplemented("N17Client.rename"),
    duplicate: unimplemented("N17Client.duplicate")
  )
}

extension DependencyValues {
  var n17Client: N17Client {
    get { self[N17Client.self] }
    set { self[N17Client.self] = newValue }
  }
}

struct N17Offline: Error {}

struct N17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N17Bank.State) -> [N17Bank.Input] in
        if state.leaving != nil { return [.discardConfirmed, .keepEditingTapped] }
        var inputs: [N17Bank.Input] = [.presetTapped(1), .presetTapped(2)]
        guard let editor = state.editor else { return inputs }
        inputs += [.closeTapped, .editor(.nameChanged("Warm"))]
        if editor.name != editor.saved, !editor.isSaving { inputs.append(.editor(.saveTapped)) }
        if !editor.hasUnsaved, !state.isDuplicating, state.presets.count < 3 { inputs.append(.duplicateTapped) }
        return inputs
      }
    ) { () -> TestStore<N17Bank> in
      let store = TestStore(initialState: N17Bank.State()) { N17Bank() }
      store.gate("rename", at: \.n17Client.rename) { _, _ in [.success(()), .failure(N17Offline())] }
      store.gate("duplicate", at: \.n17Client.duplicate) { _ in
        [.success(N17Preset(id: 3, name: "Copy")), .failure(N17Offline())]
      }
      return store
    }
  }
}
