import Dispatch
import StoreCore
import StoreTesting
import Testing

/// Effects of two stores of one test, which share a clock, clients, tasks and senders.
@Suite(.timeLimit(.minutes(10))) struct PairEffects {
  static let entries: [OddEffect] = [
    OddEffect(
      "refresh that two stores share, at a gate",
      .send("1"),
      .other(.send("2")),
      .answer("t"),
      .receive("1t"),
      .other(.receive("2t"))
    ) { world, input in
      .run("call", of: input) { send in
        let refresh = world.shelf.value("refresh") { Task { await world.gate("token") } }
        await send(input + (await refresh.value))
      }
    },
    OddEffect(
      "refresh that two stores share, received by the second first",
      .send("1"),
      .other(.send("2")),
      .answer("t"),
      .other(.receive("2t")),
      .receive("1t")
    ) { world, input in
      .run("call", of: input) { send in
        let refresh = world.shelf.value("refresh") { Task { await world.gate("token") } }
        await send(input + (await refresh.value))
      }
    },
    OddEffect(
      "detached refresh that two stores share, asleep",
      .other(.send("2")),
      .send("1"),
      .advance(1),
      .receive("1t"),
      .other(.receive("2t"))
    ) { world, input in
      .run("call", of: input) { send in
        let refresh = world.shelf.value("refresh") {
          Task.detached {
            try? await world.sleep()
            return "t"
          }
        }
        await send(input + (await refresh.value))
      }
    },
    OddEffect(
      "sender of another store",
      .other(.send("offer")),
      .send("use"),
      .receiveEffect,
      .other(.receive("from the first"))
    ) {
      world,
      input in
      .run("call", of: input) { send in
        if input == "offer" { return world.shelf.put(send, as: "sender") }
        await world.shelf.value("sender", as: Send<String>.self)?("from the first")
        world.shelf.drop("sender")
      }
    },
    OddEffect(
      "sender of another store, used after a sleep",
      .other(.send("offer")),
      .send("use"),
      .receiveEffect,
      .advance(1),
      .other(.receive("late"))
    ) { world, input in
      .run("call", of: input) { send in
        if input == "offer" { return world.shelf.put(send, as: "sender") }
        try await world.sleep()
        await world.shelf.value("sender", as: Send<String>.self)?("late")
        world.shelf.drop("sender")
      }
    },
    OddEffect(
      "stream from one store to the other",
      .send("listen"),
      .other(.send("feed")),
      .other(.receiveEffect),
      .receive("fed")
    ) {
      world,
      input in
      let (letters, continuation) = world.shelf.value("stream") { AsyncStream.makeStream(of: String.self) }
      return .run("call", of: input) { send in
        guard input == "listen" else {
          continuation.yield("fed")
          return continuation.finish()
        }
        for await letter in letters { await send(letter) }
      }
    },
    OddEffect(
      "ring of channels through two stores",
      .send("listen"),
      .other(.send("echo")),
      .other(.receiveEffect),
      .receive("3")
    ) { world, input in
      let (there, thereEnd) = world.shelf.value("there") { AsyncStream.makeStream(of: Int.self) }
      let (back, backEnd) = world.shelf.value("back") { AsyncStream.makeStream(of: Int.self) }
      return .run("call", of: input) { send in
        if input == "listen" {
          thereEnd.yield(0)
          for await number in back {
            if number == 3 {
              await send("3")
              thereEnd.finish()
            } else {
              thereEnd.yield(number)
            }
          }
        } else {
          for await number in there { backEnd.yield(number + 1) }
          backEnd.finish()
        }
      }
    },
    OddEffect(
      "task that the other store cancels",
      .send("sleep"),
      .other(.send("cancel")),
      .other(.receiveEffect),
      .receive("cancelled")
    ) {
      world,
      input in
      .run("call", of: input) { send in
        if input == "cancel" {
          world.shelf.value("task", as: Task<Void, any Error>.self)?.cancel()
        } else {
          let task = Task { try await world.sleep(9) }
          world.shelf.put(task, as: "task")
          if case .failure = await task.result { await send("cancelled") }
        }
      }
    },
    OddEffect(
      "task that the other store cancels later",
      .send("sleep"),
      .other(.send("cancel")),
      .other(.receiveEffect),
      .receive("cancelled")
    ) {
      world,
      input in
      .run("call", of: input) { send in
        if input == "cancel" {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { continuation.resume() }
          }
          world.shelf.value("task", as: Task<Void, any Error>.self)?.cancel()
        } else {
          let task = Task { try await world.sleep(9) }
          world.shelf.put(task, as: "task")
          if case .failure = await task.result { await send("cancelled") }
        }
      }
    },
    OddEffect(
      "answer of Dispatch that the other store passes on",
      .send("1"),
      .other(.send("2")),
      .receive("1 from 2"),
      .other(.receive("2"))
    ) { world, input in
      .run("call", of: input) { send in
        let letters = world.shelf.value("stream") { AsyncStream.makeStream(of: String.self) }
        if input == "1" {
          for await letter in letters.stream { await send("1 from \(letter)") }
        } else {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { continuation.resume() }
          }
          letters.continuation.yield(input)
          letters.continuation.finish()
          await send(input)
        }
      }
    },
    OddEffect("actor that two stores share", .send("1"), .other(.send("2")), .receive("1"), .other(.receive("2"))) {
      world,
      input in
      .run("call", of: input) { send in
        let counter = world.shelf.value("counter") { Counter() }
        await counter.around {
          await Task.yield()
          await send(input)
        }
      }
    },
    OddEffect(
      "lock that two stores share",
      .send("1"),
      .other(.send("2")),
      .answer("a"),
      .receive("1a"),
      .answer("b"),
      .other(.receive("2b"))
    ) { world, input in
      .run("call", of: input) { send in
        let lock = world.shelf.value("lock") { ContinuationLock() }
        await lock.take()
        await send(input + (await world.gate(input)))
        await lock.release()
      }
    },
    OddEffect(
      "cancelled store beside one that goes on",
      .send("1"),
      .other(.send("2")),
      .cancelAll,
      .advance(1),
      .other(.receive("2"))
    ) { world, input in
      .run("call", of: input) { send in
        try await world.sleep()
        await send(input)
      }
    },
    OddEffect(
      "task left behind for the other store",
      .other(.send("offer")),
      .send("use"),
      .receiveEffect,
      .other(.receive("x")),
      .drop("sender")
    ) {
      world,
      input in
      .run("call", of: input) { send in
        if input == "offer" { return world.shelf.put(send, as: "sender") }
        let sender = world.shelf.value("sender", as: Send<String>.self)
        Task.detached { await sender?("x") }
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }

  /// Tests that can only fail. They must fail, and end.
  static let hopeless: [OddEffect] = [
    OddEffect("two tasks that await each other", .receive("never")) { world, send in
      let second = Task {
        while true {
          if let first = world.shelf.value("first", as: Task<Void, Never>.self) { return await first.value }
          try? await world.sleep()
        }
      }
      let first = Task { await second.value }
      world.shelf.put(first, as: "first")
      await first.value
      await send("never")
    },
    OddEffect(
      "two stores whose effects await each other",
      .send("1"),
      .other(.send("2")),
      .advance(1),
      .receive("never")
    ) {
      world,
      input in
      .run("call", of: input) { send in
        let task = Task {
          try? await world.sleep()
          await world.shelf.value(input == "1" ? "2" : "1", as: Task<Void, Never>.self)?.value
        }
        world.shelf.put(task, as: input)
        await task.value
        await send("never")
      }
    },
    OddEffect("sleep beside a child whose latch stays closed", .receive("never")) { world, send in
      let latch = Latch()
      async let child: Void = latch.wait()
      try? await world.sleep()
      await child
      await send("never")
    },
  ]

  @Test(arguments: (0..<min(copies, 20)).flatMap { copy in hopeless.map { Trial(entry: $0, copy: copy) } })
  func failsAlways(trial: Trial) async {
    let mistake = "as it is"
    for finishes in [true, false] {
      let twin = Twin(mistake: mistake, script: trial.entry.script, finishes: finishes)
      await Trial(entry: trial.entry, twin: twin, copy: trial.copy).expectFailure()
    }
  }
}
