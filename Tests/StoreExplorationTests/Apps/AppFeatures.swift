import StoreCore
import StoreDependencies

/// A form in which the name "x" is not valid.
struct NameForm: Reducer {
  struct State: Hashable {
    var name = ""
    var isOpen = false
    var isValid = true
  }

  enum Input: Hashable { case binding(Change<State>), closeTapped }
  enum Output: Hashable { case closed(String) }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> {
    switch message {
    case .input(.binding(let change)):
      change.apply(to: &state)
      if case \.name = change { state.isValid = state.name != "x" }
      return .none
    case .input(.closeTapped): return .output(.closed(state.name))
    }
  }
}

/// A screen that ticks while it is shown.
struct TickingScreen: Reducer {
  struct State: Hashable { var isOdd = false }
  enum Feedback: Hashable { case tick }
  typealias Input = Never

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> {
    .run("tick") { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
    }
  }

  func reduce(message: Message<Never, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    state.isOdd.toggle()
    return .none
  }
}

/// A stack of forms and ticking screens.
struct FormStack: Reducer {
  enum Screen: Hashable { case form(NameForm.State), ticking(TickingScreen.State) }

  struct State: Hashable {
    var path: Stack<Screen> = []
    var saved = ""
  }

  enum Input: Hashable { case formTapped, tickingTapped, pathChanged([ScreenID]), form(ScreenID, NameForm.Input) }

  enum Feedback: Equatable {
    case form(ScreenID, ChildFeedback<NameForm>)
    case ticking(ScreenID, ChildFeedback<TickingScreen>)
  }

  let form = ScopeScreens<FormStack, NameForm>(at: .screens(\.path, \.form), feedback: Feedback.form) { NameForm() }
  let ticking = ScopeScreens<FormStack, TickingScreen>(at: .screens(\.path, \.ticking), feedback: Feedback.ticking) {
    TickingScreen()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.formTapped): state.path.push(.form(NameForm.State()))
    case .input(.tickingTapped):
      let id = state.path.push(.ticking(TickingScreen.State()))
      return ticking.start(id: id, from: state)
    case .input(.pathChanged(let ids)): state.path.ids = ids
    case .input(.form(let id, let input)): return form.reduce(.input(input), id: id, into: &state)
    case .feedback(.form(let id, .feedback(let feedback))):
      return form.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.form(let id, .output(.closed(let name)))):
      state.saved = name
      state.path.pop(from: id)
    case .feedback(.ticking(let id, .feedback(let feedback))):
      return ticking.reduce(.feedback(feedback), id: id, into: &state)
    }
    return .none
  }
}

extension FormStack.Screen {
  var form: NameForm.State? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }

  var ticking: TickingScreen.State? {
    get { if case .ticking(let ticking) = self { ticking } else { nil } }
    set { if let newValue { self = .ticking(newValue) } }
  }
}

/// A number that is the shared one, and adds to it.
struct Follower: Reducer {
  @Dependency(\.sharedNumber) private var number

  func start(from state: Int) -> Effect<Int, Never> { .following(number, from: state) { $0 } }

  func reduce(message: Message<Int, Int>, into state: inout Int) -> Effect<Int, Never> {
    switch message {
    case .input(let change): return .update(number) { $0 += change }
    case .feedback(let value):
      state = value
      return .none
    }
  }
}

extension DependencyValues {
  var sharedNumber: Source<Int> {
    get { self[SharedNumberKey.self] }
    set { self[SharedNumberKey.self] = newValue }
  }
}

private enum SharedNumberKey: TestDependencyKey {
  static var testValue: Source<Int> { Source(0) }
}
