import Dispatch
import Foundation
import StoreCore
import StoreTesting
import Synchronization
import Testing

/// Effects around the delegates, queues, processes and threads of an app's clients.
@Suite(.timeLimit(.minutes(10))) struct SystemEffects {
  static let entries: [OddEffect] = [
    OddEffect("session with a delegate on a queue", .receive("0"), .receive("1"), .receive("done")) { _, send in
      let session = Session()
      for try await part in session.load(2) { await send(part) }
      await send("done")
    },
    OddEffect("session whose task is cancelled", .receive("0"), .send("stop")) { _, send in
      let session = Session(isEndless: true)
      for try await part in session.load(1) { await send(part) }
    },
    OddEffect(
      "senders in a client's dictionary",
      .send("1"),
      .send("2"),
      .send("all"),
      .receiveEffect,
      .receiveUnordered(["1", "2"])
    ) {
      world,
      input in
      let client = world.shelf.value("client") { Subscribers() }
      return .run("call", of: input) { send in
        if input == "all" { client.publish() } else { client.add(send, as: input) }
      }
    },
    OddEffect("sender on Dispatch beside silent sleepers", .receive("x"), .advance(1)) { world, send in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { Task { await send("x") } }
      try await withThrowingTaskGroup { group in
        for _ in 0..<3 { group.addTask { try await world.sleep() } }
        try await group.waitForAll()
      }
    },
    OddEffect("sender on Dispatch beside silent tasks left behind", .receive("x"), .advance(1)) { world, send in
      for _ in 0..<3 { Task { try await world.sleep() } }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { Task { await send("x") } }
    },
    OddEffect("sender on Dispatch beside silent tasks awaited", .receive("x"), .advance(1)) { world, send in
      let tasks = (0..<3).map { _ in Task { try await world.sleep() } }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { Task { await send("x") } }
      for task in tasks { try await task.value }
    },
    OddEffect("sender on Dispatch beside a sleep", .receive("x"), .advance(1)) { world, send in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { Task { await send("x") } }
      try await world.sleep()
    },
    OddEffect("object with a sender on Dispatch beside silent sleepers", .receive("x"), .advance(1)) { world, send in
      let client = Subscribers()
      client.add(send, as: "x")
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { client.publish() }
      async let sleeps: Void = {
        async let first: Void = world.sleep()
        async let second: Void = world.sleep()
        _ = try await (first, second)
      }()
      try await sleeps
    },
    OddEffect("process that is read line by line", .receive("one"), .receive("two")) { _, send in
      for try await line in lines(of: "echo one; echo two", count: 2) { await send(line) }
    },
    OddEffect("process that waits for input", .send("go"), .send("type"), .receiveEffect, .receive("typed")) {
      world,
      input in
      let pipe = world.shelf.value("pipe") { Typed(Pipe()) }
      return .run("call", of: input) { send in
        if input == "type" {
          pipe.value.fileHandleForWriting.write(Data("typed\n".utf8))
        } else {
          for try await line in lines(of: "head -n 1", count: 1, input: pipe.value) { await send(line) }
        }
      }
    },
    OddEffect("operations that depend on each other", .receive("ab")) { _, send in
      let queue = OperationQueue()
      let text = Mutex("")
      let first = BlockOperation { text.withLock { $0 += "a" } }
      let second = BlockOperation { text.withLock { $0 += "b" } }
      second.addDependency(first)
      await withCheckedContinuation { continuation in
        queue.addOperations([second, first], waitUntilFinished: false)
        queue.addBarrierBlock { continuation.resume() }
      }
      await send(text.withLock(\.self))
    },
    OddEffect("timer on a run loop", .receive("fired")) { _, send in
      await withCheckedContinuation { continuation in
        Thread {
          let timer = Timer(timeInterval: 0.002, repeats: false) { _ in continuation.resume() }
          RunLoop.current.add(timer, forMode: .default)
          RunLoop.current.run(until: Date() + 0.05)
        }.start()
      }
      await send("fired")
    },
    OddEffect("work item that notifies", .receive("1")) { _, send in
      let value = await withUnsafeContinuation { (continuation: UnsafeContinuation<Int, Never>) in
        let result = Atomic(0)
        let item = DispatchWorkItem { result.store(1, ordering: .relaxed) }
        item.notify(queue: .global()) { continuation.resume(returning: result.load(ordering: .relaxed)) }
        DispatchQueue.global().async(execute: item)
      }
      await send("\(value)")
    },
    OddEffect("semaphore on a thread of Dispatch", .receive("a"), .advance(1), .receive("b")) { world, send in
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { semaphore.signal() }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          semaphore.wait()
          continuation.resume()
        }
      }
      await send("a")
      try await world.sleep()
      await send("b")
    },
    OddEffect("queue of Dispatch that starts a task for each item", .receiveUnordered(["0", "1", "2"])) { _, send in
      await withCheckedContinuation { continuation in
        let group = DispatchGroup()
        for number in 0..<3 {
          group.enter()
          DispatchQueue.global().async {
            Task {
              await send("\(number)")
              group.leave()
            }
          }
        }
        group.notify(queue: .main) { continuation.resume() }
      }
    },
    OddEffect("main queue that asserts the main actor", .receive("a")) { _, send in
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { MainActor.assumeIsolated { continuation.resume() } }
      }
      await send("a")
    },
    OddEffect("real timeout that loses against a gate", .answerThrowing("a"), .receive("a")) { world, send in
      await send(try await withRealTimeout { try await world.throwingGate("?") })
    },
    OddEffect("real timeout that wins against a gate", .receive("late")) { world, send in
      do {
        await send(try await withRealTimeout(.milliseconds(3)) { try await world.throwingGate("?") })
      } catch {
        await send("late")
      }
    },
    OddEffect("watchdog of Dispatch that wins against a sleep", .receive("late")) { world, send in
      let task = Task { try await world.sleep(9) }
      let watchdog = DispatchWorkItem { task.cancel() }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3), execute: watchdog)
      do { try await task.value } catch { await send("late") }
    },
    OddEffect("watchdog of Dispatch that loses", .advance(1), .receive("a")) { world, send in
      let task = Task { try await world.sleep() }
      nonisolated(unsafe) let watchdog = DispatchWorkItem { task.cancel() }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(3_600), execute: watchdog)
      try await task.value
      watchdog.cancel()
      await send("a")
    },
    OddEffect("live store within an effect", .receive("live"), .advance(1), .receive("late")) { world, send in
      await useLiveStore(world, send)
    },
    OddEffect("live store that is released in its effect", .advance(1), .receive("gone")) { world, send in
      await releaseLiveStore(world)
      try await world.sleep()
      await send("gone")
    },
    OddEffect(
      "live store that an effect leaves to a client",
      .send("go"),
      .receiveEffect,
      .send("ask"),
      .receive("live")
    ) {
      world,
      input in
      .run("call", of: input) { send in
        if input == "ask" {
          await ask(world.shelf.value("live"), send)
        } else {
          await leaveLiveStore(world)
        }
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// A network session that calls its delegate on its own queue.
private final class Session: Sendable {
  private let queue = DispatchQueue(label: "delegate")
  private let isEndless: Bool
  private let streams = Mutex<[Int: AsyncThrowingStream<String, any Error>.Continuation]>([:])

  init(isEndless: Bool = false) { self.isEndless = isEndless }

  func load(_ parts: Int) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      streams.withLock { $0[1] = continuation }
      continuation.onTermination = { [weak self] _ in
        _ = self?.streams.withLock { $0.removeValue(forKey: 1) }
      }
      queue.async { self.deliver(parts) }
    }
  }

  private func deliver(_ parts: Int) {
    for part in 0..<parts { _ = streams.withLock { $0[1] }?.yield("\(part)") }
    guard !isEndless else { return }
    queue.async { self.streams.withLock { $0[1] }?.finish() }
  }
}

/// A client that keeps the senders of effects by name.
private final class Subscribers: Sendable {
  private let senders = Mutex<[String: Send<String>]>([:])

  func add(_ send: Send<String>, as name: String) { senders.withLock { $0[name] = send } }

  func publish() {
    let all = senders.withLock { senders in
      defer { senders = [:] }
      return senders
    }
    for (name, send) in all { DispatchQueue.global().async { Task { await send(name) } } }
  }
}

/// A value that only one task uses at a time.
private struct Typed<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Returns the lines that a shell writes, up to a count.
///
/// It doesn't read to the end of the pipe, which concurrent processes may keep open.
private func lines(of command: String, count: Int, input: Pipe? = nil) -> AsyncThrowingStream<String, any Error> {
  AsyncThrowingStream { continuation in
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardOutput = pipe
    process.standardInput = input ?? FileHandle.nullDevice
    do { try process.run() } catch { return continuation.finish(throwing: error) }
    let reading = Typed((process, pipe))
    DispatchQueue.global().async {
      var text = ""
      while text.count(where: \.isNewline) < count {
        text += String(decoding: reading.value.1.fileHandleForReading.availableData, as: UTF8.self)
      }
      for line in text.split(separator: "\n") { continuation.yield(String(line)) }
      reading.value.0.waitUntilExit()
      continuation.finish()
    }
  }
}

/// Returns the result of work, unless a real timeout passes first.
private func withRealTimeout(
  _ timeout: Duration = .seconds(3_600),
  _ work: @escaping @Sendable () async throws -> String
) async throws -> String {
  try await withThrowingTaskGroup(of: String.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: timeout)
      throw Offline()
    }
    defer { group.cancelAll() }
    return try await group.next() ?? ""
  }
}

/// A feature of a live store that sends each input back, at once and after a second.
private struct Echo: Reducer {
  let world: World

  func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, Never> {
    switch message {
    case .input(let input):
      return .run("echo") { [world] send in
        await send(input)
        try await world.sleep()
        await send("late")
      }
    case .feedback(let feedback):
      state.append(feedback)
      return .none
    }
  }
}

@MainActor private func useLiveStore(_ world: World, _ send: Send<String>) async {
  let store = Store(initialState: []) { Echo(world: world) }
  let states = store.stateStream
  store.send("live")
  for await state in states where !state.isEmpty {
    await send(state.last ?? "")
    if state.count == 2 { break }
  }
}

@MainActor private func releaseLiveStore(_ world: World) async {
  let store = Store(initialState: []) { Echo(world: world) }
  let states = store.stateStream
  store.send("live")
  for await state in states where !state.isEmpty { break }
}

/// An object that owns a live store.
@MainActor private final class LiveBox {
  let store: Store<[String], String, Never>

  init(_ world: World) { store = Store(initialState: []) { Echo(world: world) } }
}

@MainActor private func ask(_ box: LiveBox?, _ send: Send<String>) async {
  guard let store = box?.store else { return await send("none") }
  let states = store.stateStream
  let task = store.send("live")
  for await state in states where !state.isEmpty {
    await send(state.last ?? "")
    break
  }
  await task.cancel()
}

@MainActor private func leaveLiveStore(_ world: World) {
  world.shelf.put(LiveBox(world), as: "live")
}
