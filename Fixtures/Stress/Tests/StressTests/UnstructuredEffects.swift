import Dispatch
import StoreCore
import StoreTesting
import Testing

/// Effects that start tasks with `Task` and `Task.detached`, and await them.
@Suite(.timeLimit(.minutes(10))) struct UnstructuredEffects {
  static let entries: [OddEffect] = [
    OddEffect("task awaited", .receive("a")) { _, send in
      await Task { await send("a") }.value
    },
    OddEffect("detached task awaited", .receive("a")) { _, send in
      await Task.detached { await send("a") }.value
    },
    OddEffect("detached task awaited at a gate", .answer("a"), .receive("a")) { world, send in
      await send(await Task.detached { await world.gate("?") }.value)
    },
    OddEffect("detached task awaited in its sleep", .advance(1), .receive("a")) { world, send in
      try await Task.detached { try await world.sleep() }.value
      await send("a")
    },
    OddEffect("main-actor task awaited, asleep", .advance(1), .receive("a")) { world, send in
      try await Task { @MainActor in try await world.sleep() }.value
      await send("a")
    },
    OddEffect("task on a task executor awaited", .receive("a")) { _, send in
      await Task(executorPreference: QueueTaskExecutor.shared) { await send("a") }.value
    },
    OddEffect("operation on a task executor", .receive("a")) { _, send in
      await withTaskExecutorPreference(QueueTaskExecutor.shared) {
        await Task.yield()
        await send("a")
      }
    },
    OddEffect("twenty tasks in a row", .advance(1), .receive("20")) { world, send in
      await send("\(await chain(20, world))")
    },
    OddEffect("tasks that hold each other", .answer("a"), .receive("a2")) { world, send in
      let first = Task { await world.gate("?") }
      let second = Task.detached { await first.value + "2" }
      let third = Task { @MainActor in await second.value }
      await send(await third.value)
    },
    OddEffect("task awaited by two tasks", .answer("a"), .receiveUnordered(["1a", "2a"])) { world, send in
      let shared = Task { await world.gate("?") }
      let others = ["1", "2"].map { prefix in Task { await send(prefix + (await shared.value)) } }
      for task in others { await task.value }
    },
    OddEffect("task cancelled and awaited", .receive("cancelled")) { world, send in
      let task = Task { try await world.sleep(9) }
      task.cancel()
      if case .failure = await task.result { await send("cancelled") }
    },
    OddEffect("detached task cancelled in its sleep", .receive("cancelled")) { world, send in
      let task = Task.detached { try await world.sleep(9) }
      await Task.yield()
      task.cancel()
      if case .failure = await task.result { await send("cancelled") }
    },
    OddEffect("several tasks that send at once", .receiveUnordered(["0", "1", "2", "3", "4", "5"])) { _, send in
      let tasks = (0..<6).map { number in
        number.isMultiple(of: 2) ? Task { await send("\(number)") } : Task.detached { await send("\(number)") }
      }
      for task in tasks { await task.value }
    },
    OddEffect("tasks with priorities", .receiveUnordered(["low", "high"])) { _, send in
      let low = Task(priority: .background) {
        for _ in 0..<5 { await Task.yield() }
        await send("low")
      }
      let high = Task(priority: .high) { await send("high") }
      await high.value
      await low.value
    },
    OddEffect("effect of low priority", .receive("low"), priority: .background) { _, send in
      await Task.yield()
      await send("low")
    },
    OddEffect("escalation by the awaiting task", .answer("a"), .receive("a"), priority: .high) { world, send in
      let task = Task(priority: .background) { await world.gate("?") }
      await Task.yield()
      await send(await task.value)
    },
    OddEffect("escalation handler", .receive("escalated"), .answer("a"), .receive("a")) { world, send in
      let (ready, escalation) = (Latch(), Latch())
      let task = Task(priority: .background) {
        return await withTaskPriorityEscalationHandler {
          ready.open()
          await escalation.wait()
          await send("escalated")
          return await world.gate("?")
        } onPriorityEscalated: { _, _ in
          escalation.open()
        }
      }
      await ready.wait()
      task.escalatePriority(to: .high)
      await send(await task.value)
    },
    OddEffect("escalation through the unsafe task", .receive("a")) { _, send in
      let task = Task(priority: .low) {
        await Task.yield()
        withUnsafeCurrentTask { $0?.cancel() }
        return Task.isCancelled ? "a" : "b"
      }
      await send(await task.value)
    },
    OddEffect("task locals bound anew", .receive("outer inner outer")) { _, send in
      let before = Local.name
      let within = await Local.$name.withValue("inner") { await Task { Local.name }.value }
      await send("\(before) \(within) \(Local.name)")
    },
    OddEffect("task locals bound around a sleep", .advance(1), .receive("inner")) { world, send in
      try await Local.$name.withValue("inner") {
        try await withThrowingTaskGroup { group in
          group.addTask { try await world.sleep() }
          try await group.waitForAll()
        }
        await send(Local.name)
      }
    },
    OddEffect("fifty yields", .receive("a")) { _, send in
      for _ in 0..<50 { await Task.yield() }
      await send("a")
    },
    OddEffect("named task", .answer("a"), .receive("a")) { world, send in
      await Task(name: "named") { await send(await world.gate("?")) }.value
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

private enum Local {
  @TaskLocal static var name = "outer"
}

/// Returns the length of a chain of tasks. Each awaits the next one, and the last sleeps.
private func chain(_ length: Int, _ world: World) async -> Int {
  guard length > 0 else {
    try? await world.sleep()
    return 0
  }
  return await Task { await chain(length - 1, world) }.value + 1
}
