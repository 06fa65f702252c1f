import StoreCore
import StoreTesting
import Testing

/// Effects with `async let`.
@Suite(.timeLimit(.minutes(10))) struct AsyncLetEffects {
  static let entries: [OddEffect] = [
    OddEffect("async let", .receive("a")) { _, send in
      async let value = letter("a")
      await send(await value)
    },
    OddEffect("three async lets", .receive("abc")) { _, send in
      async let (first, second, third) = (letter("a"), letter("b"), letter("c"))
      await send(await first + second + third)
    },
    OddEffect("eight async lets that yield", .receive("36")) { _, send in
      async let one = number(1)
      async let two = number(2)
      async let three = number(3)
      async let four = number(4)
      async let five = number(5)
      async let six = number(6)
      async let seven = number(7)
      async let eight = number(8)
      await send("\(await one + two + three + four + five + six + seven + eight)")
    },
    OddEffect("nested async lets around continuations", .receive("32")) { _, send in
      await send("\(await tree(5))")
    },
    OddEffect("async lets that send", .receiveUnordered(["a", "b"]), .receive("end")) { _, send in
      async let first: Void = send("a")
      async let second: Void = send("b")
      _ = await (first, second)
      await send("end")
    },
    OddEffect("async let at a gate", .answer("a"), .receive("a")) { world, send in
      async let value = world.gate("?")
      await send(await value)
    },
    OddEffect("two async lets at a gate", .answer("a"), .answer("b"), .receive("ab")) { world, send in
      async let first = world.gate("1")
      async let second = world.gate("2")
      await send([await first, await second].sorted().joined())
    },
    OddEffect("async let abandoned at a gate", .receive("left")) { world, send in
      async let _ = world.throwingGate("?")
      await send("left")
    },
    OddEffect("async let abandoned in its sleep", .receive("left")) { world, send in
      async let _: Void = world.sleep()
      await Task.yield()
      await send("left")
    },
    OddEffect("async let abandoned that ignores it", .receive("left"), .advance(1), .receive("late")) { world, send in
      async let _: Void = {
        await Task { try? await world.sleep() }.value
        await send("late")
      }()
      await send("left")
    },
    OddEffect("async lets that sleep", .advance(1), .receive("1"), .advance(1), .receive("2")) { world, send in
      async let first: Void = world.sleep(1)
      async let second: Void = world.sleep(2)
      try await first
      await send("1")
      try await second
      await send("2")
    },
    OddEffect("async let that throws beside one that sleeps", .receive("caught")) { world, send in
      do {
        async let sleep: Void = world.sleep(5)
        async let failure: Void = fail()
        try await failure
        try await sleep
      } catch {
        await send("caught")
      }
    },
    OddEffect("async let on the main actor", .receive("title")) { _, send in
      async let title = Screen().show()
      await send(await title)
    },
    OddEffect("async let on the shared global actor, asleep", .advance(1), .receive("up")) { world, send in
      async let turn: Void = queueUp()
      async let sleep: Void = world.sleep()
      _ = try await (turn, sleep)
      await send("up")
    },
    OddEffect("async let within a group within an async let", .answer("a"), .receive("aa")) { world, send in
      async let outer = withTaskGroup(of: String.self) { group in
        group.addTask {
          async let inner = world.gate("?")
          let value = await inner
          return value + value
        }
        return await group.next() ?? ""
      }
      await send(await outer)
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

private func letter(_ letter: String) async -> String { letter }

private func number(_ number: Int) async -> Int {
  for _ in 0..<number { await Task.yield() }
  return number
}

private func fail() async throws { throw Offline() }

/// Returns the number of leaves of a tree of `async let`s. Each waits for a continuation that resumes at once.
func tree(_ depth: Int) async -> Int {
  await withCheckedContinuation { $0.resume() }
  guard depth > 0 else { return 1 }
  async let left = tree(depth - 1)
  async let right = tree(depth - 1)
  return await left + right
}
