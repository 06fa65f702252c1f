import Foundation
import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A child that counts, and loads a number.
private struct NumberRow: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var number = 0
    var isLoading = false
  }

  enum Input: Equatable { case upTapped, loadTapped, quietLoadTapped, nothingTapped }
  enum Feedback: Equatable { case loaded(Int) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.upTapped): state.number += 1
    case .input(.loadTapped):
      state.isLoading = true
      return load()
    case .input(.quietLoadTapped): return load()
    case .input(.nothingTapped): break
    case .feedback(.loaded(let number)):
      state.isLoading = false
      state.number = number
    }
    return .none
  }

  private func load() -> Effect<Feedback, Never> { .run("load") { send in await send(.loaded(7)) } }
}

/// A parent that passes on a part of what it receives.
private struct NumberList: Reducer {
  /// What the parent forgets.
  enum Mistake: CaseIterable { case none, input, feedback, effect }

  struct State: Equatable {
    var first = NumberRow.State(id: 0)
    var second = NumberRow.State(id: 0)
    var rows: IdentifiedArray<NumberRow.State> = [NumberRow.State(id: 1)]
    var messages = 0
  }

  enum Input: Equatable {
    case first(NumberRow.Input), second(NumberRow.Input), row(Int, NumberRow.Input), other(NumberRow.Input)
  }

  enum Feedback: Equatable {
    case first(ChildFeedback<NumberRow>), second(ChildFeedback<NumberRow>), row(Int, ChildFeedback<NumberRow>)
  }

  let mistake: Mistake
  let first = Scope<NumberList, NumberRow>(at: .always(\.first), feedback: Feedback.first, line: 1) { NumberRow() }
  let second = Scope<NumberList, NumberRow>(at: .always(\.second), feedback: Feedback.second, line: 2) { NumberRow() }
  let rows = ScopeEach<NumberList, NumberRow>(at: .each(\.rows), feedback: Feedback.row, line: 3) { NumberRow() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    state.messages += 1
    switch message {
    case .input where mistake == .input, .feedback where mistake == .feedback: return .none
    case .input(.first(let input)): return given(first.reduce(.input(input), into: &state))
    case .input(.second(let input)): return given(second.reduce(.input(input), into: &state))
    case .input(.row(let id, let input)): return given(rows.reduce(.input(input), id: id, into: &state))
    case .input(.other): return .none
    case .feedback(.first(.feedback(let feedback))): return first.reduce(.feedback(feedback), into: &state)
    case .feedback(.second(.feedback(let feedback))): return second.reduce(.feedback(feedback), into: &state)
    case .feedback(.row(let id, .feedback(let feedback))):
      return rows.reduce(.feedback(feedback), id: id, into: &state)
    }
  }

  private func given(_ effect: Effect<Feedback, Never>) -> Effect<Feedback, Never> {
    mistake == .effect ? .none : effect
  }
}

@Suite struct ForgottenMessageTests {
  private func failures(
    _ mistake: NumberList.Mistake,
    _ exhaustivity: Exhaustivity = .on,
    _ steps: (TestStore<NumberList>) async -> Void
  ) async -> [TestFailure] {
    await recordingFailures {
      let store = TestStore(initialState: NumberList.State()) { NumberList(mistake: mistake) }
      store.exhaustivity = exhaustivity
      await steps(store)
      await store.finish()
    }
  }

  /// The sentences of a failure that speak of a scope.
  private func hints(_ failures: [TestFailure]) -> [String] {
    let paragraphs = failures.map { $0.details.split(separator: "\n\n").map(String.init) }
    return paragraphs.joined().filter { $0.contains("has a scope for") }
  }

  @Test(arguments: [Exhaustivity.strict, .on, .observable])
  func `an input that the parent forgot is named, with the call that passes it on`(exhaustivity: Exhaustivity) async {
    let failures = await failures(.input, exhaustivity) { store in
      await store.send(.second(.upTapped)) {
        $0.messages = 1
        $0.second.number = 1
      }
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(
      failures.first?.details.contains(
        """
        NumberList has a scope for NumberRow, made at ForgottenMessageTests.swift:2, but does not pass .second(.upTapped) on to it. \
        Pass it on, and return the effect:

            return second.reduce(.input(input), into: &state)
        """
      ) == true
    )
  }

  @Test func `a feedback that the parent forgot is named, with the id of the child`() async {
    let failures = await failures(.feedback) { store in
      await store.send(.row(1, .loadTapped)) {
        $0.messages = 1
        $0.rows[id: 1]?.isLoading = true
      }
      await store.receive(.row(1, .feedback(.loaded(7)))) {
        $0.messages = 2
        $0.rows[id: 1] = NumberRow.State(id: 1, number: 7)
      }
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(
      failures.first?.details.contains(
        """
        NumberList has a scope for NumberRow with the id 1, made at ForgottenMessageTests.swift:3, but does not pass \
        .row(1, .feedback(.loaded(7))) on to it. Pass it on, and return the effect:

            return rows.reduce(.feedback(feedback), id: id, into: &state)
        """
      ) == true
    )
  }

  @Test func `an effect that the parent did not return is named where its feedback is missing`() async {
    let failures = await failures(.effect) { store in
      await store.send(.first(.loadTapped)) {
        $0.messages = 1
        $0.first.isLoading = true
      }
      await store.receive(.first(.feedback(.loaded(7))))
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
    #expect(
      failures.first?.details.contains(
        """
        NumberList has a scope for NumberRow, made at ForgottenMessageTests.swift:1, but does not return the effect of \
        .first(.loadTapped). Return it, as a part of the effect of that message:

            return first.reduce(.input(input), into: &state)
        """
      ) == true
    )
  }

  @Test(arguments: [(7, 1), (8, 0)])
  func `a forgotten message is one of the last eight, as the state before it must be known`(others: Int, hint: Int)
    async
  {
    let failures = await failures(.effect) { store in
      await store.send(.first(.loadTapped)) {
        $0.messages = 1
        $0.first.isLoading = true
      }
      for number in 0..<others { await store.send(.other(.nothingTapped)) { $0.messages = number + 2 } }
      await store.receive(.first(.feedback(.loaded(7))))
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
    #expect(hints(failures).count == hint)
  }

  @Test func `a message that only starts an effect is named where that is missing`() async {
    let failures = await failures(.input) { store in
      await store.send(.first(.quietLoadTapped)) { $0.messages = 1 }
      await store.receiveEffect("load")
    }
    #expect(failures.map(\.kind) == [.missingEffect])
    #expect(hints(failures).count == 1)
    #expect(hints(failures).first?.contains("does not pass .first(.quietLoadTapped) on to it") == true)
  }

  @Test func `a wrong assertion of a message that changes nothing in the child has no such explanation`() async {
    for mistake in NumberList.Mistake.allCases {
      let failures = await failures(mistake) { store in
        await store.send(.first(.nothingTapped)) {
          $0.messages = 1
          $0.first.number = 1
        }
      }
      #expect(failures.map(\.kind) == [.unexpectedState])
      #expect(hints(failures) == [])
    }
  }

  @Test func `a wrong assertion of a message that is passed on has no such explanation`() async {
    let failures = await failures(.none) { store in
      await store.send(.row(1, .upTapped)) { $0.messages = 1 }
      await store.send(.row(1, .quietLoadTapped)) { $0.messages = 5 }
      await store.receive(.row(1, .feedback(.loaded(8))))
    }
    #expect(!failures.isEmpty)
    #expect(hints(failures) == [])
  }

  @Test func `a message that may be for either of two children is not guessed at`() async {
    let failures = await failures(.none) { store in
      await store.send(.other(.upTapped)) { $0.first.number = 1 }
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(hints(failures) == [])
  }
}

/// A child with one type of action.
private struct Toggle: ActionReducer {
  struct State: Equatable { var isOn = false }
  enum Action { case flipped }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    state.isOn.toggle()
    return .none
  }
}

/// A parent with one type of action, which forgets its child.
private struct Panel: ActionReducer {
  struct State: Equatable {
    var toggle: Toggle.State? = Toggle.State()
    var count = 0
  }

  enum Action { case toggle(Toggle.Action), count(Int), removed }

  let toggle = Scope<Panel, Toggle>(at: .ifLet(\.toggle), action: Action.toggle, line: 4) { Toggle() }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    if case .removed = action { state.toggle = nil }
    return .none
  }
}

@Suite struct ForgottenActionTests {
  @Test func `an action that a flat parent forgot is named`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Panel.State()) { Panel() }
      await store.send(.toggle(.flipped)) { $0.toggle?.isOn = true }
      await store.finish()
    }
    let hint = "Panel has a scope for Toggle, made at ForgottenMessageTests.swift:4"
    #expect(failures.first?.details.contains(hint) == true)
  }

  @Test func `an absent child, and another message, have no such explanation`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Panel.State()) { Panel() }
      await store.send(.count(1)) { $0.count = 1 }
      await store.send(.removed) { $0.toggle = nil }
      await store.send(.toggle(.flipped)) { $0.count = 1 }
      await store.finish()
    }
    #expect(!failures.isEmpty)
    #expect(!failures.contains { $0.details.contains("has a scope for") })
  }
}

/// A child that takes an id from a dependency.
private struct Numbered: Reducer {
  struct State: Equatable { var ids: [UUID] = [] }
  enum Input: Equatable { case add }

  @Dependency(\.uuid) private var uuid

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.ids.append(uuid())
    return .none
  }
}

/// A parent that passes everything on.
private struct Numbers: Reducer {
  struct State: Equatable { var numbered = Numbered.State() }
  enum Input: Equatable { case numbered(Numbered.Input) }
  enum Feedback: Equatable { case numbered(ChildFeedback<Numbered>) }

  let numbered = Scope<Numbers, Numbered>(at: .always(\.numbered), feedback: Feedback.numbered) { Numbered() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    if case .input(.numbered(let input)) = message { numbered.reduce(.input(input), into: &state) } else { .none }
  }
}

@Suite struct ForgottenMessageDependencyTests {
  @Test func `the search for a forgotten message takes no value from a dependency of the feature`() async {
    let ids = (0...1).map { UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") }
    var last: [UUID?] = []
    let failures = await recordingFailures {
      let store = TestStore(initialState: Numbers.State()) {
        Numbers()
      } withDependencies: {
        $0.uuid = .incrementing
      }
      for _ in ids { await store.send(.numbered(.add)) { $0.numbered.ids = [] } }
      last = store.state.numbered.ids
      await store.finish()
    }
    #expect(failures.first?.kind == .unexpectedState)
    #expect(last == ids)
  }
}
