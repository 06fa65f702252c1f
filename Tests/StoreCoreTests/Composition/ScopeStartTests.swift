import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A feature whose start effect sends the tone.
private struct Starter: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var tone: String?
  }

  func reduce(message: Message<Never, String>, into state: inout State) -> Effect<String, Never> {
    if case .feedback(let tone) = message { state.tone = tone }
    return .none
  }

  func start(from state: State) -> Effect<String, Never> {
    .run("start", of: state.id) { send in await send(DependencyValues.current.tone) }
  }
}

/// A parent that starts its children, unless `starts` is false.
private struct Parent: Reducer {
  struct State: Equatable {
    var one = Starter.State()
    var guest: Starter.State?
    var rows: IdentifiedArray<Starter.State> = [Starter.State(id: 1), Starter.State(id: 2)]
  }

  enum Feedback: Equatable {
    case one(ChildFeedback<Starter>)
    case guest(ChildFeedback<Starter>)
    case row(Int, ChildFeedback<Starter>)
  }

  enum Input {
    case bringGuest
    case bringRow

    /// Changes the collection without adding a child.
    case turn

    case replaceRows(IdentifiedArray<Starter.State>)
  }

  var starts = true

  // Here: scope
  let one = Scope<Parent, Starter>(\.one, feedback: Feedback.one) { Starter().dependency(\.tone, "own") }

  let guest = Scope<Parent, Starter>(ifLet: \.guest, feedback: Feedback.guest) { CombineReducers { Starter() } }

  let rows = ScopeEach<Parent, Starter>(\.rows, feedback: Feedback.row) { Starter() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .feedback(.one(.feedback(let feedback))): return one.reduce(.feedback(feedback), into: &state)
    case .feedback(.guest(.feedback(let feedback))): return guest.reduce(.feedback(feedback), into: &state)
    case .feedback(.row(let id, .feedback(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
    case .input(.bringGuest):
      state.guest = Starter.State(id: (state.guest?.id ?? 8) + 1)
      return starts ? guest.start(from: state) : .none
    case .input(.bringRow):
      state.rows.append(Starter.State(id: 3))
      return starts ? rows.start(id: 3, from: state) : .none
    case .input(.turn):
      state.rows[id: 1]?.tone = "turned"
      return .none
    case .input(.replaceRows(let rows)):
      state.rows = rows
      return .none
    }
  }

  func start(from state: State) -> Effect<Feedback, Never> {
    starts ? .merge(one.start(from: state), guest.start(from: state), rows.start(from: state)) : .none
  }
}

@Suite struct ScopeStartTests {
  @Test func `a parent starts children when it starts, and when it adds them`() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    store.exhaustivity = .strict
    await store.receiveEffect("start", of: 0)
    await store.receiveEffect("start", of: 1)
    await store.receiveEffect("start", of: 2)
    await store.receive(.one(.feedback("own"))) { $0.one.tone = "own" }
    await store.receive(.row(1, .feedback("plain"))) { $0.rows[id: 1]?.tone = "plain" }
    await store.receive(.row(2, .feedback("plain"))) { $0.rows[id: 2]?.tone = "plain" }
    await store.send(.bringGuest) { $0.guest = Starter.State(id: 9) }
    await store.receiveEffect("start", of: 9)
    await store.receive(.guest(.feedback("plain"))) { $0.guest?.tone = "plain" }
    await store.send(.bringRow) { $0.rows.append(Starter.State(id: 3)) }
    await store.receiveEffect("start", of: 3)
    await store.receive(.row(3, .feedback("plain"))) { $0.rows[id: 3]?.tone = "plain" }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `children in the initial state that are not started fail at the line of the store`(isFinished: Bool) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Parent.State()) { Parent(starts: false) }  // Fails: misuse, misuse, misuse
      if isFinished { await store.finish() }
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.headline)
        == [
          "Starter", "Starter with the id 1", "Starter with the id 2",
        ].map { "The first state has \($0), which has a start effect, and Parent does not return it." }
    )
    #expect(
      failures.first?.details == """
        In Parent, return that start effect as a part of 'start(from:)', from the scope made at \
        ScopeStartTests.swift:\(markedLine("scope")):

            scope.start(from: state)

        If the child starts later, set 'store.checksChildStarts = false'.
        """
    )
  }

  @Test func `a child that a message adds or replaces, and that is not started, fails at the step`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Parent.State(rows: [])) { Parent(starts: false) }
      store.checksChildStarts = false
      await store.settle()
      store.checksChildStarts = true
      await store.send(.bringGuest) { $0.guest = Starter.State(id: 9) }  // Fails: misuse
      await store.send(.bringGuest) { $0.guest = Starter.State(id: 10) }  // Fails: misuse
      await store.send(.bringRow) { $0.rows.append(Starter.State(id: 3)) }  // Fails: misuse
      await store.send(.turn)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.headline) == [
        ".bringGuest adds Starter, which has a start effect, and Parent does not return it.",
        ".bringGuest adds Starter, which has a start effect, and Parent does not return it.",
        ".bringRow adds Starter with the id 3, which has a start effect, and Parent does not return it.",
      ]
    )
    #expect(failures.last?.details.contains("    scope.start(id: id, from: state)\n") == true)
  }

  @Test func `a child in a replaced collection that is not started fails at the step`() async {
    let failures = await recordingFailures {
      let none: IdentifiedArray<Starter.State> = []
      var (first, second) = (none, none)
      first.append(Starter.State(id: 1))
      second.append(Starter.State(id: 2))
      let store = TestStore(initialState: Parent.State(rows: first)) { Parent(starts: false) }
      store.checksChildStarts = false
      await store.settle()
      store.checksChildStarts = true
      await store.send(.replaceRows(second)) { $0.rows = second }  // Fails: misuse
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [true, false])
  func `the start check can be switched off, and is off in a test that is not exhaustive`(byLevel: Bool) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Parent.State()) { Parent(starts: false) }
      if byLevel { store.exhaustivity = .off } else { store.checksChildStarts = false }
      await store.send(.bringGuest) { $0.guest = Starter.State(id: 9) }
      await store.finish()
    }
    #expect(failures.isEmpty)
  }

  @Test func `a child whose start effect is empty in its state need not be started`() async {
    /// A parent that doesn't start its child.
    struct Keyed: Reducer {
      struct State: Equatable { var key: Starter.State? = Starter.State() }

      let child = Scope<Keyed, RunningChild>(ifLet: \.key, feedback: { _ in }) { RunningChild() }

      func reduce(message: Message<Never, Void>, into state: inout State) -> Effect<Void, Never> { .none }
    }
    /// A child whose start effect is an empty merge.
    struct RunningChild: Reducer {
      func reduce(message: Message<Never, String>, into state: inout Starter.State) -> Effect<String, Never> { .none }

      func start(from state: Starter.State) -> Effect<String, Never> { .merge(.none, .concatenate(.none, .none)) }
    }
    let store = TestStore(initialState: Keyed.State()) { Keyed() }
    await store.finish()
  }

  @Test func `the start check finds children of a wrapped feature`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Parent.State(rows: [])) { Parent(starts: false).dependency(\.tone, "own") }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.misuse])
  }
}
