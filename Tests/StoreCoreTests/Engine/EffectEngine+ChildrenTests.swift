import StoreCore
import StoreTesting
import TestSupport
import Testing

@Suite struct EffectEngineChildrenTests {
  /// A way in which a child leaves its parent's state.
  enum Kind: CaseIterable, Sendable {
    case optional, replaced, element, enumCase, otherCase

    /// The kinds whose child is absent after it was removed.
    static let absent: [Kind] = [.optional, .element, .enumCase, .otherCase]

    func bring(_ state: inout Family.State) {
      switch self {
      case .optional, .replaced: state.guest = Child.State(id: 1)
      case .element: state.rows = [Child.State(id: 1), Child.State(id: 2)]
      case .enumCase, .otherCase: state.mode = .left(Child.State(id: 1))
      }
    }

    var leave: @Sendable (inout Family.State) -> Void {
      switch self {
      case .optional: { $0.guest = nil }
      case .replaced: { $0.guest = Child.State(id: 2) }
      case .element: { $0.rows.remove(id: 1) }
      case .enumCase: { $0.mode = .empty }
      case .otherCase: { $0.mode = .right(Child.State(id: 1)) }
      }
    }

    /// Returns the parent's input for an input of the child.
    func message(_ input: Child.Input) -> Family.Input {
      switch self {
      case .optional, .replaced: .guest(input)
      case .element: .row(1, input)
      case .enumCase, .otherCase: .left(input)
      }
    }
  }

  private func testStore(_ kind: Kind) -> TestStore<Family> {
    var state = Family.State()
    kind.bring(&state)
    return TestStore(initialState: state) { Family() }
  }

  @Test(arguments: Kind.allCases)
  func `the effects of a child are cancelled when it is removed`(_ kind: Kind) async {
    let store = testStore(kind)
    await store.send(kind.message(.nap("a")))
    await store.send(kind.message(.sayLater("b")))
    await store.send(kind.message(.settle("c")))
    await store.send(.only(.nap("stays")))
    #expect(store.inFlightEffects.count == 4)
    await store.send(.change(kind.leave), assert: kind.leave)
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"stays\")"])
    await store.clock.advance(by: .seconds(1))
    await store.receive(.only(.feedback(.heard("stays")))) { $0.only.notes = ["stays"] }
    await store.finish()
  }

  @Test(arguments: Kind.allCases)
  func `the effects of a child continue while it stays, even if all else changes`(_ kind: Kind) async {
    let store = testStore(kind)
    await store.send(kind.message(.nap("a")))
    await store.send(.change { $0.news = ["x"] }) { $0.news = ["x"] }
    await store.send(.change { $0.rows.append(Child.State(id: 9)) }) { $0.rows.append(Child.State(id: 9)) }
    await store.send(.change { $0.rows.remove(id: 9) }) { $0.rows.remove(id: 9) }
    #expect(store.inFlightEffects.count == 1)
    await store.send(kind.message(.wake))
    await store.finish()
  }

  @Test func `a child that leaves and returns in one message has not left`() async {
    let store = testStore(.optional)
    await store.send(.guest(.nap("a")))
    await store.send(
      .change {
        $0.guest = nil
        $0.guest = Child.State(id: 1, notes: ["new"])
      }
    ) { $0.guest?.notes = ["new"] }
    #expect(store.inFlightEffects.count == 1)
    await store.send(.guest(.wake))
    await store.finish()
  }

  @Test(arguments: [Kind.optional, .element])
  func `a returning child does not receive feedback of earlier effects`(_ kind: Kind) async {
    let store = testStore(kind)
    await store.send(kind.message(.nap("old")))
    await store.send(.change(kind.leave), assert: kind.leave)
    await store.send(.change(kind.bring), assert: kind.bring)
    await store.send(kind.message(.nap("new")))
    await store.clock.advance(by: .seconds(1))
    switch kind {
    case .element: await store.receive(.row(1, .feedback(.heard("new")))) { $0.rows[id: 1]?.notes = ["new"] }
    default: await store.receive(.guest(.feedback(.heard("new")))) { $0.guest?.notes = ["new"] }
    }
    await store.finish()
  }

  @Test func `a throttle interval of a removed child does not delay the next child`() async {
    let store = testStore(.element)
    await store.send(.row(1, .press("a")))
    await store.receive(.row(1, .feedback(.heard("a")))) { $0.rows[id: 1]?.notes = ["a"] }
    await store.send(.change { $0.rows.remove(id: 1) }) { $0.rows.remove(id: 1) }
    await store.send(.change { $0.rows.append(Child.State(id: 1)) }) { $0.rows.append(Child.State(id: 1)) }
    await store.send(.row(1, .press("b")))
    await store.receive(.row(1, .feedback(.heard("b")))) { $0.rows[id: 1]?.notes = ["b"] }
    await store.finish()
  }

  @Test(arguments: Kind.absent)
  func `a message for an absent child is a misuse, and changes nothing`(_ kind: Kind) async {
    let failures = await recordingReports {
      let store = testStore(kind)
      await store.send(.change(kind.leave), assert: kind.leave)
      // Fails: misuse
      await store.send(kind.message(.note("a"))) { _ in throw CancellationError() }  // Warns: assertionThrew
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    let name = kind == .element ? "Child with the id 1" : "Child"
    #expect(
      failures.first?.headline == "\(name) was sent the input .note(\"a\"), but its parent's state has no such child."
    )
  }

  @Test func `a message for a child that was replaced goes to the new one`() async {
    let store = testStore(.replaced)
    await store.send(.change(Kind.replaced.leave), assert: Kind.replaced.leave)
    await store.send(Kind.replaced.message(.note("there"))) { $0.guest?.notes = ["there"] }
    await store.finish()
  }

  @Test func `a parent that removes a child in the child's message receives its outputs, and starts no effect`() async {
    let store = testStore(.optional)
    store.exhaustivity = .strict
    await store.send(.dismiss(.sayAndNap("last"))) { $0.guest = nil }
    await store.receive(.guest(.output(.word("last")))) { $0.news = ["last"] }
    await store.receiveOutput("last")
    await store.send(.change { $0.guest = Child.State(id: 1) }) { $0.guest = Child.State(id: 1) }
    await store.send(.dismiss(.sayLater("never"))) { $0.guest = nil }
    await store.finish()
  }

  @Test func `an output of a removed child behind an effect is dropped, even after an immediate output`() async {
    let store = TestStore(initialState: Room.State()) { Room() }
    await store.send(.dismiss) { $0.speaker = nil }
    await store.receive(.speaker(.output(1))) { $0.heard = [1] }
    await store.finish()
  }

  @Test func `a child whose output removes it leaves no effects`() async {
    let store = testStore(.element)
    await store.send(.row(1, .sayAndNap("bye")))
    await store.receive(.row(1, .output(.word("bye")))) { $0.rows.remove(id: 1) }
    await store.receiveOutput("row 1 has left")
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `all outputs of a child arrive, even if the first one removes the child`() async {
    let store = testStore(.element)
    await store.send(.row(1, .sayBoth("bye", "now")))
    await store.receive(.row(1, .output(.word("bye")))) { $0.rows.remove(id: 1) }
    await store.receiveOutput("row 1 has left")
    await store.receive(.row(1, .output(.word("now")))) { $0.news = ["now"] }
    await store.receiveOutput("now")
    await store.finish()
  }

  @Test func `an element that changes its id is removed with its effects`() async {
    let store = testStore(.element)
    await store.send(.row(1, .nap("a")))
    await store.send(.row(1, .rename(7))) { $0.rows = [Child.State(id: 7), Child.State(id: 2)] }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.row(7, .note("b"))) { $0.rows[id: 7]?.notes = ["b"] }
    await store.finish()
  }

  @Test func `an element that takes the id of another one is reported and removed`() async {
    let failures = await recordingFailures {
      let store = testStore(.element)
      await store.send(.row(1, .rename(2))) { $0.rows.remove(id: 1) }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline == "IdentifiedArray<State>: The array already has an element with the id 2.")
  }

  @MainActor @Test(arguments: Kind.allCases)
  func `a live store cancels the effects of a removed child`(_ kind: Kind) async {
    var state = Family.State()
    kind.bring(&state)
    let store = Store(initialState: state) {
      Family()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let task = store.send(kind.message(.nap("a")))
    store.send(.change(kind.leave))
    await task.finish()
    #expect(!task.isCancelled)
  }

  @MainActor @Test(.timeLimit(.minutes(15)))
  func `hundreds of children that leave at once remove their intervals`() {
    var state = Family.State()
    for id in 1...scaled(500) { state.rows.append(Child.State(id: id)) }
    let store = Store(initialState: state) {
      Family()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    for id in 1...scaled(500) { store.send(.row(id, .press("a"))) }
    var cancelled = 0
    store.onEvent = { event in
      if case .effectCancelled = event { cancelled += 1 }
    }
    store.send(.change { $0.rows.removeAll() })
    #expect(cancelled == scaled(500))
  }
}

/// A child with an output merged with an effect, and another output after both.
private struct OutputChild: Reducer {
  struct State: Hashable {}

  func reduce(message: Message<Int, Never>, into state: inout State) -> Effect<Never, Int> {
    .concatenate(.merge(.run("work") { _ in }, .output(1)), .output(2))
  }
}

/// A parent that removes its child in the child's message.
private struct Room: Reducer {
  struct State: Hashable {
    var speaker: OutputChild.State? = OutputChild.State()
    var heard: [Int] = []
  }

  enum Input {
    /// Passes a message to the child, and then removes the child.
    case dismiss
  }

  enum Feedback: Equatable {
    case speaker(ChildFeedback<OutputChild>)
  }

  let speaker = Scope<Room, OutputChild>(ifLet: \.speaker, feedback: Feedback.speaker) { OutputChild() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dismiss):
      let effect = speaker.reduce(.input(0), into: &state)
      state.speaker = nil
      return effect
    case .feedback(.speaker(.output(let number))):
      state.heard.append(number)
      return .none
    case .feedback(.speaker(.feedback)): return .none
    }
  }
}
