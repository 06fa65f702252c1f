import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A travel diary: a list of days, the page of a day above it, and an editor above the page.
struct D17Diary: Reducer {
  /// What the user is asked about a text that isn't saved.
  enum Question: Equatable { case close, link(Int) }

  struct State: Equatable {
    var days: IdentifiedArray<D17Day>
    var weather: [Int: String] = [:]
    var path: Stack<D17Screen> = []
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case dayTapped(Int)
    case backTapped
    case editTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case editor(ScreenID, D17Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case weatherLoaded(Int, String)
    case editor(ScreenID, ChildFeedback<D17Editor>)
  }

  private enum CancelID: Hashable { case weather(Int) }

  private let editor = ScopeScreens<D17Diary, D17Editor>(
    at: .screens(\.path, \.editor),
    feedback: Feedback.editor
  ) { D17Editor() }

  @Dependency(\.d17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let id, let input)): return editor.reduce(.input(input), id: id, into: &state)
    case .feedback(.editor(let id, .feedback(let feedback))):
      return editor.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.dayTapped(let day)):
      guard state.path.isEmpty, state.days[id: day] != nil else { return .none }
      return show(day, in: &state)

    case .input(.backTapped):
      guard case .page = state.path.top else { return .none }
      state.path.pop()
      return .none

    case .input(.editTapped):
      guard case .page(let id) = state.path.top, let day = state.days[id: id] else { return .none }
      state.path.push(.editor(D17Editor.State(day: id, text: day.text, savedText: day.text)))
      return .none

    case .input(.linkOpened(let day)):
      guard state.days[id: day] != nil, state.path.top != .page(day) else { return .none }
      if let editor = state.path.top?.editor, editor.isDirty {
        state.question = .link(day)
        return .none
      }
      return show(day, in: &state)

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .close:
        state.path.pop()
        return .none
      case .link(let day):
        return show(day, in: &state)
      }

    case .feedback(.weatherLoaded(let day, let weather)):
      state.weather[day] = weather
      return .none

    case .feedback(.editor(_, .output(.saved(let day)))):
      state.days[id: day.id] = day
      return .none

    case .feedback(.editor(let id, .output(.closed))):
      if state.path[id]?.editor?.isDirty == true {
        state.question = .close
      } else {
        state.path.pop(from: id)
      }
      return .none
    }
  }

  /// Shows the page of a day alone above the list, and asks for its weather once.
  private func show(_ day: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.path = [.page(day)]
    guard state.weather[day] == nil else { return .none }
    return .run("weather", of: day) { send in
      if let weather = try? await client.weather(day) { await send(.weatherLoaded(day, weather)) }
    }
    .cancellable(id: CancelID.weather(day), cancelInFlight: true)
  }
}

/// The text of a day.
struct D17Editor: Reducer {
  enum Phase: Equatable { case clean, dirty, saving, failed }

  struct State: Equatable {
    let day: Int
    var text: String
    var savedText: String
    var phase = Phase.clean

    var isDirty: Bool { phase == .dirty || phase == .failed }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case saved, notSaved }
  enum Output: Equatable, Sendable { case saved(D17Day), closed }

  @Dependency(\.d17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.phase != .saving else { return .none }
      state.text = text
      state.phase = text == state.savedText ? .clean : .dirty
      return .none

    case .input(.saveTapped):
      guard state.isDirty else { return .none }
      state.phase = .saving
      let day = D17Day(id: state.day, text: state.text)
      return .run("save", of: day) { send in
        try await client.save(day)
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.closeTapped):
      return state.phase == .saving ? .none : .output(.closed)

    case .feedback(.saved):
      state.phase = .clean
      state.savedText = state.text
      return .output(.saved(D17Day(id: state.day, text: state.text)))

    case .feedback(.notSaved):
      state.phase = .failed
      return .none
    }
  }
}

enum D17Screen: Equatable {
  case page(Int)
  case editor(D17Editor.State)

  var editor: D17Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }
}

struct D17Day: Hashable, Identifiable, Sendable {
  let id: Int
  var text: String
}

struct D17Client: TestDependencyKey, Sendable {
  var weather: @Sendable (_ day: Int) async throws -> String
  var save: @Sendable (_ day: D17Day) async throws -> Void

  static let testValue = D17Client(
    weather: unimplemented("D17Client.weather"),
    save: unimplemented("D17Client.save")
  )
}

extension DependencyValues {
  var d17Client: D17Client {
    get { self[D17Client.self] }
    set { self[D17Client.self] = newValue }
  }
}

struct D17Offline: Error {}

struct D17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D17Diary.State) -> [D17Diary.Input] in
        var inputs: [D17Diary.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil {
          inputs.append(.discardTapped)
          inputs.append(.keepTapped)
          return inputs
        }
        guard let id = state.path.ids.last, let top = state.path.top else {
          inputs.append(.dayTapped(1))
          inputs.append(.dayTapped(2))
          return inputs
        }
        guard let editor = top.editor else {
          inputs.append(.backTapped)
          inputs.append(.editTapped)
          return inputs
        }
        if editor.phase == .saving { return inputs }
        inputs.append(.editor(id, .textChanged(editor.text == "Rain" ? "Sun" : "Rain")))
        inputs.append(.editor(id, .closeTapped))
        if editor.isDirty { inputs.append(.editor(id, .saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<D17Diary> in
      let days: IdentifiedArray = [D17Day(id: 1, text: "Sun"), D17Day(id: 2, text: "Sun")]
      let store = TestStore(initialState: D17Diary.State(days: days)) { D17Diary() }
      store.gate("weather", at: \.d17Client.weather) { _ in [.success("18 degrees"), .failure(D17Offline())] }
      store.gate("save", at: \.d17Client.save) { _ in [.success(()), .failure(D17Offline())] }
      return store
    }
  }
}
