import StoreCore
import StoreTesting
import Testing

/// Effects that hop between actors.
@Suite(.timeLimit(.minutes(10))) struct ActorEffects {
  static let entries: [OddEffect] = [
    OddEffect("actor of its own", .receive("2")) { _, send in
      let counter = Counter()
      _ = await counter.next()
      await send("\(await counter.next())")
    },
    OddEffect("actor that all tests share", .advance(1), .receive("a")) { world, send in
      for _ in 0..<5 { _ = await Counter.shared.next() }
      try await world.sleep()
      await send("a")
    },
    OddEffect("global actor that all tests share", .advance(1), .receive("a")) { world, send in
      for _ in 0..<5 { await queueUp() }
      try await world.sleep()
      await send("a")
    },
    OddEffect("sends on the shared global actor", .receive("0"), .receive("1"), .receive("2")) { _, send in
      await sendOnSharedDesk(send)
    },
    OddEffect("sleeps on the shared global actor", .advance(1), .receive("a"), .advance(1), .receive("b")) {
      world,
      send in
      try await sleepOnSharedDesk(world, send)
    },
    OddEffect("ten actors in a group", .receive("10")) { _, send in
      let actors = (0..<10).map { _ in Counter() }
      let sum = await withTaskGroup(of: Int.self) { group in
        for actor in actors { group.addTask { await actor.next() } }
        return await group.reduce(0, +)
      }
      await send("\(sum)")
    },
    OddEffect("ten actors in a row, asleep on each", .advance(10), .receive("10")) { world, send in
      let actors = (0..<10).map { _ in Counter() }
      for actor in actors { try await actor.around { try await world.sleep() } }
      await send("10")
    },
    OddEffect("reentrant actor at a gate", .receive("2"), .answer("a"), .receive("a")) { world, send in
      let counter = Counter()
      async let first = counter.around { await world.gate("?") }
      await Task.yield()
      await send("\(await counter.next())")
      await send(await first)
    },
    OddEffect("reentrant actor whose first caller sleeps", .receive("b"), .advance(1), .receive("a")) { world, send in
      let counter = Counter()
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await counter.around { try await world.sleep() }
          await send("a")
        }
        group.addTask { await counter.around { await send("b") } }
        try await group.waitForAll()
      }
    },
    OddEffect("actor on a queue of Dispatch", .receive("1")) { _, send in
      await send("\(await QueueActor().next())")
    },
    OddEffect("actor on a queue, then asleep", .receive("2"), .advance(1), .receive("a")) { world, send in
      let actor = QueueActor()
      _ = await actor.next()
      await send("\(await actor.next())")
      try await world.sleep()
      await send("a")
    },
    OddEffect("actor on a thread of its own", .receive("1"), .advance(1), .receive("a")) { world, send in
      let actor = ThreadActor()
      await send("\(await actor.next())")
      try await world.sleep()
      await send("a")
      await Task.yield()
      _ = await actor.next()
    },
    OddEffect("sends from an actor on a queue", .receive("a"), .receive("b")) { _, send in
      let actor = QueueActor()
      await actor.around {
        await send("a")
        await send("b")
      }
    },
    OddEffect("three actors on queues in a group", .receiveUnordered(["1", "1", "1"])) { _, send in
      await withTaskGroup { group in
        for _ in 0..<3 { group.addTask { await send("\(await QueueActor().next())") } }
      }
    },
    OddEffect("task that inherits an actor", .receive("a")) { _, send in
      await Parent().startTask(send)
    },
    OddEffect("task that inherits an actor, asleep", .advance(1), .receive("a")) { world, send in
      await Parent().startSleepingTask(world, send)
    },
    OddEffect("main-actor object", .receive("title")) { _, send in
      let screen = Screen()
      await send(await screen.show())
    },
    OddEffect("main-actor run", .receive("a"), .receive("b")) { _, send in
      await MainActor.run {}
      await send("a")
      await MainActor.run {}
      await send("b")
    },
    OddEffect("hops between main actor, pool and actors, then asleep", .advance(1), .receive("a")) { world, send in
      try await hop(5, world)
      await send("a")
    },
    OddEffect("main actor at a gate", .answer("a"), .receive("a"), .answer("b"), .receive("b")) { world, send in
      await gateOnMainActor(world, send)
    },
    OddEffect("lock made of continuations", .answer("a"), .receive("a"), .answer("b"), .receive("b")) { world, send in
      let lock = ContinuationLock()
      await withTaskGroup { group in
        for _ in 0..<2 {
          group.addTask {
            await lock.take()
            await send(await world.gate("?"))
            await lock.release()
          }
        }
      }
    },
    OddEffect("semaphore made of continuations", .advance(2), .receiveUnordered(["0", "1", "2", "3"])) { world, send in
      let semaphore = ContinuationSemaphore(2)
      await withTaskGroup { group in
        for number in 0..<4 {
          group.addTask {
            await semaphore.wait()
            try? await world.sleep()
            semaphore.signal()
            await send("\(number)")
          }
        }
      }
    },
    OddEffect("object with an isolated deinit", .receive("a")) { _, send in
      await leaveOnMainActor()
      await send("a")
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

@SharedDesk private func sendOnSharedDesk(_ send: Send<String>) async {
  for number in 0..<3 { await send("\(number)") }
}

@SharedDesk private func sleepOnSharedDesk(_ world: World, _ send: Send<String>) async throws {
  try await world.sleep()
  await send("a")
  try await world.sleep()
  await send("b")
}

@MainActor private func gateOnMainActor(_ world: World, _ send: Send<String>) async {
  await send(await world.gate("1"))
  await send(await world.gate("2"))
}

/// Hops between executors, and finally sleeps on the main actor.
@MainActor private func hop(_ count: Int, _ world: World) async throws {
  for _ in 0..<count {
    await onPool()
    _ = await Counter().next()
    await queueUp()
  }
  try await world.sleep()
}

@concurrent private func onPool() async {
  await Task.yield()
}

/// An actor that starts tasks on itself.
private actor Parent {
  private var count = 0

  func startTask(_ send: Send<String>) {
    Task {
      count += 1
      await send("a")
    }
  }

  func startSleepingTask(_ world: World, _ send: Send<String>) {
    Task {
      count += 1
      try await world.sleep()
      await send("a")
    }
  }
}

/// An object with a deinitializer isolated to the main actor.
@MainActor private final class Leaver {
  private var count = 1

  isolated deinit { count = 0 }

  func touch() { count += 1 }
}

@concurrent private func leaveOnMainActor() async {
  let leaver = Leaver()
  await leaver.touch()
}
