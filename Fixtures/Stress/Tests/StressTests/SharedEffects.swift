import Dispatch
import StoreCore
import StoreTesting
import Testing

/// Effects that share tasks, senders and actors with each other, and effects of several parts.
@Suite(.timeLimit(.minutes(10))) struct SharedEffects {
  static let entries: [OddEffect] = [
    OddEffect("token refresh at a gate", .send("1"), .send("2"), .answer("t"), .receiveUnordered(["1t", "2t"])) {
      world,
      input in
      .run("call", of: input) { send in
        let refresh = world.shelf.value("refresh", orMake: { Task { await world.gate("token") } })
        await send(input + (await refresh.value))
      }
    },
    OddEffect("token refresh that sleeps", .send("1"), .send("2"), .advance(1), .receiveUnordered(["1t", "2t"])) {
      world,
      input in
      .run("call", of: input) { send in
        let refresh = world.shelf.value("refresh") {
          Task {
            try? await world.sleep()
            return "t"
          }
        }
        await send(input + (await refresh.value))
      }
    },
    OddEffect("detached token refresh", .send("1"), .send("2"), .answer("t"), .receiveUnordered(["1t", "2t"])) {
      world,
      input in
      .run("call", of: input) { send in
        let refresh = world.shelf.value("refresh") { Task.detached { await world.gate("token") } }
        await send(input + (await refresh.value))
      }
    },
    OddEffect(
      "actor that another effect holds",
      .send("1"),
      .send("2"),
      .answer("a"),
      .receive("1a"),
      .answer("b"),
      .receive("2b")
    ) { world, input in
      .run("call", of: input) { send in
        let lock = world.shelf.value("lock") { ContinuationLock() }
        await lock.take()
        await send(input + (await world.gate(input)))
        await lock.release()
      }
    },
    OddEffect(
      "continuation that another effect resumes",
      .send("wait"),
      .send("wake"),
      .receiveEffect,
      .receive("woken")
    ) {
      world,
      input in
      .run("call", of: input) { send in
        let semaphore = world.shelf.value("semaphore") { ContinuationSemaphore(0) }
        if input == "wake" {
          semaphore.signal()
        } else {
          await semaphore.wait()
          await send("woken")
        }
      }
    },
    OddEffect(
      "stream that another effect feeds",
      .send("wait"),
      .send("feed"),
      .receiveEffect,
      .receive("fed"),
      .send("end"),
      .receiveEffect
    ) { world, input in
      let (letters, continuation) = world.shelf.value("stream") { AsyncStream.makeStream(of: String.self) }
      return .run("call", of: input) { send in
        switch input {
        case "wait":
          for await letter in letters { await send(letter) }
        case "feed": continuation.yield("fed")
        default: continuation.finish()
        }
      }
    },
    OddEffect("sender that a client keeps, and drops", .receiveEffect, .drop("sender")) { world, send in
      world.shelf.put(send, as: "sender")
    },
    OddEffect("sender that a client keeps and uses", .resume("use"), .receive("used"), .drop("use")) { world, send in
      let use: @Sendable () -> Void = { Task { await send("used") } }
      world.shelf.put(use, as: "use")
    },
    OddEffect("sender that a client uses on Dispatch", .resume("use"), .receive("used"), .drop("use")) { world, send in
      let use: @Sendable () -> Void = { DispatchQueue.global().async { Task { await send("used") } } }
      world.shelf.put(use, as: "use")
    },
    OddEffect("nested merge", .send("go"), .advance(2), .receive("1"), .receive("2"), .receive("3")) { world, _ in
      .merge(.merge(nap(3, after: 2, world), .none), .merge(.merge(nap(2, after: 1, world)), nap(1, after: 0, world)))
    },
    OddEffect("nested concatenation", .send("go"), .advance(1), .receive("1"), .advance(1), .receive("2")) { world, _ in
      .concatenate(.concatenate(nap(1, after: 1, world), .none), .concatenate(.none, nap(2, after: 1, world)))
    },
    OddEffect(
      "merge in a concatenation",
      .send("go"),
      .advance(2),
      .receive("1"),
      .receive("2"),
      .advance(1),
      .receive("3")
    ) { world, _ in
      .concatenate(.merge(nap(1, after: 1, world), nap(2, after: 2, world)), nap(3, after: 1, world))
    },
    OddEffect(
      "concatenation in a merge",
      .send("go"),
      .advance(1),
      .receive("1"),
      .advance(1),
      .receiveUnordered(["2", "3"])
    ) { world, _ in
      .merge(.concatenate(nap(1, after: 1, world), nap(2, after: 1, world)), nap(3, after: 2, world))
    },
    OddEffect("merge of fifty gates and sleeps", .send("go"), .receiveEffects(49), .advance(1), .receive("sum")) {
      world,
      _ in
      let counter = Counter()
      return .merge(
        (0..<50).map { _ in
          .run("nap") { send in
            try await world.sleep()
            if await counter.next() == 50 { await send("sum") }
          }
        }
      )
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// Returns an effect that sleeps for some seconds, and sends a number.
private func nap(_ number: Int, after seconds: Int, _ world: World) -> Effect<String, Never> {
  .run("nap", of: number) { send in
    try await world.sleep(seconds)
    await send("\(number)")
  }
}
