import TestSupport
import Testing

@testable import StoreTesting

/// A shape, once for each of some tests that run in parallel.
private let copies = Shape.allCases.flatMap { shape in repetitions(20).map { (shape, $0) } }

/// A shape, once for each of fewer tests.
private let fewCopies = Shape.allCases.flatMap { shape in repetitions(10, byDefault: 1).map { (shape, $0) } }

@globalActor private actor TestGlobalActor {
  static let shared = TestGlobalActor()
}

/// An actor that runs a test, and that its effects call back.
private actor Tester {
  private var calls = 0

  func callBack() { calls += 1 }

  /// Runs a test on this actor.
  func run(_ shape: Shape) async -> Bool { await settles(shape) }

  /// Runs a test whose effect calls this actor.
  func runCalledBack() async -> Int {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await self.callBack()
        await send("x")
        await Task.detached { await self.callBack() }.value
      }
    }
    await store.send(.go)
    let calls = calls
    await store.receive("x") { $0.log = ["x"] }
    await store.finish()
    return calls
  }
}

@Suite struct TestExecutorTests {
  @Test(arguments: copies)
  func `all work of an effect is finished when 'send' returns, on any executor`(shape: Shape, copy: Int) async {
    #expect(await settles(shape))
  }

  @Test(arguments: fewCopies)
  @MainActor func `all work of an effect is finished when 'send' returns in a test on the main actor`(
    shape: Shape,
    copy: Int
  ) async {
    #expect(await settles(shape))
    MainActor.assertIsolated()
  }

  @Test(arguments: fewCopies)
  @TestGlobalActor func `all work of an effect is finished when 'send' returns in a test on a global actor`(
    shape: Shape,
    copy: Int
  ) async {
    #expect(await settles(shape))
    TestGlobalActor.assertIsolated()
  }

  @Test(arguments: fewCopies)
  func `all work of an effect is finished when 'send' returns in a test on an actor instance`(shape: Shape, copy: Int)
    async
  {
    #expect(await Tester().run(shape))
  }

  @Test(arguments: fewCopies)
  @concurrent func `all work of an effect is finished when 'send' returns in a concurrent test`(shape: Shape, copy: Int)
    async
  {
    #expect(await settles(shape))
  }

  @Test(arguments: repetitions(100))
  func `an effect can call the actor of its test`(copy: Int) async {
    #expect(await Tester().runCalledBack() == 2)
  }

  @Test(arguments: repetitions(100))
  func `the work of a detached task is followed from the main actor to another actor`(copy: Int) async {
    let counter = Counter()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await Task.detached { await counter.incrementOnMain() }.value
        await send("x")
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    // The portable runtime doesn't know the owner of the actor, so the work may run on the thread pool and finish later.
    await store.receive("x") { $0.log = ["x"] }
    await store.finish()
  }

  @Test(arguments: repetitions(100))
  func `main-actor code with hops on the main actor is finished when 'send' returns`(copy: Int) async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await hopAbout(2)
        await send("x")
      }
    }
    await store.send(.go)
    #expect(store.inFlightEffects.isEmpty)
    await store.receive("x") { $0.log = ["x"] }
    await store.finish()
  }

  @Test(
    .accelerated,
    arguments: repetitions(100)
  )
  func `two runs have the same order of events next to other work`(copy: Int) async {
    let order = Recorder<String>()
    let counter = Counter()
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, state in
        switch message {
        case .feedback:
          state += 1
          return .none
        case .input:
          return .merge(
            (0..<3).map { index in
              .run("\(index)") { send in
                for step in 0..<2 {
                  order.record("\(index)\(step)")
                  await Task { order.record("\(index)\(step)t") }.value
                  await counter.increment()
                }
                await send(index)
              }
            }
          )
        }
      }
    }
    await store.send(0)
    #expect(
      order.values == [
        "00", "10", "20", "00t", "10t", "20t", "01", "11", "21", "01t", "11t", "21t",
      ]
    )
    for index in 0..<3 { await store.receive(index) { $0 = index + 1 } }
    await store.finish()
  }

  @Test func `the test keeps its own task and task locals after each step`() async {
    await Local.$name.withValue("outer") {
      let seen = Recorder<String>()
      let store = TestStore(initialState: Runner.State()) { Runner { _ in seen.record(Local.name) } }
      let before = withUnsafeCurrentTask { $0?.hashValue }
      await store.send(.go)
      #expect(withUnsafeCurrentTask { $0?.hashValue } == before)
      #expect(Local.name == "outer")
      #expect(seen.values == ["outer"])
      await store.receiveEffect("work")
      await store.finish()
    }
  }

  @Test func `tasks of the test don't affect its store`() async {
    let gate = Latch()
    let task = Task { await gate.wait() }
    let detached = Task.detached { await gate.wait() }
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("x") } }
      await store.send(.go)
      await store.receive("x") { $0.log = ["x"] }
      await store.receive("y")  // Fails: missingFeedback
      await store.finish()
    }
    gate.open()
    await task.value
    await detached.value
    #expect(failures.locations == markedFailures())
  }
}

/// Something that travels with tasks.
private enum Local {
  @TaskLocal static var name = "none"
}
