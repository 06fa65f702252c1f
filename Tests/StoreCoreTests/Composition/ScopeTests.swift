import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@Suite struct ScopeTests {
  private func testStore(_ change: (inout Family.State) -> Void = { _ in }) -> TestStore<Family> {
    var state = Family.State()
    change(&state)
    return TestStore(initialState: state) { Family() }
  }

  @Test func `a child's input changes the child's state in its parent`() async {
    let store = testStore()
    await store.send(.only(.note("a"))) { $0.only.notes = ["a"] }
    await store.finish()
  }

  @Test func `a child's effect sends feedback to the child, and the parent's test receives it`() async {
    let store = testStore()
    await store.send(.only(.nap("a")))
    await store.receiveEffect("nap", of: "a")
    await store.clock.advance(by: .seconds(1))
    await store.receive(.only(.feedback(.heard("a")))) { $0.only.notes = ["a"] }
    await store.finish()
  }

  @Test func `a test receives a child's feedback by its constructor, with the payload`() async {
    let store = testStore()
    await store.send(.only(.think("a")))
    await store.receive({ Family.Feedback.only(.feedback(.heard($0))) }) { $0.only.notes = [$1] }
    await store.send(.only(.think("b")))
    await store.receive({ Family.Feedback.only(.feedback($0)) }) { state, feedback in
      #expect(feedback == Child.Feedback.heard("b"))
      state.only.notes.append("b")
    }
    await store.finish()
  }

  @Test func `an output of a child is a message of its parent, reduced before 'send' returns`() async {
    let store = testStore()
    await store.send(.only(.say("hello")))
    await store.receive(.only(.output(.word("hello")))) { $0.news = ["hello"] }
    await store.receiveOutput("hello")
    await store.finish()
  }

  @MainActor @Test func `a live store reduces outputs of children without a task`() {
    let store = Store(initialState: Family.State()) { Family() }
    var lines: [String] = []
    store.onEvent = { event in
      switch event {
      case .input: lines.append("input")
      case .feedback(let feedback, let sender, let old, let new):
        lines.append("\(feedback) from \(sender.label): \(old.news) -> \(new.news)")
      case .output(let output): lines.append("output \(output)")
      default: lines.append("something else")
      }
    }
    let task = store.send(.only(.say("hello")))
    #expect(
      lines == [
        "input",
        "only(StoreCore.ChildFeedback<StoreCoreTests.Child>.output(StoreCoreTests.Child.Output.word(\"hello\"))) from Child: [] -> [\"hello\"]",
        "output hello",
      ]
    )
    #expect(!task.isCancelled)
  }

  @Test func `chained effects of a child send in order through its parent`() async {
    let store = testStore()
    await store.send(.only(.sayLater("a")))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.only(.feedback(.heard("a")))) { $0.only.notes = ["a"] }
    await store.receive(.only(.output(.word("a")))) { $0.news = ["a"] }
    await store.receiveOutput("a")
    await store.finish()
  }

  @Test func `the test of a parent fails for unasserted events of its children`() async {
    let failures = await recordingReports {
      let store = testStore()
      await store.send(.only(.sayAndNap("a")))
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback, .effectInFlight])
    #expect(
      failures.first?.details == """
            • feedback .only(.output(.word("a"))), sent by Child
            • output "a"
            • feedback .only(.feedback(.heard("a"))), sent by effect at Family.swift:87

        If the feature is right, assert it:

            await store.receive(.only(.output(.word("a")))) { $0.news = ["a"] }
            await store.receiveOutput("a")
            await store.receive(.only(.feedback(.heard("a")))) { $0.only.notes = ["a"] }
        """
    )
  }

  @Test func `two children use equal ids independently`() async {
    let store = testStore { $0.guest = Child.State(id: 1) }
    await store.send(.only(.nap("a")))
    await store.send(.guest(.nap("b")))
    await store.send(.guest(.wake))
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"a\")"])
    await store.send(.only(.wake))
    await store.finish()
  }

  @Test func `two children debounce and throttle independently`() async {
    let store = testStore { $0.guest = Child.State(id: 1) }
    await store.send(.only(.settle("a")))
    await store.send(.guest(.settle("b")))
    await store.clock.advance(by: .milliseconds(500))
    await store.send(.only(.settle("c")))
    await store.clock.advance(by: .milliseconds(500))
    await store.receive(.guest(.feedback(.heard("b")))) { $0.guest?.notes = ["b"] }
    await store.clock.advance(by: .milliseconds(500))
    await store.receive(.only(.feedback(.heard("c")))) { $0.only.notes = ["c"] }

    await store.send(.only(.press("d")))
    await store.receive(.only(.feedback(.heard("d")))) { $0.only.notes = ["c", "d"] }
    await store.send(.only(.press("e")))
    await store.send(.guest(.press("f")))
    await store.receive(.guest(.feedback(.heard("f")))) { $0.guest?.notes = ["b", "f"] }
    await store.finish()
  }

  @Test func `effects that a child derives from its state run under the child's own keys`() async {
    let family = TestStore(initialState: Family.State(guest: Child.State(id: 1))) {
      KeyedParent().running({ $0.only.notes.map { "parent's \($0)" } }, effect: sleep)
    }
    await family.send(.only(.note("a"))) { $0.only.notes = ["a"] }
    await family.assertRunning("a", "parent's a")
    await family.cancelInFlightEffects()
    await family.assertRunning()
    await family.finish()
  }

  @Test(arguments: [true, false])
  func `a child has a key while it is present`(isPresent: Bool) {
    let state = FormParent.State(sheet: isPresent ? Form.State() : nil)
    #expect((FormParent().sheet.key(in: state) != nil) == isPresent)
  }
}

/// Returns an effect that sleeps for longer than the test.
@Sendable private func sleep<Feedback, Output>(_ word: String) -> Effect<Feedback, Output> {
  .run("sleep", of: word) { _ in try await DependencyValues.current.continuousClock.sleep(for: .seconds(100)) }
}

/// A parent whose child runs effects that it derives from its own state.
private struct KeyedParent: Reducer {
  let only = Scope<Family, Child>(\.only, feedback: Family.Feedback.only) {
    Child().running(\.notes, effect: sleep)
  }

  func reduce(
    message: Message<Family.Input, Family.Feedback>,
    into state: inout Family.State
  ) -> Effect<Family.Feedback, String> {
    guard case .input(.only(let input)) = message else { return .none }
    return only.reduce(.input(input), into: &state)
  }
}
