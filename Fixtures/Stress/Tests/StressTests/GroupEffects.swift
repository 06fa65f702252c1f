import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// Effects with task groups.
@Suite(.timeLimit(.minutes(10))) struct GroupEffects {
  static let entries: [OddEffect] = [
    OddEffect("group that sends", .receiveUnordered(["0", "1", "2"])) { _, send in
      await withTaskGroup { group in
        for number in 0..<3 { group.addTask { await send("\(number)") } }
      }
    },
    OddEffect("nested groups", .receive("8")) { _, send in
      await send("\(await leaves(3))")
    },
    OddEffect("throwing group that cancels its siblings", .receive("caught")) { world, send in
      do {
        try await withThrowingTaskGroup { group in
          group.addTask { try await world.sleep(9) }
          group.addTask { _ = try await world.throwingGate("?") }
          group.addTask { throw Offline() }
          while try await group.next() != nil {}
        }
      } catch {
        await send("caught")
      }
    },
    OddEffect("discarding group", .receiveUnordered(["0", "1", "2", "3"]), .receive("end")) { _, send in
      await withDiscardingTaskGroup { group in
        for number in 0..<4 { group.addTask { await send("\(number)") } }
      }
      await send("end")
    },
    OddEffect("throwing discarding group", .receive("caught")) { world, send in
      do {
        try await withThrowingDiscardingTaskGroup { group in
          group.addTask { try await world.sleep(9) }
          group.addTask { throw Offline() }
        }
      } catch {
        await send("caught")
      }
    },
    OddEffect("children on the main actor", .receiveUnordered(["0", "1"])) { _, send in
      await withTaskGroup { group in
        for number in 0..<2 {
          let work: @MainActor @Sendable () async -> Void = { await send("\(number)") }
          group.addTask(operation: work)
        }
      }
    },
    OddEffect("children on a global actor, asleep", .advance(1), .receiveUnordered(["0", "1"])) { world, send in
      await withTaskGroup { group in
        for number in 0..<2 {
          let work: @SharedDesk @Sendable () async -> Void = {
            try? await world.sleep()
            await send("\(number)")
          }
          group.addTask(operation: work)
        }
      }
    },
    OddEffect("child on the main actor, asleep beside its parent", .advance(1), .receive("woke")) { world, send in
      try await withThrowingTaskGroup { group in
        let work: @MainActor @Sendable () async throws -> Void = { try await world.sleep() }
        group.addTask(operation: work)
        try await world.sleep()
        try await group.waitForAll()
      }
      await send("woke")
    },
    OddEffect("children that have children", .advance(1), .receive("9")) { world, send in
      let sum = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<3 {
          group.addTask {
            await withTaskGroup(of: Int.self) { group in
              for _ in 0..<3 {
                group.addTask {
                  try? await world.sleep()
                  return 1
                }
              }
              return await group.reduce(0, +)
            }
          }
        }
        return await group.reduce(0, +)
      }
      await send("\(sum)")
    },
    OddEffect("group that adds a child for each result", .receive("10")) { _, send in
      let count = await withTaskGroup(of: Int.self) { group in
        group.addTask { 1 }
        var count = 0
        while let number = await group.next() {
          count += 1
          if number < 10 { group.addTask { number + 1 } }
        }
        return count
      }
      await send("\(count)")
    },
    OddEffect("a thousand children asleep", .advance(1), .receive("1000")) { world, send in
      let count = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<1_000 {
          group.addTask {
            try? await world.sleep()
            return 1
          }
        }
        return await group.reduce(0, +)
      }
      await send("\(count)")
    },
    OddEffect("race of a gate and a sleep, answered", .answerThrowing("a"), .receive("a")) { world, send in
      await send(await race(world))
    },
    OddEffect("race of a gate and a sleep, timed out", .advance(5), .receive("late")) { world, send in
      await send(await race(world))
    },
    OddEffect("children at a gate", .answer("a"), .receive("a"), .answer("b"), .receive("b")) { world, send in
      await withTaskGroup { group in
        for _ in 0..<2 { group.addTask { await send(await world.gate("?")) } }
      }
    },
    OddEffect("child that ignores cancellation", .receive("off"), .answer("a"), .receive("a")) { world, send in
      await withTaskGroup { group in
        group.addTask { await send(await world.gate("?")) }
        group.cancelAll()
        await send("off")
      }
    },
    OddEffect("children with priorities", .receiveUnordered(["0", "1", "2"])) { _, send in
      await withTaskGroup { group in
        for (number, priority) in [TaskPriority.high, .background, .low].enumerated() {
          group.addTask(priority: priority) {
            await Task.yield()
            await send("\(number)")
          }
        }
      }
    },
    OddEffect("timers in a group", .advance(2), .receive("2.0 seconds"), .advance(1), .receive("3.0 seconds")) {
      world,
      send in
      await withTaskGroup { group in
        for interval in [2, 3] {
          group.addTask {
            for await elapsed in world.clock.timer(interval: .seconds(interval)) {
              await send("\(elapsed)")
              break
            }
          }
        }
      }
    },
    OddEffect("debounce in a group", .advance(1), .receive("c")) { world, send in
      await withTaskGroup { group in
        var last: Task<Void, Never>?
        for letter in ["a", "b", "c"] {
          last?.cancel()
          let task = Task {
            do {
              try await world.sleep()
              await send(letter)
            } catch {}
          }
          group.addTask { await task.value }
          last = task
        }
      }
    },
    OddEffect("child on the pool of a task executor", .receive("1")) { _, send in
      await withTaskGroup { group in
        group.addTask(executorPreference: QueueTaskExecutor.shared) { await send("1") }
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// Returns the number of leaves of a tree of groups.
private func leaves(_ depth: Int) async -> Int {
  guard depth > 0 else { return 1 }
  return await withTaskGroup(of: Int.self) { group in
    for _ in 0..<2 { group.addTask { await leaves(depth - 1) } }
    return await group.reduce(0, +)
  }
}

/// Returns the answer of the gate, unless five seconds pass first.
private func race(_ world: World) async -> String {
  await withTaskGroup(of: String?.self) { group in
    group.addTask { try? await world.throwingGate("?") }
    group.addTask {
      do { try await world.sleep(5) } catch { return nil }
      return "late"
    }
    let winner = await group.next() ?? nil
    group.cancelAll()
    return winner ?? "nothing"
  }
}
