import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A training plan. Each day has a text that is edited on a screen of its own. Links in reminders lead to a day.
struct G33Plan: Reducer {
  struct State: Equatable {
    /// The texts by the days; nil until they are loaded.
    var days: [Int: String]?
    var isLoading = false
    var hasLoadFailed = false
    var editor: Editor?

    /// Where the user wants to go next.
    var destination: Destination?
    var question: AlertState<Choice>?
  }

  struct Editor: Equatable {
    enum Saving: Equatable { case idle, running, failed }

    let day: Int
    var text: String
    var savedText: String
    var saving = Saving.idle

    var hasChanges: Bool { text != savedText }
  }

  enum Destination: Equatable { case overview, day(Int) }
  enum Choice: Equatable, Sendable { case save, discard }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case dayTapped(Int)
    case textChanged(String)
    case saveTapped
    case closeTapped
    case linkOpened(day: Int)
    case question(AlertState<Choice>.Answer)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int: String])
    case loadFailed
    case saved(day: Int, text: String)
    case saveFailed
  }

  static let question = AlertState(
    "Save the changes of the day?",
    buttons: [
      .init("Save", action: Choice.save), .init("Discard", role: .destructive, action: Choice.discard),
      .init("Stay", role: .cancel),
    ]
  )

  @Dependency(\.g33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.retryTapped):
      guard state.days == nil, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasLoadFailed = false
      return .run("days") { send in
        await send(.loaded(try await client.days()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.dayTapped(let day)):
      if state.editor == nil { go(to: .day(day), &state) }
      return .none

    case .input(.textChanged(let text)):
      guard state.question == nil else { return .none }
      state.editor?.text = text
      if state.editor?.saving == .failed { state.editor?.saving = .idle }
      return .none

    case .input(.saveTapped):
      return save(&state)

    case .input(.closeTapped):
      go(to: .overview, &state)
      return .none

    case .input(.linkOpened(let day)):
      go(to: .day(day), &state)
      return .none

    case .input(.question(let answer)):
      guard state.question != nil else { return .none }
      switch state.question.close(by: answer) {
      case .save: return save(&state)
      case .discard: arrive(&state)
      case nil: state.destination = nil
      }
      return .none

    case .feedback(.loaded(let days)):
      state.isLoading = false
      state.days = days
      arrive(&state)
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.saved(let day, let text)):
      state.days?[day] = text
      state.editor?.savedText = text
      state.editor?.saving = .idle
      if let destination = state.destination { go(to: destination, &state) }
      return .none

    case .feedback(.saveFailed):
      let hasChanges = state.editor?.hasChanges == true
      state.editor?.saving = hasChanges ? .failed : .idle
      if let destination = state.destination { go(to: destination, &state) }
      return .none
    }
  }

  /// Goes somewhere as soon as nothing gets lost by it.
  private func go(to destination: Destination, _ state: inout State) {
    if let editor = state.editor, destination == .day(editor.day) {
      state.destination = nil
      state.question = nil
      return
    }
    state.destination = destination
    if state.days == nil || state.editor?.saving == .running { return }
    if state.editor?.hasChanges == true {
      state.question = Self.question
    } else {
      arrive(&state)
    }
  }

  /// Leaves the editor for the destination, if there is one.
  private func arrive(_ state: inout State) {
    guard let destination = state.destination else { return }
    state.destination = nil
    switch destination {
    case .overview: state.editor = nil
    case .day(let day):
      let text = state.days?[day] ?? ""
      state.editor = Editor(day: day, text: text, savedText: text)
    }
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard let editor = state.editor, editor.hasChanges, editor.saving != .running else { return .none }
    state.editor?.saving = .running
    return .run("save", of: editor.text) { send in
      try await client.save(editor.day, editor.text)
      await send(.saved(day: editor.day, text: editor.text))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct G33Client: TestDependencyKey, Sendable {
  var days: @Sendable () async throws -> [Int: String]
  var save: @Sendable (_ day: Int, _ text: String) async throws -> Void

  static let testValue = G33Client(days: unimplemented("G33Client.days"), save: unimplemented("G33Client.save"))
}

extension DependencyValues {
  var g33Client: G33Client {
    get { self[G33Client.self] }
    set { self[G33Client.self] = newValue }
  }
}

struct G33Offline: Error {}

struct G33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G33Plan.State) -> [G33Plan.Input] in
        var inputs: [G33Plan.Input] = [.appeared, .linkOpened(day: 1), .linkOpened(day: 2)]
        if state.hasLoadFailed { inputs.append(.retryTapped) }
        if state.question != nil {
          return inputs + [.question(.chosen(.save)), .question(.chosen(.discard)), .question(.dismissed)]
        }
        if let editor = state.editor {
          inputs += [.closeTapped, .textChanged("5 km"), .textChanged("Rest")]
          if editor.hasChanges, editor.saving != .running { inputs.append(.saveTapped) }
        } else if state.days != nil {
          inputs += [.dayTapped(1), .dayTapped(2)]
        }
        return inputs
      }
    ) { () -> TestStore<G33Plan> in
      let store = TestStore(initialState: G33Plan.State()) { G33Plan() }
      store.gate("days", at: \.g33Client.days) { [.success([1: "5 km", 2: "Rest"]), .failure(G33Offline())] }
      store.gate("save", at: \.g33Client.save) { _, _ in [.success(()), .failure(G33Offline())] }
      return store
    }
  }
}
