import Dispatch
import StoreCore
import StoreTesting
import Synchronization
import Testing

/// Effects with work that is cancelled by other effects, half-way, or late.
@Suite(.timeLimit(.minutes(10))) struct HandlerEffects {
  static let entries: [OddEffect] = [
    OddEffect("cancellation handler that races Dispatch", .send("go"), .send("stop")) { world, send in
      let slot = Slot()
      let value = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          slot.fill(continuation)
          DispatchQueue.global().async { slot.resume("done") }
        }
      } onCancel: {
        slot.resume("cancelled")
      }
      if value == "done" { try await world.sleep() }
      await send(value)
    },
    OddEffect("continuation resumed before its handler is cancelled", .receive("done")) { _, send in
      let slot = Slot()
      let value = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          slot.fill(continuation)
          DispatchQueue.global().async { slot.resume("done") }
        }
      } onCancel: {
        slot.resume("cancelled")
      }
      await send(value)
    },
    OddEffect("cancellation handler that starts a task", .send("go"), .send("stop")) { world, send in
      try await withTaskCancellationHandler {
        try await world.sleep()
      } onCancel: {
        Task { await send("never") }
      }
    },
    OddEffect("cancellation handler that starts a task that sleeps", .send("go"), .send("stop"), .advance(1)) {
      world,
      send in
      try await withTaskCancellationHandler {
        try await world.sleep(9)
      } onCancel: {
        Task {
          try await world.sleep()
          await send("never")
        }
      }
    },
    OddEffect("task cancelled by Dispatch in its sleep", .receive("cancelled")) { world, send in
      let task = Task { try await world.sleep(9) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { task.cancel() }
      if case .failure = await task.result { await send("cancelled") }
    },
    OddEffect("detached task cancelled by a thread at a gate", .receive("cancelled")) { world, send in
      let task = Task.detached { try await world.throwingGate("?") }
      DispatchQueue(label: "canceller").asyncAfter(deadline: .now() + .milliseconds(3)) { task.cancel() }
      if case .failure = await task.result { await send("cancelled") }
    },
    OddEffect("task left behind that Dispatch cancels", .receive("cancelled")) { world, send in
      let task = Task {
        do { try await world.sleep(9) } catch { await send("cancelled") }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { task.cancel() }
    },
    OddEffect(
      "task that another effect cancels",
      .send("sleep"),
      .send("cancel"),
      .receiveEffect,
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
      "task that another effect cancels later",
      .send("sleep"),
      .send("cancel"),
      .receiveEffect,
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
    OddEffect("task that its sleeping sibling cancels", .advance(1), .receive("cancelled")) { world, send in
      let task = Task { try await world.throwingGate("?") }
      async let canceller: Void = {
        try await world.sleep()
        task.cancel()
      }()
      if case .failure = await task.result { await send("cancelled") }
      try await canceller
    },
    OddEffect("throws another error after it was cancelled", .send("go"), .send("stop")) { world, _ in
      do { try await world.sleep() } catch { throw Offline() }
    },
    OddEffect("handler of errors, called after a cancellation", .send("go"), .send("stop")) { world, input in
      input == "stop"
        ? .cancel(id: "odd")
        : .run("throwing") { _ in
          try await world.sleep()
        } catch: { error, send in
          await send("\(error)")
        }
        .cancellable(id: "odd")
    },
    OddEffect("cleaning up at a gate", .send("go"), .send("stop"), .answer("a"), .answer("b")) { world, send in
      try? await world.sleep()
      for step in ["1", "2"] { _ = await Task { await world.gate(step) }.value }
      await send("never")
    },
    OddEffect("task cancelled before it begins", .receive("true")) { _, send in
      let task = Task { Task.isCancelled }
      task.cancel()
      await send("\(await task.value)")
    },
    OddEffect("group cancelled half-way", .advance(1), .receive("1 of 4")) { world, send in
      let count = await withTaskGroup(of: Bool.self) { group in
        for seconds in 1...4 {
          group.addTask {
            do { try await world.sleep(seconds) } catch { return false }
            return true
          }
        }
        var count = 0
        while let hasSlept = await group.next() {
          if hasSlept { count += 1 }
          group.cancelAll()
        }
        return count
      }
      await send("\(count) of 4")
    },
    OddEffect("children added after the cancellation", .receive("false true")) { _, send in
      let text = await withTaskGroup(of: Bool.self) { group in
        group.cancelAll()
        let wasAdded = group.addTaskUnlessCancelled { true }
        group.addTask { Task.isCancelled }
        return "\(wasAdded) \(await group.next() ?? false)"
      }
      await send(text)
    },
    OddEffect("throwing discarding group whose child sleeps first", .advance(1), .receive("caught")) { world, send in
      do {
        try await withThrowingDiscardingTaskGroup { group in
          for _ in 0..<3 { group.addTask { _ = try await world.throwingGate("?") } }
          group.addTask {
            try await world.sleep()
            throw Offline()
          }
        }
      } catch {
        await send("caught")
      }
    },
    OddEffect("throwing discarding group whose body throws", .receive("caught")) { world, send in
      do {
        try await withThrowingDiscardingTaskGroup { group in
          group.addTask { try await world.sleep(9) }
          await Task.yield()
          throw Offline()
        }
      } catch {
        await send("caught")
      }
    },
    OddEffect("discarding group that serves a stream", .receiveUnordered(["0", "1", "2"]), .send("stop")) { _, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      for number in 0..<3 { continuation.yield(number) }
      await withDiscardingTaskGroup { group in
        for await number in numbers { group.addTask { await send("\(number)") } }
      }
      withExtendedLifetime(continuation) {}
    },
    OddEffect("discarding group asleep", .advance(1), .receive("end")) { world, send in
      try await withThrowingDiscardingTaskGroup { group in
        for _ in 0..<5 { group.addTask { try await world.sleep() } }
      }
      await send("end")
    },
    OddEffect(
      "refresh whose first caller is cancelled",
      .send("1"),
      .send("2"),
      .send("stop"),
      .answer("t"),
      .receive("2t")
    ) {
      world,
      input in
      if input == "stop" { return .cancel(id: "1") }
      return .run("call", of: input) { send in
        let refresh = world.shelf.value("refresh") { Task { await world.gate("token") } }
        await send(input + (await refresh.value))
      }
      .cancellable(id: input)
    },
    OddEffect(
      "refresh that ends with its last caller",
      .send("1"),
      .receive("1"),
      .send("2"),
      .receive("2"),
      .send("stop")
    ) { world, input in
      if input == "stop" { return .merge(.cancel(id: "1"), .cancel(id: "2")) }
      return .run("call", of: input) { send in
        await send(input)
        let refresh = world.shelf.value("refresh") { Refresh { try await world.throwingGate("token") } }
        await send(input + (try await refresh.value()))
      }
      .cancellable(id: input)
    },
    OddEffect("tree of tasks cancelled at its root", .receive("8")) { world, send in
      let root = Task { await interrupted(2, world) }
      await Task.yield()
      root.cancel()
      await send("\(await root.value)")
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// A slot for one continuation, which resumes once, even if the value arrives first.
private final class Slot: Sendable {
  private struct State {
    var value: String?
    var continuation: CheckedContinuation<String, Never>?
  }

  private let state = Mutex(State())

  func fill(_ continuation: CheckedContinuation<String, Never>) {
    let value = state.withLock { state in
      if state.value == nil { state.continuation = continuation }
      return state.value
    }
    if let value { continuation.resume(returning: value) }
  }

  func resume(_ value: String) {
    let continuation = state.withLock { state in
      if state.value == nil { state.value = value }
      return state.continuation.take()
    }
    continuation?.resume(returning: value)
  }
}

/// A task shared by several callers, which is cancelled with the last of them.
private final class Refresh: Sendable {
  private let callers = Mutex(0)
  private let task: Task<String, any Error>

  init(_ work: @escaping @Sendable () async throws -> String) {
    task = Task { try await work() }
  }

  func value() async throws -> String {
    callers.withLock { $0 += 1 }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      let isLast = callers.withLock { callers in
        callers -= 1
        return callers == 0
      }
      if isLast { task.cancel() }
    }
  }
}

/// Returns the number of interrupted leaves of a tree of groups. Each leaf sleeps.
private func interrupted(_ depth: Int, _ world: World) async -> Int {
  guard depth >= 0 else {
    do { try await world.sleep(9) } catch { return 1 }
    return 0
  }
  return await withTaskGroup(of: Int.self) { group in
    for _ in 0..<2 { group.addTask { await interrupted(depth - 1, world) } }
    return await group.reduce(0, +)
  }
}
