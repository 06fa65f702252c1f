import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A feature that counts from its start, and saves on request.
private struct Counting: Reducer {
  enum Input { case save }

  @Dependency(\.continuousClock) private var clock

  func start(from state: Int) -> Effect<Int, Never> {
    .run("count") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(1) }
    }
  }

  func reduce(message: Message<Input, Int>, into state: inout Int) -> Effect<Int, Never> {
    switch message {
    case .input(.save): return .run("save") { _ in try await clock.sleep(for: .seconds(9)) }
    case .feedback(let difference):
      state += difference
      return state == 2 ? .run("cheer") { _ in try await clock.sleep(for: .seconds(9)) } : .none
    }
  }
}

@Suite struct StartTaskTests {
  @Test func `the task of the start ends all work that follows from it`() async {
    let store = TestStore(initialState: 0) { Counting() }
    for second in 1...2 {
      await store.clock.advance(by: .seconds(1))
      await store.receive(1) { $0 = second }
    }
    #expect(store.inFlightEffects.map(\.label) == ["count", "cheer"])
    await store.startTask.cancel()
    #expect(store.startTask.isCancelled)
    await store.finish()
  }

  @Test func `the effects of an input go on`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) { Counting() }
      await store.send(.save)  // Fails: effectInFlight
      await store.startTask.cancel()
      #expect(store.inFlightEffects.map(\.label) == ["save"])
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `the task of a feature that starts nothing has ended`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, difference in
        state += difference
        return .none
      }
    }
    await store.startTask.finish()
    await store.send(1) { $0 = 1 }
    await store.startTask.cancel()
    await store.finish()
  }
}
