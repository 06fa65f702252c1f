import Dispatch
import StoreCore
import StoreTesting
import Testing

/// Effects with an operation that returns before the tasks that it started.
@Suite(.timeLimit(.minutes(10))) struct LeftBehindEffects {
  static let entries: [OddEffect] = [
    OddEffect("task left behind", .receive("a")) { _, send in
      Task { await send("a") }
    },
    OddEffect("task left behind in its sleep", .advance(1), .receive("a")) { world, send in
      Task {
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("task left behind at a gate", .answer("a"), .receive("a")) { world, send in
      Task { await send(await world.gate("?")) }
    },
    OddEffect("task left behind by a task left behind", .advance(1), .receive("a")) { world, send in
      Task {
        await Task.yield()
        Task {
          try await world.sleep()
          await send("a")
        }
      }
    },
    OddEffect("silent main-actor task left behind", .receiveEffect) { _, _ in
      Task { @MainActor in await Task.yield() }
    },
    OddEffect("silent global-actor task left behind", .receiveEffect) { _, _ in
      Task { @SharedDesk in await Task.yield() }
    },
    OddEffect("silent detached task left behind", .receiveEffect) { _, _ in
      Task.detached { await Task.yield() }
    },
    OddEffect("silent detached main-actor task left behind", .receiveEffect) { _, _ in
      detachOnMainActor { await Task.yield() }
    },
    OddEffect("main-actor task left behind", .receive("a")) { _, send in
      Task { @MainActor in
        await Task.yield()
        await send("a")
      }
    },
    OddEffect("main-actor task left behind in its sleep", .advance(1), .receive("a")) { world, send in
      Task { @MainActor in
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("main-actor task left behind at a gate", .answer("a"), .receive("a")) { world, send in
      Task { @MainActor in await send(await world.gate("?")) }
    },
    OddEffect("global-actor task left behind", .receive("a")) { _, send in
      Task { @SharedDesk in
        await Task.yield()
        await send("a")
      }
    },
    OddEffect("global-actor task left behind in its sleep", .advance(1), .receive("a")) { world, send in
      Task { @SharedDesk in
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("detached task left behind", .receive("a")) { _, send in
      Task.detached { await send("a") }
    },
    OddEffect("detached task left behind in its sleep", .advance(1), .receive("a")) { world, send in
      Task.detached {
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("detached task left behind at a gate", .answer("a"), .receive("a")) { world, send in
      Task.detached { await send(await world.gate("?")) }
    },
    OddEffect("detached main-actor task left behind", .receive("a")) { _, send in
      detachOnMainActor {
        await Task.yield()
        await send("a")
      }
    },
    OddEffect("detached main-actor task left behind at a gate", .answer("a"), .receive("a")) { world, send in
      detachOnMainActor { await send(await world.gate("?")) }
    },
    OddEffect("detached global-actor task left behind", .receive("a")) { _, send in
      detachOnSharedDesk { await send("a") }
    },
    OddEffect("detached task left behind on an actor", .receive("1")) { _, send in
      let counter = Counter()
      Task.detached { await send("\(await counter.next())") }
    },
    OddEffect("detached task left behind, started on an actor", .receive("a")) { _, send in
      await Starter().start(send)
    },
    OddEffect("detached task left behind on a task executor", .receive("a")) { _, send in
      Task.detached(executorPreference: QueueTaskExecutor.shared) { await send("a") }
    },
    OddEffect("task left behind on a task executor", .receive("a")) { _, send in
      Task(executorPreference: QueueTaskExecutor.shared) { await send("a") }
    },
    OddEffect("task left behind by Dispatch", .receive("a")) { _, send in
      DispatchQueue.global().async { Task { await send("a") } }
    },
    OddEffect("task left behind by Dispatch in its sleep", .receive("a"), .advance(1), .receive("b")) { world, send in
      DispatchQueue.global().async {
        Task {
          await send("a")
          try await world.sleep()
          await send("b")
        }
      }
    },
    OddEffect("detached task left behind by a serial queue", .receive("a")) { _, send in
      DispatchQueue(label: "serial").asyncAfter(deadline: .now() + .milliseconds(2)) {
        Task.detached { await send("a") }
      }
    },
    OddEffect("detached tasks that leave detached tasks", .receiveUnordered(["0", "1", "2"])) { _, send in
      Task.detached {
        for number in 0..<3 { Task.detached { await send("\(number)") } }
      }
    },
    OddEffect("group left behind in a task", .advance(1), .receiveUnordered(["0", "1"])) { world, send in
      Task {
        await withTaskGroup { group in
          for number in 0..<2 {
            group.addTask {
              try? await world.sleep()
              await send("\(number)")
            }
          }
        }
      }
    },
    OddEffect("timer left behind", .advance(1), .receive("1"), .advance(1), .receive("2")) { world, send in
      Task {
        var count = 0
        for await _ in world.clock.timer(interval: .seconds(1)) {
          count += 1
          await send("\(count)")
          if count == 2 { break }
        }
      }
    },
    OddEffect("hundred tasks left behind in their sleep", .advance(1), .receive("100")) { world, send in
      let counter = Counter()
      for _ in 0..<100 {
        Task {
          try await world.sleep()
          if await counter.next() == 100 { await send("100") }
        }
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// An actor that starts a task on itself, and doesn't wait for it.
private actor Starter {
  func start(_ send: Send<String>) {
    Task.detached { await self.work(send) }
  }

  func work(_ send: Send<String>) async {
    await Task.yield()
    await send("a")
  }
}
