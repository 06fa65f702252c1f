import StoreCore
import StoreTesting
import Testing

/// A parent of a feature that has children.
private struct GrandparentFeature: Reducer {
  struct State: Equatable {
    /// The parent, if it is present.
    var family: Family.State?

    /// The outputs of the parent.
    var news: [String] = []
  }

  enum Input {
    /// An input of the parent.
    case family(Family.Input)

    /// Removes the parent.
    case leave

    /// Passes a message to the parent, and removes it.
    case dismiss(Family.Input)
  }

  /// The feedback of the grandparent, from the parent.
  enum Feedback: Equatable {
    /// A message of the parent.
    case family(ChildFeedback<Family>)
  }

  /// The parent.
  let family = Scope<GrandparentFeature, Family>(ifLet: \.family, feedback: Feedback.family) { Family() }

  /// Routes messages to the parent, and stores its outputs.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.family(let input)): return family.reduce(.input(input), into: &state)
    case .feedback(.family(.feedback(let feedback))): return family.reduce(.feedback(feedback), into: &state)
    case .input(.leave):
      state.family = nil
      return .none
    case .input(.dismiss(let input)):
      let effect = family.reduce(.input(input), into: &state)
      state.family = nil
      return effect
    case .feedback(.family(.output(let word))):
      state.news.append(word)
      return .none
    }
  }
}

/// An element of a collection with a child of its own.
private struct ElementWithChild: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int

    /// The child, if it is present.
    var guest: Child.State?
  }

  enum Input {
    /// An input of the child.
    case guest(Child.Input)

    /// Removes the child.
    case dismiss
  }

  /// The feedback of the parent, from its child.
  enum Feedback: Equatable {
    /// A message of the child.
    case guest(ChildFeedback<Child>)
  }

  /// The child.
  let guest = Scope<ElementWithChild, Child>(ifLet: \.guest, feedback: Feedback.guest) { Child() }

  /// Routes messages to the child.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.guest(let input)): return guest.reduce(.input(input), into: &state)
    case .feedback(.guest(.feedback(let feedback))): return guest.reduce(.feedback(feedback), into: &state)
    case .feedback(.guest(.output)): return .none
    case .input(.dismiss):
      state.guest = nil
      return .none
    }
  }
}

/// A collection of such elements.
private struct ElementList: Reducer {
  struct State: Equatable {
    /// The elements.
    var houses: IdentifiedArray<ElementWithChild.State>
  }

  /// The feedback of the collection, from its elements.
  enum Feedback: Equatable {
    /// A message of an element.
    case house(Int, ChildFeedback<ElementWithChild>)
  }

  /// An input for an element.
  struct Input {
    /// The element.
    let id: Int

    /// The input of the element.
    let input: ElementWithChild.Input
  }

  /// The elements.
  let houses = ScopeEach<ElementList, ElementWithChild>(\.houses, feedback: Feedback.house) { ElementWithChild() }

  /// Routes messages to the elements.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input): houses.reduce(.input(input.input), id: input.id, into: &state)
    case .feedback(.house(let id, .feedback(let feedback))): houses.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

@Suite struct GrandchildTests {
  @Test("a child of an element is removed while all elements stay")
  func childOfElement() async {
    let houses = IdentifiedArray((1...3).map { ElementWithChild.State(id: $0, guest: Child.State(id: $0)) })
    let store = TestStore(initialState: ElementList.State(houses: houses)) { ElementList() }
    for id in 1...3 { await store.send(.init(id: id, input: .guest(.nap("\(id)")))) }
    await store.send(.init(id: 2, input: .dismiss)) { $0.houses[id: 2]?.guest = nil }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"1\")", "nap(\"3\")"])
    await store.send(.init(id: 1, input: .guest(.wake)))
    await store.send(.init(id: 1, input: .dismiss)) { $0.houses[id: 1]?.guest = nil }
    await store.send(.init(id: 3, input: .dismiss)) { $0.houses[id: 3]?.guest = nil }
    await store.finish()
  }

  /// Makes a test store of the grandparent.
  private func testStore() -> TestStore<GrandparentFeature> {
    TestStore(
      initialState: GrandparentFeature.State(
        family: Family.State(guest: Child.State(id: 1), rows: [Child.State(id: 1)])
      )
    ) {
      GrandparentFeature()
    }
  }

  @Test("an output of a grandchild passes from parent to parent")
  func words() async {
    let store = testStore()
    await store.send(.family(.row(1, .say("hi"))))
    await store.receive(.family(.feedback(.row(1, .output(.word("hi")))))) { $0.family?.news = ["hi"] }
    await store.receive(.family(.output("hi"))) { $0.news = ["hi"] }
    await store.finish()
  }

  @Test("a grandchild's feedback passes through sealed messages to its sender")
  func feedback() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.nap("b"))))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.family(.feedback(.row(1, .feedback(.heard("a")))))) { $0.family?.rows[id: 1]?.notes = ["a"] }
    await store.receive(.family(.feedback(.guest(.feedback(.heard("b")))))) { $0.family?.guest?.notes = ["b"] }
    await store.finish()
  }

  @Test("a removed grandchild cancels only its own effects")
  func grandchildLeaves() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.nap("b"))))
    await store.send(.family(.change { $0.rows = [] })) { $0.family?.rows = [] }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"b\")"])
    await store.send(.family(.change { $0.guest = nil })) { $0.family?.guest = nil }
    await store.finish()
  }

  @Test("a removed parent cancels the effects of its children")
  func parentLeaves() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.sayLater("b"))))
    await store.send(.family(.only(.settle("c"))))
    await store.send(.leave) { $0.family = nil }
    await store.finish()
  }

  @Test("an output of a grandchild is dropped if its parent was removed")
  func lastWords() async {
    let store = testStore()
    await store.send(.dismiss(.row(1, .sayAndNap("lost")))) { $0.family = nil }
    await store.finish()
  }

  @Test("an output of a parent is received after its child was removed")
  func parentOutput() async {
    let other = testStore()
    await other.send(.family(.row(1, .say("bye"))))
    await other.receive(.family(.feedback(.row(1, .output(.word("bye")))))) { $0.family?.rows = [] }
    await other.receive(.family(.output("row 1 has left"))) { $0.news = ["row 1 has left"] }
    await other.finish()
  }
}
