import Observation
import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// The first screen: a timer that runs from its start.
private struct Detail: Reducer {
  struct State: Hashable {
    var title: String
    var seconds = 0
  }

  enum Input: Equatable { case editTapped, closeTapped }
  enum Feedback: Equatable { case secondPassed }
  enum Output: Equatable { case edit(String), closed }

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    .run("timer", of: state.title) { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.editTapped): return .output(.edit(state.title))
    case .input(.closeTapped): return .output(.closed)
    case .feedback(.secondPassed):
      state.seconds += 1
      return .none
    }
  }
}

/// The second screen, which has one type of action.
private struct Edit: ActionReducer {
  struct State: Hashable { var text: String }
  enum Action: Equatable { case textChanged(String), saveTapped, saved }

  @Dependency(\.continuousClock) private var clock

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .textChanged(let text):
      state.text = text
      return .none
    case .saveTapped:
      return .run("save", of: state.text) { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.saved)
      }
    case .saved: return .none
    }
  }
}

private enum AppScreen: Hashable {
  case detail(Detail.State)
  case edit(Edit.State)

  var detail: Detail.State? {
    get { if case .detail(let detail) = self { detail } else { nil } }
    set { if let newValue { self = .detail(newValue) } }
  }

  var edit: Edit.State? {
    get { if case .edit(let edit) = self { edit } else { nil } }
    set { if let newValue { self = .edit(newValue) } }
  }
}

private struct App: Reducer {
  struct State: Hashable { var path: Stack<AppScreen> = [] }

  enum Input {
    case rowTapped(String)
    case linkOpened([String])
    case pathChanged([ScreenID])
    case replaced(ScreenID)
    case detail(ScreenID, Detail.Input)
    case edit(ScreenID, Edit.Action)
  }

  enum Feedback: Equatable {
    case detail(ScreenID, ChildFeedback<Detail>)
    case edit(ScreenID, Edit.Action)
  }

  /// Whether a pushed screen starts.
  var startsScreens = true

  let detail = ScopeScreens<App, Detail>(at: .screens(\.path, \.detail), feedback: Feedback.detail) { Detail() }
  let edit = ScopeScreens<App, Edit>(at: .screens(\.path, \.edit), action: Feedback.edit) { Edit() }

  func start(from state: State) -> Effect<Feedback, Never> {
    .merge(detail.start(from: state), edit.start(from: state))
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.rowTapped(let title)):
      let id = state.path.push(.detail(Detail.State(title: title)))
      return startsScreens ? detail.start(id: id, from: state) : .none
    case .input(.linkOpened(let titles)):
      state.path = Stack(titles.map { .detail(Detail.State(title: $0)) })
      return detail.start(from: state)
    case .input(.pathChanged(let ids)): state.path.ids = ids
    case .input(.replaced(let id)): state.path[id] = .edit(Edit.State(text: "new"))
    case .input(.detail(let id, let input)): return detail.reduce(.input(input), id: id, into: &state)
    case .feedback(.detail(let id, .feedback(let feedback))):
      return detail.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.detail(_, .output(.edit(let text)))): state.path.push(.edit(Edit.State(text: text)))
    case .feedback(.detail(let id, .output(.closed))): state.path.pop(from: id)
    case .input(.edit(let id, let action)), .feedback(.edit(let id, let action)):
      if action == .saved { state.path.pop(from: id) } else { return edit.reduce(action, id: id, into: &state) }
    }
    return .none
  }
}

@Suite struct StackTests {
  @Test func `a parent pushes and pops screens, without a reducer between them`() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.rowTapped("a")) { $0.path.push(.detail(Detail.State(title: "a"))) }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(0, .feedback(.secondPassed))) { $0.path[0]?.detail?.seconds = 1 }
    await store.send(.detail(0, .editTapped))
    await store.receive(.detail(0, .output(.edit("a")))) { $0.path.push(.edit(Edit.State(text: "a"))) }
    await store.send(.edit(1, .textChanged("b"))) { $0.path[1] = .edit(Edit.State(text: "b")) }
    await store.send(.edit(1, .saveTapped))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(0, .feedback(.secondPassed))) { $0.path[0]?.detail?.seconds = 2 }
    await store.receive(.edit(1, .saved)) { $0.path.pop() }
    await store.send(.detail(0, .closeTapped))
    await store.receive(.detail(0, .output(.closed))) { $0.path.pop() }
    await store.finish()
  }

  @Test func `a deep link starts the screens of the stack`() async {
    let path: Stack<AppScreen> = [
      .detail(Detail.State(title: "a")), .edit(Edit.State(text: "b")), .detail(Detail.State(title: "c")),
    ]
    let store = TestStore(initialState: App.State(path: path)) { App() }
    #expect(store.inFlightEffects.map(\.label) == [#"timer("a")"#, #"timer("c")"#])
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(0, .feedback(.secondPassed))) { $0.path[0]?.detail?.seconds = 1 }
    await store.receive(.detail(2, .feedback(.secondPassed))) { $0.path[2]?.detail?.seconds = 1 }
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await store.finish()
  }

  @Test func `a screen that is popped loses its effects, and those below it keep theirs`() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.rowTapped("a")) { $0.path.push(.detail(Detail.State(title: "a"))) }
    await store.send(.rowTapped("b")) { $0.path.push(.detail(Detail.State(title: "b"))) }
    await store.send(.pathChanged([0])) { $0.path.pop() }
    #expect(store.inFlightEffects.map(\.label) == [#"timer("a")"#])
    await store.send(.rowTapped("b")) { $0.path.push(.detail(Detail.State(title: "b"))) }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(0, .feedback(.secondPassed))) { $0.path[0]?.detail?.seconds = 1 }
    await store.receive(.detail(2, .feedback(.secondPassed))) { $0.path[2]?.detail?.seconds = 1 }
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await store.finish()
  }

  @Test func `a screen that becomes one of another kind loses its effects`() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.rowTapped("a")) { $0.path.push(.detail(Detail.State(title: "a"))) }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(0, .feedback(.secondPassed))) { $0.path[0]?.detail?.seconds = 1 }
    await store.send(.replaced(0)) { $0.path[0] = .edit(Edit.State(text: "new")) }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `a new stack in place of another has other screens, even under equal ids`() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.linkOpened(["a", "b"])) {
      $0.path = [.detail(Detail.State(title: "a")), .detail(Detail.State(title: "b"))]
    }
    await store.clock.advance(by: .milliseconds(500))
    await store.send(.linkOpened(["c"])) { $0.path = [.detail(Detail.State(title: "c"))] }
    #expect(store.inFlightEffects.map(\.label) == [#"timer("c")"#])
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await store.finish()
  }

  @Test func `a message for a popped screen is a misuse, and reaches no other one`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: App.State(path: [.edit(Edit.State(text: "a"))])) { App() }
      await store.send(.pathChanged([])) { $0.path.pop() }
      await store.send(.edit(0, .textChanged("b")))  // Fails: misuse
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == #"Edit with the id 0 was sent the input .textChanged("b"), but its parent's state has no such child."#
    )
  }

  @Test func `a screen that its parent forgets to start is a misuse`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: App.State()) { App(startsScreens: false) }
      await store.send(.rowTapped("a")) { $0.path.push(.detail(Detail.State(title: "a"))) }  // Fails: misuse
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == #".rowTapped("a") adds Detail with the id 0, which has a start effect, and App does not return it."#
    )
  }

  @Test func `a failure shows the screens by their ids, and the lines that change them`() async {
    let edited = await recordingFailures {
      let store = TestStore(initialState: App.State(path: [.edit(Edit.State(text: "a"))])) { App() }
      await store.send(.edit(0, .textChanged("b")))  // Fails: unexpectedState
      await store.finish()
    }
    #expect(edited.locations == markedFailures())
    #expect(edited.first?.details.contains(#"path[0].edit.text: "a" -> "b""#) == true)

    let pushed = await recordingFailures {
      let path: Stack<AppScreen> = [0: .edit(Edit.State(text: "a")), 4: .edit(Edit.State(text: "b"))]
      let store = TestStore(initialState: App.State(path: path)) { App() }
      await store.send(.rowTapped("c"))
      await store.finish()
    }
    #expect(pushed.first?.details.contains(#"$0.path[5] = .detail(Detail.State(title: "c", seconds: 0))"#) == true)

    let popped = await recordingFailures {
      let path: Stack<AppScreen> = [0: .edit(Edit.State(text: "a")), 4: .edit(Edit.State(text: "b"))]
      let store = TestStore(initialState: App.State(path: path)) { App() }
      await store.send(.pathChanged([0]))
      await store.finish()
    }
    #expect(popped.first?.details.contains("$0.path[4] = nil") == true)

    let replaced = await recordingFailures {
      let path: Stack<AppScreen> = [4: .edit(Edit.State(text: "b"))]
      let store = TestStore(initialState: App.State(path: path)) { App() }
      await store.send(.linkOpened(["c"]))
      await store.cancelInFlightEffects()
      await store.finish()
    }
    // The new stack has the id 0, under which the old one pushes no screen.
    #expect(replaced.first?.details.contains(#"$0.path = [0: .detail(Detail.State(title: "c", seconds: 0))]"#) == true)
  }

  @Test func `a text has more than ten screens in the order of their ids`() {
    #expect(describe(Stack(5...15)).contains("8: 13, 9: 14, 10: 15"))
  }

  @Test func `stacks with different histories hide no difference from each other`() async {
    let reports = await recordingReports {
      let store = TestStore(initialState: App.State()) { App() }
      await store.send(.linkOpened(["a"])) { $0.path = [.detail(Detail.State(title: "a"))] }
      await store.send(.rowTapped("b")) { $0.path[1] = .detail(Detail.State(title: "b")) }
      await store.send(.pathChanged([0])) { $0.path = [.detail(Detail.State(title: "a"))] }
      await store.send(.rowTapped("b")) { $0.path = [0: $0.path.screens[0], 2: .detail(Detail.State(title: "b"))] }
      await store.send(.pathChanged([])) { $0.path = [] }
      await store.finish()
    }
    #expect(reports.isEmpty)
  }

  @MainActor
  @Test func `the view of a screen has a store, until the screen is popped`() {
    let store = Store(initialState: App.State(path: [.edit(Edit.State(text: "a"))])) { App() }
    let screen: StoreOf<Edit>? = store.scope(\.path, id: 0, \.edit, App.Input.edit)
    let other: StoreOf<Detail>? = store.scope(\.path, id: 0, \.detail, App.Input.detail)
    #expect(other == nil)
    screen?.send(.textChanged("b"))
    #expect(screen?.text == "b")
    #expect(store.path.top == .edit(Edit.State(text: "b")))

    let path = store.binding(\.path.ids, send: App.Input.pathChanged)
    #expect(path.wrappedValue == [0])
    path.wrappedValue = []
    #expect(store.path.isEmpty)
    screen?.send(.textChanged("c"))
    #expect(screen?.text == "b")
  }

  @MainActor
  @Test func `the view of a screen does not show the screen of another stack`() {
    let store = Store(initialState: App.State()) {
      App()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.send(.linkOpened(["a"]))
    let screen = store.scope(\.path, id: 0, \.detail, App.Input.detail)
    store.send(.linkOpened(["b"]))
    #expect(screen?.title == "a")
    store.send(.pathChanged([]))
  }

  @MainActor
  @Test func `a view that makes the store of a screen is not told of the changes within`() {
    let store = Store(initialState: App.State(path: [.edit(Edit.State(text: "a"))])) { App() }
    let changes = Mutex(0)
    func observe() {
      withObservationTracking {
        let _: StoreOf<Edit>? = store.scope(\.path, id: 0, \.edit, App.Input.edit)
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    observe()
    store.send(.edit(0, .textChanged("b")))
    #expect(changes.withLock(\.self) == 0)
    store.send(.replaced(0))
    #expect(changes.withLock(\.self) == 0)
    store.send(.pathChanged([]))
    #expect(changes.withLock(\.self) == 1)
  }
}
