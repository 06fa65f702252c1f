import StoreCore
import StoreTesting
import Testing

/// A parent whose child has children.
private struct GrandparentFeature: Reducer {
  struct State: Equatable {
    var family: Family.State?
    var news: [String] = []
  }

  enum Input {
    case family(Family.Input)
    case leave

    /// Passes an input to the family, and then removes the family.
    case dismiss(Family.Input)
  }

  enum Feedback: Equatable {
    case family(ChildFeedback<Family>)
  }

  let family = Scope<GrandparentFeature, Family>(ifLet: \.family, feedback: Feedback.family) { Family() }

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
    var guest: Child.State?
  }

  enum Input {
    case guest(Child.Input)
    case dismiss
  }

  enum Feedback: Equatable {
    case guest(ChildFeedback<Child>)
  }

  let guest = Scope<ElementWithChild, Child>(ifLet: \.guest, feedback: Feedback.guest) { Child() }

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

private struct ElementList: Reducer {
  struct State: Equatable {
    var houses: IdentifiedArray<ElementWithChild.State>
  }

  enum Feedback: Equatable {
    case house(Int, ChildFeedback<ElementWithChild>)
  }

  struct Input {
    let id: Int
    let input: ElementWithChild.Input
  }

  let houses = ScopeEach<ElementList, ElementWithChild>(\.houses, feedback: Feedback.house) { ElementWithChild() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input): houses.reduce(.input(input.input), id: input.id, into: &state)
    case .feedback(.house(let id, .feedback(let feedback))): houses.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

@Suite struct GrandchildTests {
  @Test func `a child of an element is removed while all elements stay`() async {
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

  private func testStore() -> TestStore<GrandparentFeature> {
    TestStore(
      initialState: GrandparentFeature.State(
        family: Family.State(guest: Child.State(id: 1), rows: [Child.State(id: 1)])
      )
    ) {
      GrandparentFeature()
    }
  }

  @Test func `an output of a grandchild passes from parent to parent`() async {
    let store = testStore()
    await store.send(.family(.row(1, .say("hi"))))
    await store.receive(.family(.feedback(.row(1, .output(.word("hi")))))) { $0.family?.news = ["hi"] }
    await store.receive(.family(.output("hi"))) { $0.news = ["hi"] }
    await store.finish()
  }

  @Test func `a grandchild's feedback passes through sealed messages to its sender`() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.nap("b"))))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.family(.feedback(.row(1, .feedback(.heard("a")))))) { $0.family?.rows[id: 1]?.notes = ["a"] }
    await store.receive(.family(.feedback(.guest(.feedback(.heard("b")))))) { $0.family?.guest?.notes = ["b"] }
    await store.finish()
  }

  @Test func `a removed grandchild cancels only its own effects`() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.nap("b"))))
    await store.send(.family(.change { $0.rows = [] })) { $0.family?.rows = [] }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"b\")"])
    await store.send(.family(.change { $0.guest = nil })) { $0.family?.guest = nil }
    await store.finish()
  }

  @Test func `a removed grandchild cancels work that it started after earlier work had ended`() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("stays"))))
    await store.send(.family(.guest(.nap("a"))))
    await store.send(.family(.guest(.wake)))
    await store.send(.family(.guest(.nap("b"))))
    await store.send(.family(.change { $0.guest = nil })) { $0.family?.guest = nil }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"stays\")"])
    await store.send(.family(.row(1, .wake)))
    await store.finish()
  }

  @Test func `a removed parent cancels the effects of its children`() async {
    let store = testStore()
    await store.send(.family(.row(1, .nap("a"))))
    await store.send(.family(.guest(.sayLater("b"))))
    await store.send(.family(.only(.settle("c"))))
    await store.send(.leave) { $0.family = nil }
    await store.finish()
  }

  @Test func `an output of a grandchild is dropped if its parent was removed`() async {
    let store = testStore()
    await store.send(.dismiss(.row(1, .sayAndNap("lost")))) { $0.family = nil }
    await store.finish()
  }

  @Test func `an output of a parent is received after its child was removed`() async {
    let other = testStore()
    await other.send(.family(.row(1, .say("bye"))))
    await other.receive(.family(.feedback(.row(1, .output(.word("bye")))))) { $0.family?.rows = [] }
    await other.receive(.family(.output("row 1 has left"))) { $0.news = ["row 1 has left"] }
    await other.finish()
  }
}
