import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@Suite struct RemovedJournalTests {
  @MainActor @Test(arguments: [true, false])
  func `a removed child emits the outputs of a chain, wherever it stands beside an effect`(isFirst: Bool) {
    let store = Store(initialState: JournalParent.State()) { JournalParent() }
    let chain = Step.concatenate(.output("a"), .output("b"))
    store.send(.dismiss(isFirst ? .merge(chain, .live("never")) : .merge(.live("never"), chain)))
    #expect(store.state.heard == ["a", "b"])
  }

  /// Returns an input that starts long work, at most once in an interval.
  private func press(_ name: String, id: Int, seconds: Int) -> JournalParent.Input {
    let work = Step.run(name) { _ in
      try await DependencyValues.current.continuousClock.sleep(for: .seconds(100))
    }
    return .journal(work.throttle(id: id, for: .seconds(seconds), latest: false))
  }

  @Test func `a removed child ends its intervals, even if another of them was over before`() async {
    let store = TestStore(initialState: JournalParent.State()) { JournalParent() }
    await store.send(press("a", id: 1, seconds: 1))
    await store.send(press("b", id: 2, seconds: 3))
    await store.clock.advance(by: .seconds(1))
    await store.send(press("c", id: 1, seconds: 1))
    await store.send(.leave) { $0.journal = nil }
    await store.send(.enter) { $0.journal = Journal.State() }
    await store.send(press("d", id: 2, seconds: 3))
    #expect(store.inFlightEffects.map(\.label) == ["d"])
    await store.send(.leave) { $0.journal = nil }
    await store.finish()
  }
}
