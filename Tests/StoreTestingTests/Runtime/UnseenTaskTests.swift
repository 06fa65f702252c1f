import StoreTesting
import Testing

/// Tasks that neither a clock nor a gate of the test controls.
@Suite(.timeLimit(.minutes(5))) struct UnseenTaskTests {
  @Test func `a step ends although a task of an effect waits for something that comes later`() async {
    let latch = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        Task {
          await latch.wait()
          await send("late")
        }
        try await sleep(for: .seconds(1))
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    latch.open()
    await store.receive("late") { $0.log = ["late"] }
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }
}
