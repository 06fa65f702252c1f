import StoreCore
import StoreTesting
import Testing

/// A parent of a parent.
private struct Clan: Reducer {
  /// What the feature remembers.
  struct State: Equatable {
    /// The parent, if it is there.
    var family: Family.State?

    /// What the parent says.
    var news: [String] = []
  }

  /// What can be sent to the feature.
  enum Input {
    /// For the parent.
    case family(Family.Input)

    /// Sends the parent away.
    case leave

    /// Lets the parent handle a message, and sends it away.
    case dismiss(Family.Input)
  }

  /// What comes from the parent.
  enum Feedback: Equatable {
    /// From the parent.
    case family(ChildFeedback<Family>)
  }

  /// The parent.
  let family = Scope<Clan, Family>(ifLet: \.family, feedback: Feedback.family) { Family() }

  /// Takes messages to the parent, and listens to it.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.family(let input)): return family.reduce(.input(input), into: &state)
    case .feedback(.family(.own(let feedback))): return family.reduce(.feedback(feedback), into: &state)
    case .input(.leave):
      state.family = nil
      return .none
    case .input(.dismiss(let input)):
      let effect = family.reduce(.input(input), into: &state)
      state.family = nil
      return effect
    case .feedback(.family(.said(let word))):
      state.news.append(word)
      return .none
    }
  }
}

@Suite struct LiveChildTests {
  /// Makes a test store of a clan.
  private func testStore() -> TestStore<Clan> {
    TestStore(initialState: Clan.State(family: Family.State(guest: Child.State(id: 1), rows: [Child.State(id: 1)]))) {
      Clan()
    }
  }

  @Test("what a grandchild says goes from parent to parent")
  func words() async {
    let store = testStore()
    await store.send(.family(.row(1, .say("hi"))))
    await store.receive(.family(.own(.row(1, .said(.word("hi")))))) { $0.family?.news = ["hi"] }
    await store.receive(.family(.said("hi"))) { $0.news = ["hi"] }
    await store.finish()
  }

  @Test("a grandchild's own feedback goes through sealed hands, and to the right one")
  func feedback() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.nap("b"))))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.family(.own(.row(1, .own(.heard("a")))))) { $0.family?.rows[id: 1]?.notes = ["a"] }
    await store.receive(.family(.own(.guest(.own(.heard("b")))))) { $0.family?.guest?.notes = ["b"] }
    await store.finish()
  }

  @Test("a grandchild that leaves takes only its own effects along")
  func grandchildLeaves() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.nap("b"))))
    await store.send(.family(.change { $0.rows = [] })) { $0.family?.rows = [] }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"b\")"])
    await store.send(.family(.change { $0.guest = nil })) { $0.family?.guest = nil }
    await store.finish()
  }

  @Test("a parent that leaves takes the effects of its children along")
  func parentLeaves() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.sayLater("b"))))
    await store.send(.family(.only(.settle("c"))))
    await store.send(.leave) { $0.family = nil }
    await store.finish()
  }

  @Test("what a grandchild says to a parent that has left is heard by nobody, what the parent says is")
  func lastWords() async {
    let store = testStore()
    await store.send(.dismiss(.row(1, .sayAndNap("lost")))) { $0.family = nil }
    await store.finish()

    let other = testStore()
    await other.send(.family(.row(1, .say("bye"))))
    await other.receive(.family(.own(.row(1, .said(.word("bye")))))) { $0.family?.rows = [] }
    await other.receive(.family(.said("row 1 has left"))) { $0.news = ["row 1 has left"] }
    await other.finish()
  }
}
