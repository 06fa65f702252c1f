import Dispatch
import StoreCore
import StoreTesting
import Synchronization
import Testing

/// Effects on actors with custom executors, and effects with priorities, names and task locals.
@Suite(.timeLimit(.minutes(10))) struct PlaceEffects {
  static let entries: [OddEffect] = [
    OddEffect("global actor on a queue", .receive("a"), .advance(1), .receive("b")) { world, send in
      try await workAtQueueDesk(world, send)
    },
    OddEffect("task left behind on a global actor on a queue", .advance(1), .receive("a")) { world, send in
      Task { @QueueDesk in
        await Task.yield()
        try await world.sleep()
        await send("a")
      }
    },
    OddEffect("immediate task on a global actor on a queue", .answer("a"), .receive("a")) { world, send in
      Task.immediate { @QueueDesk in await send(await world.gate("?")) }
    },
    OddEffect("children on a global actor on a queue", .answer("a"), .receive("a"), .answer("b"), .receive("b")) {
      world,
      send in
      await withTaskGroup { group in
        for _ in 0..<2 {
          let work: @QueueDesk @Sendable () async -> Void = { await send(await world.gate("?")) }
          group.addTask(operation: work)
        }
      }
    },
    OddEffect("async lets over five actors", .receive("5"), .advance(1), .receive("10")) { world, send in
      let actors = (Counter(), QueueActor(), ThreadActor(), MainCompanion(), BatchActor())
      async let sums = (actors.0.next(), actors.1.next(), actors.2.next(), actors.3.next(), actors.4.next())
      let (a, b, c, d, e) = await sums
      await send("\(a + b + c + d + e)")
      try await world.sleep()
      async let others = (actors.0.next(), actors.1.next(), actors.2.next(), actors.3.next(), actors.4.next())
      let (f, g, h, i, j) = await others
      await send("\(f + g + h + i + j)")
    },
    OddEffect("actor on the main actor", .receive("1"), .advance(1), .receive("a")) { world, send in
      let companion = MainCompanion()
      await send("\(await companion.next())")
      try await companion.around { try await world.sleep() }
      await send("a")
    },
    OddEffect("sends on an actor on the main actor", .receive("a"), .receive("b")) { _, send in
      await MainCompanion().around {
        await send("a")
        await Task.yield()
        await send("b")
      }
    },
    OddEffect("actor that lives on another", .receive("1"), .answer("a"), .receive("a")) { world, send in
      let lodger = Lodger(Counter())
      await send("\(await lodger.next())")
      await send(await lodger.around { await world.gate("?") })
    },
    OddEffect("two actors on the executor of a third", .receiveUnordered(["a", "b"])) { world, send in
      let landlord = Counter()
      await withTaskGroup { group in
        for letter in ["a", "b"] {
          group.addTask {
            let lodger = Lodger(landlord)
            _ = await lodger.next()
            await lodger.around { await send(letter) }
          }
        }
      }
    },
    OddEffect("actor whose jobs wait for a batch", .receive("3"), .advance(1), .receive("4")) { world, send in
      let actor = BatchActor()
      _ = await actor.next()
      _ = await actor.next()
      await send("\(await actor.next())")
      try await world.sleep()
      await send("\(await actor.next())")
    },
    OddEffect("isolated parameter", .receive("1"), .answer("a"), .receive("a")) { world, send in
      await work(on: Counter(), world, send)
    },
    OddEffect("task on an executor of operations", .receive("1"), .advance(1), .receive("a")) { world, send in
      let executor = OperationExecutor()
      try await Task(executorPreference: executor) {
        await send("\(await Counter().next())")
        try await world.sleep()
        await send("a")
      }.value
    },
    OddEffect("detached group on an executor of operations", .receiveUnordered(["0", "1", "2"])) { _, send in
      Task.detached(executorPreference: OperationExecutor()) {
        await withTaskGroup { group in
          for number in 0..<3 { group.addTask { await send("\(number)") } }
        }
      }
    },
    OddEffect("named tasks within named tasks", .receive("outer inner none")) { _, send in
      let text = await Task(name: "outer", priority: .low) {
        let outer = Task.name ?? "none"
        let inner = await Task.detached(name: "inner") { Task.name ?? "none" }.value
        let none = await Task { Task.name ?? "none" }.value
        return "\(outer) \(inner) \(none)"
      }.value
      await send(text)
    },
    OddEffect("named children", .advance(1), .receiveUnordered(["0", "1"])) { world, send in
      await withTaskGroup { group in
        for number in 0..<2 {
          group.addTask(name: "child \(number)", priority: .background) {
            try? await world.sleep()
            await send(Task.name?.suffix(1).description ?? "none")
          }
        }
      }
    },
    OddEffect("busy actor held by a task of low priority", .receiveUnordered(["low", "high"])) { _, send in
      let counter = Counter()
      let low = Task(priority: .background) {
        await counter.around {
          for _ in 0..<5 { await Task.yield() }
          await send("low")
        }
      }
      let high = Task(priority: .high) {
        _ = await counter.next()
        await send("high")
      }
      await high.value
      await low.value
    },
    OddEffect("chain of priorities", .answer("a"), .receive("a")) { world, send in
      let background = Task(priority: .background) { await world.gate("?") }
      let low = Task.detached(priority: .low) { await background.value }
      let medium = Task(priority: .medium) { await low.value }
      await send(await Task.detached(priority: .high) { await medium.value }.value)
    },
    OddEffect("escalation from Dispatch", .receive("escalated")) { _, send in
      let (ready, escalation) = (Latch(), Latch())
      let task = Task(priority: .background) {
        await withTaskPriorityEscalationHandler {
          ready.open()
          await escalation.wait()
        } onPriorityEscalated: { _, _ in
          escalation.open()
        }
      }
      await ready.wait()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { task.escalatePriority(to: .high) }
      while !escalation.isOpen { try await Task.sleep(for: .milliseconds(1)) }
      _ = await task.value
      await send("escalated")
    },
    OddEffect("effect of background priority awaiting a high one", .answer("a"), .receive("a"), priority: .background) {
      world,
      send in
      await send(await Task.detached(priority: .high) { await world.gate("?") }.value)
    },
    OddEffect("thirty nested task locals", .advance(1), .receive("30")) { world, send in
      try await nest(30) {
        await Task {
          try? await world.sleep()
          await send("\(Depth.value)")
        }.value
      }
    },
    OddEffect("task locals of children and detached tasks", .receive("2 1 0")) { _, send in
      await Depth.$value.withValue(1) {
        async let inner = Depth.$value.withValue(2) {
          await withTaskGroup(of: Int.self) { group in
            group.addTask { Depth.value }
            return await group.next() ?? -1
          }
        }
        let outer = await Task { Depth.value }.value
        let none = await Task.detached { Depth.value }.value
        await send("\(await inner) \(outer) \(none)")
      }
    },
    OddEffect("immediate task within an actor on a queue", .advance(1), .receive("a")) { world, send in
      await QueueActor().around { () -> Void in
        Task.immediate {
          try await world.sleep()
          await send("a")
        }
      }
    },
    OddEffect("task of an actor that is gone", .advance(1), .receive("2")) { world, send in
      await leaveTask(world, send)
    },
    OddEffect("a hundred hops between two queues", .receive("100")) { _, send in
      let (first, second) = (QueueActor(), QueueActor())
      var sum = 0
      for _ in 0..<50 {
        let one = await first.next()
        sum = await second.next() + one
      }
      await send("\(sum)")
    },
    OddEffect("chain of thirty detached tasks", .answer("a"), .receive("a")) { world, send in
      var task = Task.detached { await world.gate("?") }
      for _ in 0..<30 {
        let previous = task
        task = Task.detached { await previous.value }
      }
      await send(await task.value)
    },
    OddEffect("object with an isolated deinit that starts a task", .receive("deinit")) { _, send in
      await leave(MainObject(send))
    },
    OddEffect("object with an isolated deinit on a queue", .receive("deinit")) { _, send in
      await leaveOnQueue(send)
    },
    OddEffect("object whose deinit starts a task", .receive("deinit")) { _, send in
      leave(PlainObject(send))
    },
    OddEffect("object whose deinit starts a task that sleeps", .advance(1), .receive("late")) { world, send in
      let object = PlainObject(send, after: world)
      await Task.yield()
      withExtendedLifetime(object) {}
    },
    OddEffect("object that Dispatch releases", .receive("deinit")) { _, send in
      let object = PlainObject(send)
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { withExtendedLifetime(object) {} }
    },
    OddEffect("object that a shelf releases", .drop("object"), .receive("deinit")) { world, send in
      world.shelf.put(PlainObject(send), as: "object")
    },
    OddEffect("task local whose deinit starts a task", .receive("in"), .receive("deinit")) { _, send in
      await Carried.$object.withValue(PlainObject(send)) {
        await Task { await send("in") }.value
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

private enum Depth {
  @TaskLocal static var value = 0
}

private enum Carried {
  @TaskLocal static var object: PlainObject?
}

@QueueDesk private func workAtQueueDesk(_ world: World, _ send: Send<String>) async throws {
  await send("a")
  try await world.sleep()
  await send("b")
}

private func work(on counter: isolated Counter, _ world: World, _ send: Send<String>) async {
  await send("\(counter.next())")
  await send(await world.gate("?"))
}

/// Binds a task local many times.
private func nest(_ depth: Int, _ work: @Sendable () async throws -> Void) async throws {
  guard depth > 0 else { return try await work() }
  try await Depth.$value.withValue(Depth.value + 1) { try await nest(depth - 1, work) }
}

/// Starts a task on an actor that only the task retains.
private func leaveTask(_ world: World, _ send: Send<String>) async {
  let counter = Counter()
  _ = await counter.next()
  Task {
    try await world.sleep()
    await send("\(await counter.next())")
  }
}

/// An object that sends from its deinitializer.
private final class PlainObject: Sendable {
  let send: Send<String>
  let world: World?

  init(_ send: Send<String>, after world: World? = nil) {
    self.send = send
    self.world = world
  }

  deinit {
    Task { [send, world] in
      guard let world else { return await send("deinit") }
      try await world.sleep()
      await send("late")
    }
  }
}

/// An object that sends from its deinitializer, on the main actor.
@MainActor private final class MainObject {
  let send: Send<String>

  nonisolated init(_ send: Send<String>) { self.send = send }

  isolated deinit {
    Task { [send] in await send("deinit") }
  }
}

/// An object that sends from its deinitializer, on a global actor on a queue.
@QueueDesk private final class QueueObject {
  let send: Send<String>

  init(_ send: Send<String>) { self.send = send }

  isolated deinit {
    QueueDesk.preconditionIsolated()
    Task { [send] in await send("deinit") }
  }
}

private func leave(_ object: consuming PlainObject) {}

@concurrent private func leave(_ object: consuming MainObject) async {}

@concurrent private func leaveOnQueue(_ send: Send<String>) async {
  let object = await QueueObject(send)
  withExtendedLifetime(object) {}
}
