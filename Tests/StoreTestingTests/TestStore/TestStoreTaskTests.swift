import StoreCore
import StoreTesting
import TestSupport
import Testing

@Suite struct TestStoreTaskTests {
  @Test func `'finish' waits for outside work of the send, feedback and its effects included`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await gate.wait()
        await send("a")
      }
    }
    let task = await store.send(.go)
    Task.detached { gate.open() }
    await task.finish()
    #expect(store.inFlightEffects.isEmpty)
    await store.receive("a") { $0.log = ["a"] }
    await store.finish()
  }

  @Test func `'finish' fails at once, at its line, if the work sleeps on the test's clock`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      let task = await store.send(.nap)
      await task.finish()  // Fails: effectInFlight
      await store.clock.advance(by: .seconds(1))
      await task.finish()
      await store.receive(.woke) { $0.error = "awake" }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "Work that follows from the input has not ended.")
  }

  @Test func `'finish' ends within its timeout if outside work doesn't return`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
      let task = await store.send(.go)
      await task.finish(timeout: .milliseconds(20))  // Fails: timedOut
      gate.open()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `'cancel' ends only the effects that follow from its send`() async {
    let store = TestStore(initialState: Catalog.State()) { Catalog() }
    let first = await store.send(.nap)
    let second = await store.send(.nap)
    await first.cancel()
    #expect(first.isCancelled)
    #expect(!second.isCancelled)
    #expect(store.inFlightEffects.count == 1)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.woke) { $0.error = "awake" }
    await store.finish()
  }

  @Test(arguments: repetitions(100))
  func `the task of a send without effects, or of a store at its end, does nothing`(copy: Int) async {
    let store = TestStore(initialState: Catalog.State()) { Catalog() }
    let task = await store.send(.nothing)
    await task.finish()
    #expect(!task.isCancelled)
    await task.cancel()
    await store.finish()
    await task.finish()
    await task.cancel()
  }

  @Test func `a send after the end gives a task that does nothing`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await store.finish()
      let task = await store.send(.nap)
      await task.finish()
      await task.cancel()
      #expect(!task.isCancelled)
    }
    #expect(failures.kinds == [.usedAfterEnd])
  }

  @Test func `a task that outlives its store does nothing`() async {
    var kept: TestStoreTask?
    do {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      kept = await store.send(.nap)
      await store.cancelInFlightEffects()
      await store.finish()
    }
    await kept?.finish()
    await kept?.cancel()
  }

  @Test func `'finish' in a cancelled task cancels the effects of its send, and waits until they have ended`() async {
    let failures = await recordingFailures {
      await Task {
        let store = TestStore(initialState: Catalog.State()) { Catalog() }
        let task = await store.send(.nap)
        let other = await store.send(.nap)
        withUnsafeCurrentTask { $0?.cancel() }
        await task.finish()
        #expect(task.isCancelled)
        #expect(!other.isCancelled)
        #expect(store.inFlightEffects.count == 1)
        await other.cancel()
        await store.finish()
      }.value
    }
    #expect(failures.isEmpty)
  }

  @Test
  func `'finish' in a task that is cancelled meanwhile cancels the effects of its send, those of feedback included`()
    async
  {
    let (gate, started) = (Latch(), Latch())
    let failures = await recordingFailures {
      let test = Task {
        let store = TestStore(initialState: Runner.State()) {
          Journey { send in
            started.open()
            await withTaskCancellationHandler {
              await gate.wait()
            } onCancel: {
              gate.open()
            }
            await send("late")
          }
        }
        store.timeout = .seconds(60)
        let task = await store.send(.go)
        await task.finish()
        #expect(task.isCancelled)
        #expect(store.inFlightEffects.isEmpty)
        await store.receive("first") { $0.log = ["first"] }
        await store.finish()
      }
      await started.wait()
      test.cancel()
      await test.value
    }
    #expect(failures.isEmpty)
  }

  @Test func `'finish' in a cancelled task leaves work that has ended alone`() async {
    let failures = await recordingFailures {
      await Task {
        let store = TestStore(initialState: Catalog.State()) { Catalog() }
        let task = await store.send(.nothing)
        withUnsafeCurrentTask { $0?.cancel() }
        await task.finish()
        #expect(!task.isCancelled)
        await store.finish()
      }.value
    }
    #expect(failures.isEmpty)
  }

  @Test func `'finish' doesn't wait for a task that an effect leaves behind, which the end of the store reports`() async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          Task {
            try await sleep(for: .seconds(1))
            await send("late")
          }
        }
      }
      let task = await store.send(.go)  // Fails: effectInFlight
      await task.finish()
      #expect(store.inFlightEffects.map(\.hasReturned) == [true])
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}

/// A feature whose effect follows from a feedback of another effect.
private struct Journey: Reducer {
  enum Input: Sendable { case go }

  let work: @Sendable (Send<String>) async -> Void

  func reduce(message: Message<Input, String>, into state: inout Runner.State) -> Effect<String, Never> {
    switch message {
    case .input(.go): return .run("first") { send in await send("first") }
    case .feedback(let text):
      state.log.append(text)
      return text == "first" ? .run("second", operation: work) : .none
    }
  }
}
