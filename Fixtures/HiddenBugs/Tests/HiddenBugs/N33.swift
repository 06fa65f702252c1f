import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A diary. A day is read on one screen and edited on the next one. A reminder links to a day.
struct N33Diary: Reducer {
  enum Destination: Equatable {
    case back
    case day(String)
  }

  enum Choice: Equatable, Sendable { case discard }

  struct State: Equatable {
    var path: Stack<N33Screen> = []
    /// Where the user wants to go from the editor, once it is saved or the question is answered.
    var destination: Destination?
    var alert: AlertState<Choice>?
  }

  enum Input: Equatable, Sendable {
    case dayTapped(String)
    case backTapped
    case linkOpened(day: String)
    case alert(AlertState<Choice>.Answer)
    case reader(ScreenID, N33Reader.Input)
    case editor(ScreenID, N33Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case reader(ScreenID, ChildFeedback<N33Reader>)
    case editor(ScreenID, ChildFeedback<N33Editor>)
  }

  let reader = ScopeScreens<N33Diary, N33Reader>(at: .screens(\.path, \.reader), feedback: Feedback.reader) {
    N33Reader()
  }
  let editor = ScopeScreens<N33Diary, N33Editor>(at: .screens(\.path, \.editor), feedback: Feedback.editor) {
    N33Editor()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reader(let id, let input)): return reader.reduce(.input(input), id: id, into: &state)
    case .input(.editor(let id, let input)): return editor.reduce(.input(input), id: id, into: &state)
    case .feedback(.reader(let id, .feedback(let feedback))):
      return reader.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.editor(let id, .feedback(let feedback))):
      return editor.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.dayTapped(let day)):
      return state.path.isEmpty ? go(to: .day(day), in: &state) : .none

    case .input(.backTapped):
      return leave(for: .back, in: &state)

    case .input(.linkOpened(day: let day)):
      if state.path.top?.reader?.day == day { return .none }
      return leave(for: .day(day), in: &state)

    case .input(.alert(let answer)):
      let choice = state.alert.close(by: answer)
      let destination = state.destination
      state.destination = nil
      guard choice == .discard, let destination else { return .none }
      return go(to: destination, in: &state)

    case .feedback(.reader(_, .output(.edit(day: let day, text: let text)))):
      state.path.push(.editor(N33Editor.State(day: day, savedText: text, text: text)))
      return .none

    case .feedback(.editor(let id, .output(.saved(let text)))):
      state.path.pop(from: id)
      if let below = state.path.ids.last { state.path[below]?.reader?.text = text }
      let destination = state.destination
      state.destination = nil
      guard case .day(let day)? = destination else { return .none }
      return go(to: .day(day), in: &state)

    case .feedback(.editor(_, .output(.notSaved))):
      if state.destination != nil { state.alert = question }
      return .none
    }
  }

  /// Leaves the top screen: at once, after a save that runs, or if the user agrees to lose what isn't saved.
  private func leave(for destination: Destination, in state: inout State) -> Effect<Feedback, Never> {
    guard let editor = state.path.top?.editor, editor.isSaving || editor.hasChanges else {
      return go(to: destination, in: &state)
    }
    state.destination = destination
    if !editor.isSaving { state.alert = question }
    return .none
  }

  private func go(to destination: Destination, in state: inout State) -> Effect<Feedback, Never> {
    switch destination {
    case .back:
      state.path.pop()
      return .none
    case .day(let day):
      state.path.popAll()
      let id = state.path.push(.reader(N33Reader.State(day: day)))
      return reader.start(id: id, from: state)
    }
  }

  private var question: AlertState<Choice> {
    AlertState(
      "Discard the changes?",
      buttons: [.init("Discard", role: .destructive, action: .discard), .init("Stay", role: .cancel)]
    )
  }
}

enum N33Screen: Equatable {
  case reader(N33Reader.State)
  case editor(N33Editor.State)

  var reader: N33Reader.State? {
    get { if case .reader(let reader) = self { reader } else { nil } }
    set { if let newValue { self = .reader(newValue) } }
  }

  var editor: N33Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }
}

struct N33Reader: Reducer {
  struct State: Equatable {
    var day: String
    var text: String?
    var isLoading = true
  }

  enum Input: Equatable, Sendable { case reloadTapped, editTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), notLoaded }
  enum Output: Equatable, Sendable { case edit(day: String, text: String) }

  @Dependency(\.n33Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.day) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return load(state.day)
    case .input(.editTapped):
      guard let text = state.text, !state.isLoading else { return .none }
      return .output(.edit(day: state.day, text: text))
    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      return .none
    case .feedback(.notLoaded):
      state.isLoading = false
      return .none
    }
  }

  private func load(_ day: String) -> Effect<Feedback, Output> {
    .run("load", of: day) { send in
      await send(.loaded(try await client.load(day)))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

struct N33Editor: Reducer {
  struct State: Equatable {
    var day: String
    var savedText: String
    var text: String
    var isSaving = false
    var hasFailed = false

    var hasChanges: Bool { text != savedText }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved, notSaved }
  enum Output: Equatable, Sendable { case saved(String), notSaved }

  @Dependency(\.n33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      // The field can't be edited during a save.
      guard !state.isSaving else { return .none }
      state.text = text
      return .none
    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [day = state.day, text = state.text] send in
        try await client.save(day, text)
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }
    case .feedback(.saved):
      state.isSaving = false
      state.savedText = state.text
      return .output(.saved(state.text))
    case .feedback(.notSaved):
      state.isSaving = false
      state.hasFailed = true
      return .output(.notSaved)
    }
  }
}

struct N33Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ day: String) async throws -> String
  var save: @Sendable (_ day: String, _ text: String) async throws -> Void

  static let testValue = N33Client(
    load: unimplemented("N33Client.load"),
    save: unimplemented("N33Client.save")
  )
}

extension DependencyValues {
  var n33Client: N33Client {
    get { self[N33Client.self] }
    set { self[N33Client.self] = newValue }
  }
}

struct N33Offline: Error {}

struct N33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N33Diary.State) -> [N33Diary.Input] in
        if state.alert != nil { return [.alert(.chosen(.discard)), .alert(.dismissed), .linkOpened(day: "Tuesday")] }
        guard let id = state.path.ids.last, let screen = state.path.top else {
          return [.dayTapped("Monday"), .linkOpened(day: "Tuesday")]
        }
        var inputs: [N33Diary.Input] = [.backTapped, .linkOpened(day: "Monday"), .linkOpened(day: "Tuesday")]
        switch screen {
        case .reader(let reader):
          if !reader.isLoading { inputs.append(.reader(id, .reloadTapped)) }
          if !reader.isLoading, reader.text != nil { inputs.append(.reader(id, .editTapped)) }
        case .editor(let editor):
          if editor.isSaving { return inputs }
          inputs += [.editor(id, .textChanged("Rain")), .editor(id, .textChanged("Sun"))]
          if editor.hasChanges { inputs.append(.editor(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<N33Diary> in
      let store = TestStore(initialState: N33Diary.State()) { N33Diary() }
      store.gate("load", at: \.n33Client.load) { day in [.success("Notes of \(day)"), .failure(N33Offline())] }
      store.gate("save", at: \.n33Client.save) { _ in [.success(()), .failure(N33Offline())] }
      return store
    }
  }
}
