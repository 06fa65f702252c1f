import StoreCore
import StoreTesting
import Testing

@Suite struct ScopeEachTests {
  private func testStore(_ ids: Int...) -> TestStore<Family> {
    TestStore(initialState: Family.State(rows: IdentifiedArray(ids.map { Child.State(id: $0) }))) { Family() }
  }

  @Test func `a message reaches the element of its id at any position`() async {
    let store = testStore(1, 2, 3)
    await store.send(.change { $0.rows.sort { $0.id > $1.id } }) { $0.rows.sort { $0.id > $1.id } }
    await store.send(.row(3, .note("a"))) { $0.rows[id: 3]?.notes = ["a"] }
    #expect(store.state.rows[0].notes == ["a"])
    await store.finish()
  }

  @Test func `two elements use equal ids independently`() async {
    let store = testStore(1, 2)
    await store.send(.row(1, .nap("a")))
    await store.send(.row(2, .nap("b")))
    await store.send(.row(1, .wake))
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"b\")"])
    await store.clock.advance(by: .seconds(1))
    await store.receive(.row(2, .feedback(.heard("b")))) { $0.rows[id: 2]?.notes = ["b"] }
    await store.finish()
  }

  @Test func `several removed elements cancel their effects in the order in which they started`() async {
    let store = testStore(1, 2, 3, 4)
    for id in [4, 2, 3, 1] { await store.send(.row(id, .nap("\(id)"))) }
    await store.send(.change { $0.rows.removeAll { $0.id != 3 } }) { $0.rows.removeAll { $0.id != 3 } }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"3\")"])
    await store.send(.change { $0.rows = [] }) { $0.rows = [] }
    await store.finish()
  }

  @Test func `a replaced collection keeps the effects of the elements in the new one`() async {
    let store = testStore(1, 2)
    await store.send(.row(1, .nap("1")))
    await store.send(.row(2, .nap("2")))
    await store.send(.change { $0.rows = [Child.State(id: 2), Child.State(id: 5)] }) {
      $0.rows = [Child.State(id: 2), Child.State(id: 5)]
    }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"2\")"])
    await store.send(.row(2, .wake))
    await store.finish()
  }

  @Test func `a collection that returns to an earlier value cancels the effects of the elements added since`() async {
    let before = IdentifiedArray([Child.State(id: 1)])
    let store = TestStore(initialState: Family.State(rows: before)) { Family() }
    await store.send(.change { $0.rows.append(Child.State(id: 2)) }) { $0.rows.append(Child.State(id: 2)) }
    await store.send(.row(2, .nap("2")))
    await store.send(.row(2, .note("a"))) { $0.rows[id: 2]?.notes = ["a"] }
    await store.send(.change { $0.rows = before }) { $0.rows = before }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `a collection that is replaced by another copy cancels the effects of the elements that the copy lacks`()
    async
  {
    let before = IdentifiedArray([Child.State(id: 1)])
    let copies = [2, 3, 4].map { id in
      var copy = before
      copy.append(Child.State(id: id))
      return copy
    }
    let store = TestStore(initialState: Family.State(rows: before)) { Family() }
    for (copy, id) in zip(copies, [2, 3, 4]) {
      await store.send(.change { $0.rows = copy }) { $0.rows = copy }
      #expect(store.inFlightEffects.isEmpty)
      await store.send(.row(id, .nap("nap")))
      await store.send(.row(id, .note("a"))) { $0.rows[id: id]?.notes = ["a"] }
    }
    await store.send(.row(4, .wake))
    await store.finish()
  }

  @Test(
    arguments: [
      { $0.rows[id: 1] = nil },
      { $0.rows.remove(at: 0) },
      { $0.rows[0] = Child.State(id: 3) },
      { $0.rows.removeAll { $0.id == 1 } },
    ] as [@Sendable (inout Family.State) -> Void]
  )
  func `an element that is removed or replaced cancels its effects, also after other messages`(
    _ change: @escaping @Sendable (inout Family.State) -> Void
  ) async {
    let store = testStore(1, 2)
    await store.send(.row(1, .nap("1")))
    await store.send(.row(1, .note("a"))) { $0.rows[id: 1]?.notes = ["a"] }
    await store.send(.change(change), assert: change)
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `an element that changes its id cancels its effects, also after other messages`() async {
    let store = testStore(1, 2)
    await store.send(.row(1, .nap("1")))
    await store.send(.row(1, .note("a"))) { $0.rows[id: 1]?.notes = ["a"] }
    await store.send(.row(1, .rename(7))) { $0.rows = [Child.State(id: 7, notes: ["a"]), Child.State(id: 2)] }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `a message for an unknown id is a misuse, which names the id`() async {
    let failures = await recordingFailures {
      let store = testStore(1)
      await store.send(.row(8, .note("a")))
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(
      failures.first?.text == """
        Child with the id 8 was sent the input .note("a"), but its parent's state has no such child.

        The message was ignored. The scope of the child was made at Family.swift:193. Send to a child only while its parent's \
        state has it, and let it handle a message before the parent removes it.
        """
    )
  }
}
