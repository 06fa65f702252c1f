import StoreCore
import StoreDependencies
import StoreRuntime
import TestSupport
import Testing

@testable import StoreTesting

/// An observer of the waits that time out.
private final class TimeOuts: ObserverOfStores, StoreObserver {
  let all = Recorder<Bool>()

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
  func didTimeOut() { all.record(true) }
}

/// What a store knows about all of its effects together.
@Suite struct InFlightEffectsTests {
  @Test func `an effect is unproven if it may go on by itself, and is not among the known ones`() async throws {
    let gate = Latch()
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in
        .merge(
          .run("held") { _ in try await sleep(for: .seconds(1)) },
          .run("active") { _ in await gate.wait() }
        )
      }
    }
    await store.send(0)
    await store.receiveEffect("held")
    await store.receiveEffect("active")
    let effects = store.session.environment.inFlightEffects
    let all = effects.accounts.compactMap(\.effect)
    let held = try #require(all.first { $0.token.description.name == "held" })
    let active = try #require(all.first { $0.token.description.name == "active" })
    for known in [[], [held]] {
      #expect(effects.unproven(but: known).map(\.token.id) == [active.token.id])
      #expect(effects.hasUnproven(but: known))
    }
    for known in [[active], [held, active]] {
      #expect(effects.unproven(but: known).isEmpty)
      #expect(!effects.hasUnproven(but: known))
    }
    // An unknown effect may be any.
    #expect(!effects.hasUnproven(but: [held, nil]))
    gate.open()
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test(.accelerated) func `an effect whose child task sleeps stays held when another effect goes on`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in
        .merge(
          .run("long") { _ in
            async let pause: Void = sleep(for: .seconds(2))
            try await pause
          },
          .run("short") { _ in try await sleep(for: .seconds(1)) }
        )
      }
    }
    await store.send(0)
    #expect(store.inFlightEffects.map(\.isHeld) == [true, true])
    await store.clock.advance(by: .seconds(1))
    #expect(store.inFlightEffects.map(\.isHeld) == [true])
    #expect(!store.session.environment.hasEffectsElsewhere)
    await store.receiveEffect("short")
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("long")
    await store.finish()
  }

  @Test(.accelerated) func `an effect that sleeps is held as soon as its child task waits for nothing else`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        async let outside: Void = gate.wait()
        try await sleep(for: .seconds(1))
        await outside
      }
    }
    await store.send(.go)
    #expect(store.inFlightEffects.map(\.isHeld) == [false])
    gate.open()
    await store.settle()
    #expect(store.inFlightEffects.map(\.isHeld) == [true])
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test func `an effect that sleeps is held as soon as its other task has ended`() async {
    let (gate, others) = (Latch(), Recorder<Task<Void, Never>>())
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        others.record(Task { await gate.wait() })
        try await sleep(for: .seconds(1))
      }
    }
    await store.send(.go)
    #expect(store.inFlightEffects.map(\.isHeld) == [false])
    gate.open()
    if !Runtime.isAccelerated { for other in others.values { await other.value } }
    await store.settle()
    #expect(store.inFlightEffects.map(\.isHeld) == [true])
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test(.accelerated) func `a task of an effect that has ended belongs to no later effect`() async {
    let numbers = Recorder<UInt64>()
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        if let task = Runtime.currentTask { numbers.record(task.number) }
        try await sleep(for: .seconds(1))
      }
    }
    await store.send(.go)
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("work")
    await store.send(.go)
    let effects = store.session.environment.inFlightEffects
    #expect(numbers.values.map { effects.effect(ofTask: $0) != nil } == [false, true])
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `an effect that goes on lets the test wait again for the tasks that it can't see`(sleeps: Bool) async {
    let (gate, end) = (Latch(), Latch())
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        await gate.wait()
        Task { await end.wait() }
        if sleeps { try await sleep(for: .seconds(1)) }
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    await store.receiveEffect("work")
    let environment = store.session.environment
    environment.inFlightEffects.forgetUnseenTasks()
    #expect(!environment.inFlightEffects.hasUnseenTasks)
    gate.open()
    environment.executor.runItems()
    // Without the accelerator, a suspended effect isn't known to have another task.
    #expect(environment.inFlightEffects.hasUnseenTasks == (Runtime.isAccelerated || !sleeps))
    end.open()
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test(.accelerated)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a task that has begun within its effect's code goes on in the store's queue`() async {
    let isInQueue = Recorder<Bool>()
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        Task.immediate {
          try? await sleep(for: .seconds(1))
          isInQueue.record(TestEnvironment.drainedHere != nil)
        }
      }
    }
    await store.send(.go)
    await store.clock.advance(by: .seconds(1))
    #expect(isInQueue.values == [true])
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test func `the end of a test waits no longer than other code keeps the sender of an effect`() async {
    let (keeper, timeOuts) = (SenderKeeper(), TimeOuts())
    await Hooks.$observers.withValue([timeOuts]) {
      let store = TestStore(initialState: Runner.State()) { Runner { keeper.keep($0) } }
      store.timeout = .seconds(60)
      await store.send(.go)
      await store.receiveEffect("work")
      let signal = store.session.environment.executor.signal
      let client = Task.detached {
        while !signal.isAwaited { await Task.yield() }
        keeper.release()
      }
      await store.finish()
      await client.value
    }
    #expect(timeOuts.all.values.isEmpty)
  }
}
