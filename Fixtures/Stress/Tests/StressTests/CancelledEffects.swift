import StoreCore
import StoreTesting
import Synchronization
import Testing

/// Effects that are cancelled, or that throw.
@Suite(.timeLimit(.minutes(10))) struct CancelledEffects {
  static let entries: [OddEffect] = [
    OddEffect("cancelled in its sleep", .send("go"), .send("stop")) { world, send in
      try await world.sleep()
      await send("never")
    },
    OddEffect("cancelled at a gate", .send("go"), .send("stop")) { world, send in
      await send(try await world.throwingGate("?"))
    },
    OddEffect("cancelled by the test", .send("go"), .cancelAll) { world, send in
      await send(try await world.throwingGate("?"))
    },
    OddEffect("cancelled in a group", .send("go"), .send("stop")) { world, send in
      try await withThrowingTaskGroup { group in
        for _ in 0..<3 { group.addTask { try await world.sleep(9) } }
        try await group.waitForAll()
      }
      await send("never")
    },
    OddEffect("cancelled in async lets", .send("go"), .send("stop")) { world, send in
      async let sleep: Void = world.sleep(9)
      async let answer = world.throwingGate("?")
      _ = try await (sleep, answer)
    },
    OddEffect("cancelled on the main actor", .send("go"), .send("stop")) { world, send in
      try await sleepOnMainActor(world)
      await send("never")
    },
    OddEffect("ignores cancellation at a gate", .send("go"), .send("stop"), .answer("a")) { world, send in
      await send(await world.gate("?"))
    },
    OddEffect("ignores cancellation in a task", .send("go"), .send("stop"), .advance(1)) { world, send in
      try? await Task { try await world.sleep() }.value
      await send("never")
    },
    OddEffect("ignores cancellation in a detached task", .send("go"), .send("stop"), .advance(1)) { world, send in
      try? await Task.detached { try await world.sleep() }.value
      await send("never")
    },
    OddEffect("cancellation handler that resumes", .send("go"), .send("stop")) { _, send in
      let signal = Signal()
      await withTaskCancellationHandler {
        await signal.wait()
      } onCancel: {
        signal.resume()
      }
      await send("never")
    },
    OddEffect("cancellation handler that cancels a task", .send("go"), .send("stop")) { world, send in
      let task = Task { try await world.sleep(9) }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      await send("never")
    },
    OddEffect("cancels itself through the unsafe task", .receive("true")) { _, send in
      let isCancelled = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return Task.isCancelled
      }.value
      await send("\(isCancelled)")
    },
    OddEffect("cancels in flight", .send("a"), .send("b"), .advance(1), .receive("b")) { world, input in
      .run("nap") { send in
        try await world.sleep()
        await send(input)
      }
      .cancellable(id: "nap", cancelInFlight: true)
    },
    OddEffect("cancels in flight while in a group", .send("a"), .send("b"), .answerThrowing("1"), .receive("b1")) {
      world,
      input in
      .run("group") { send in
        let answer = try await withThrowingTaskGroup(of: String.self) { group in
          group.addTask { try await world.throwingGate("?") }
          group.addTask {
            try await world.sleep(9)
            return "late"
          }
          defer { group.cancelAll() }
          return try await group.next() ?? ""
        }
        await send(input + answer)
      }
      .cancellable(id: "group", cancelInFlight: true)
    },
    OddEffect("throws, and is caught", .send("go"), .receive("Offline()")) { _, _ in
      .run("throwing") { _ in
        await Task.yield()
        throw Offline()
      } catch: { error, send in
        await send("\(error)")
      }
    },
    OddEffect(
      "throws in a group, and sleeps in its handler",
      .send("go"),
      .advance(1),
      .receive("caught")
    ) { world, _ in
      .run("throwing") { _ in
        try await withThrowingTaskGroup { group in
          group.addTask { try await world.sleep(9) }
          group.addTask { throw Offline() }
          while try await group.next() != nil {}
        }
      } catch: { _, send in
        try? await world.sleep()
        await send("caught")
      }
    },
    OddEffect("debounce", .send("a"), .send("b"), .advance(1), .receive("b")) { _, input in
      .run("say") { send in await send(input) }.debounce(id: "say", for: .seconds(1))
    },
    OddEffect(
      "debounce around a gate",
      .send("a"),
      .advance(1),
      .receive("a"),
      .send("b"),
      .advance(1),
      .receive("b"),
      .answerThrowing("!"),
      .receive("b!")
    ) { world, input in
      .run("say") { send in
        await send(input)
        await send(input + (try await world.throwingGate("?")))
      }
      .debounce(id: "say", for: .seconds(1))
    },
    OddEffect("throttle", .send("a"), .receive("a"), .send("b"), .advance(1), .receive("b")) { _, input in
      .run("say") { send in await send(input) }.throttle(id: "say", for: .seconds(1), latest: true)
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

@MainActor private func sleepOnMainActor(_ world: World) async throws {
  try await world.sleep()
}

/// A signal that resumes its continuation once, even if it is set before the wait.
private final class Signal: Sendable {
  private let state = Mutex<(isSet: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, nil))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSet = state.withLock { state in
        if !state.isSet { state.waiting = continuation }
        return state.isSet
      }
      if isSet { continuation.resume() }
    }
  }

  func resume() {
    let waiting = state.withLock { state in
      state.isSet = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
