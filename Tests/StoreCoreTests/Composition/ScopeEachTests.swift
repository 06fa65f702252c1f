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
    var (first, second) = (before, before)
    first.append(Child.State(id: 2))
    second.append(Child.State(id: 3))
    let store = TestStore(initialState: Family.State(rows: first)) { Family() }
    await store.send(.row(2, .nap("2")))
    await store.send(.row(2, .note("a"))) { $0.rows[id: 2]?.notes = ["a"] }
    await store.send(.change { [second] in $0.rows = second }) { $0.rows = second }
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
