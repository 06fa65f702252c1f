import Dispatch
import TestSupport
import Testing

@testable import StoreTesting

/// An actor on which parallel copies of a test queue up.
@globalActor private actor QueueActor {
  static let shared = QueueActor()
}

/// An empty job in the actor's queue.
@QueueActor private func queueUp() async {
  await Task.yield()
}

/// Work that an operation starts, and does not wait for, while it sleeps on the clock of the test.
private enum ConcurrentWork: CaseIterable {
  case mainActorTask, mainActorRun, mainActorTaskOfATask, globalActorTask, mainActorChild, globalActorChild
  case detachedMainActorRun, immediateTask

  func accompany(_ send: Send<String>) async throws {
    switch self {
    case .mainActorTask: Task { @MainActor in await send("x") }
    case .mainActorRun:
      Task {
        await MainActor.run {}
        await send("x")
      }
    case .mainActorTaskOfATask:
      Task { @MainActor in
        await hop()
        Task { @MainActor in await send("x") }
      }
    case .globalActorTask: Task { @QueueActor in await send("x") }
    case .detachedMainActorRun:
      Task.detached {
        await MainActor.run {}
        await send("x")
      }
    case .immediateTask:
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { break }
      Task.immediate {
        await hop()
        await send("x")
      }
    case .mainActorChild:
      let work: @MainActor @Sendable () async -> Void = { await send("x") }
      return try await sleep(beside: work)
    case .globalActorChild:
      let work: @QueueActor @Sendable () async -> Void = { await send("x") }
      return try await sleep(beside: work)
    }
    try await TestSupport.sleep(for: .seconds(1))
  }

  /// Sleeps, as does one child task, while another does something that never comes where its parent runs.
  private func sleep(beside work: @escaping @isolated(any) @Sendable () async -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await TestSupport.sleep(for: .seconds(1)) }
      group.addTask(operation: work)
      try await TestSupport.sleep(for: .seconds(1))
      try await group.waitForAll()
    }
  }
}

/// A way to wait for something that a thread does, while another task of the effect sleeps.
private enum Outside: CaseIterable {
  case asyncLet, group, task, detachedTask, mainActorTask

  /// Waits, and sends feedback about it.
  func run(_ send: Send<String>, _ gate: Latch) async throws {
    switch self {
    case .asyncLet:
      async let timeout: Void = sleep(for: .seconds(5))
      await gate.wait()
      await send("in time")
      _ = try? await timeout
    case .group:
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await sleep(for: .seconds(5)) }
        await gate.wait()
        await send("in time")
        group.cancelAll()
      }
    case .task:
      let timeout = Task { try await sleep(for: .seconds(5)) }
      await gate.wait()
      timeout.cancel()
      await send("in time")
    case .detachedTask:
      let clock = DependencyValues.current.continuousClock
      let timeout = Task.detached { try await clock.sleep(for: .seconds(5)) }
      await gate.wait()
      timeout.cancel()
      await send("in time")
    case .mainActorTask:
      Task { @MainActor in
        await gate.wait()
        await send("in time")
      }
      try? await sleep(for: .seconds(5))
    }
  }
}

/// Tests when an effect counts as suspended, and when it may still resume by itself.
@Suite struct InFlightEffectTests {
  @Test(
    .accelerated,
    arguments: ConcurrentWork.allCases.flatMap { company in repetitions(50).map { (company, $0) } }
  )
  fileprivate func `'send' waits for the work that an operation passed to an actor before its sleep`(
    company: ConcurrentWork,
    copy: Int
  ) async {
    let store = TestStore(initialState: Runner.State()) { Runner { try await company.accompany($0) } }
    await store.send(.go)
    await store.receive("x", timeout: .zero) { $0.log = ["x"] }
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test(
    .accelerated,
    arguments: Outside.allCases.flatMap { outside in repetitions(40).map { (outside, $0) } }
  )
  fileprivate func `a step waits for an operation that waits outside, while a task of its own sleeps`(
    outside: Outside,
    copy: Int
  ) async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) { Runner { try await outside.run($0, gate) } }
    store.timeout = .seconds(60)
    await store.send(.go)
    DispatchQueue(label: "elsewhere").async { gate.open() }
    await store.receive("in time") { $0.log = ["in time"] }
    await store.clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test(arguments: repetitions(200))
  func `a step waits for a task on an actor that other tests keep busy`(copy: Int) async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        for _ in 0..<3 {
          await queueUp()
          try await sleep(for: .seconds(1))
        }
        await send("x")
      }
    }
    await store.send(.go)
    for _ in 0..<3 { await store.clock.advance(by: .seconds(1)) }
    await store.receive("x", timeout: .zero) { $0.log = ["x"] }
    await store.finish()
  }

  @Test(
    .accelerated,
    arguments: 0..<3
  )
  func `an operation that waits for sleeping tasks counts as asleep, so the step doesn't wait`(shape: Int) async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        switch shape {
        case 0:
          await withTaskGroup(of: Void.self) { group in
            for seconds in 1...2 { group.addTask { try? await sleep(for: .seconds(seconds)) } }
          }
        case 1: await Task { await Task { try? await sleep(for: .seconds(2)) }.value }.value
        default:
          async let first: Void = sleep(for: .seconds(1))
          async let second: Void = sleep(for: .seconds(2))
          _ = try await (first, second)
        }
        await send("both")
      }
    }
    // If it were waited for, the test would run into its time limit.
    store.timeout = .seconds(86_400)
    let failures = await recordingFailures {
      await store.send(.go)
      await store.receive("both") { $0.log = ["both"] }
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
    await store.clock.advance(by: .seconds(2))
    await store.receive("both") { $0.log = ["both"] }
    await store.finish()
  }

  @Test(.accelerated)
  func `a 'Task {}' that sleeps when its operation has returned counts as asleep, so the step doesn't wait`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        let clock = DependencyValues.current.continuousClock
        Task {
          try await clock.sleep(for: .seconds(1))
          await send("late")
        }
      }
    }
    store.timeout = .seconds(86_400)
    let failures = await recordingFailures {
      await store.send(.go)
      await store.receive("late") { $0.log = ["late"] }
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
    await store.clock.advance(by: .seconds(1))
    await store.receive("late") { $0.log = ["late"] }
    await store.finish()
  }

  @Test(
    .accelerated,
    arguments: repetitions(40)
  )
  func `a detached task without a waiter is in the ledger to its end`(copy: Int) async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        Task.detached(name: "left behind") {
          await gate.wait()
          await send("late")
        }
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    #expect(store.inFlightEffects.map(\.hasReturned) == [true])
    DispatchQueue(label: "elsewhere").async { gate.open() }
    await store.receive("late") { $0.log = ["late"] }
    await store.finish()
    #expect(store.inFlightEffects.isEmpty)
  }

  @Test(.accelerated)
  func `a detached task that still runs at the end of the test is reported at the send that started it`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          Task.detached {
            await gate.wait()
            await send("late")
          }
        }
      }
      await store.send(.go)  // Fails: effectInFlight
      await store.finish(timeout: .milliseconds(10))
    }
    gate.open()
    #expect(failures.locations == markedFailures())
  }
}
