@preconcurrency import Dispatch
import Foundation
import Observation
import StoreCore
import StoreTesting
import Synchronization
import Testing

/// Effects with back-pressure, buffers, and producers that end.
@Suite(.timeLimit(.minutes(10))) struct ChannelEffects {
  static let entries: [OddEffect] = [
    OddEffect("channel between two children", .receive("0"), .receive("1"), .receive("2")) { _, send in
      let channel = Channel()
      await withTaskGroup { group in
        group.addTask {
          for number in 0..<3 { await channel.send("\(number)") }
          channel.finish()
        }
        group.addTask { while let value = await channel.next() { await send(value) } }
      }
    },
    OddEffect(
      "channel whose producer sleeps",
      .advance(1),
      .receive("0"),
      .advance(1),
      .receive("1")
    ) { world, send in
      let channel = Channel()
      async let producer: Void = {
        for number in 0..<2 {
          try await world.sleep()
          await channel.send("\(number)")
        }
        channel.finish()
      }()
      while let value = await channel.next() { await send(value) }
      try await producer
    },
    OddEffect("channel whose consumer is left behind", .answer("a"), .receive("a"), .answer("b"), .receive("b")) {
      world,
      send in
      let channel = Channel()
      Task { while let value = await channel.next() { await send(value) } }
      for name in ["1", "2"] { await channel.send(await world.gate(name)) }
      channel.finish()
    },
    OddEffect("channel whose producer is detached", .receive("0"), .receive("1"), .receive("2")) { _, send in
      let channel = Channel()
      Task.detached {
        for number in 0..<3 {
          await Task.yield()
          await channel.send("\(number)")
        }
        channel.finish()
      }
      while let value = await channel.next() { await send(value) }
    },
    OddEffect("ping-pong through two channels", .receive("20")) { _, send in
      let (there, back) = (Channel(), Channel())
      async let echo: Void = {
        while let value = await there.next() { await back.send(value + ".") }
        back.finish()
      }()
      var text = ""
      for _ in 0..<20 {
        await there.send(text)
        text = await back.next() ?? ""
      }
      there.finish()
      await echo
      await send("\(text.count)")
    },
    OddEffect("channel left open and cancelled", .receive("0"), .send("stop")) { _, send in
      let channel = Channel()
      await withTaskCancellationHandler {
        await withTaskGroup { group in
          group.addTask { await channel.send("0") }
          group.addTask { while let value = await channel.next() { await send(value) } }
        }
      } onCancel: {
        channel.finish()
      }
    },
    OddEffect("termination handler that starts a task", .receive("0"), .receive("terminated")) { _, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(0)
      continuation.onTermination = { _ in Task { await send("terminated") } }
      await takeFirst(numbers, send)
      continuation.finish()
    },
    OddEffect("termination handler of Dispatch", .receive("0"), .send("stop")) { _, send in
      let numbers = AsyncStream<Int> { continuation in
        let timer = DispatchSource.makeTimerSource()
        continuation.onTermination = { _ in timer.cancel() }
        timer.setEventHandler { continuation.yield(0) }
        timer.schedule(deadline: .now() + .milliseconds(1))
        timer.resume()
      }
      for await number in numbers { await send("\(number)") }
    },
    OddEffect("stream of a repeating timer of Dispatch", .receive("1"), .receive("2"), .receive("3")) { _, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
      let count = Atomic(0)
      timer.setEventHandler {
        let number = count.add(1, ordering: .relaxed).newValue
        continuation.yield(number)
        if number == 3 { continuation.finish() }
      }
      continuation.onTermination = { _ in timer.cancel() }
      timer.schedule(deadline: .now(), repeating: .milliseconds(1))
      timer.resume()
      for await number in numbers.prefix(3) { await send("\(number)") }
    },
    OddEffect("stream of the oldest values", .receive("0"), .receive("1")) { _, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(2))
      for number in 0..<10 { continuation.yield(number) }
      continuation.finish()
      for await number in numbers { await send("\(number)") }
    },
    OddEffect("stream whose consumer cancels itself", .receive("0"), .receive("ended")) { world, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(0)
      let consumer = Task { for await number in numbers { await send("\(number)") } }
      let watch = Task {
        await Task.yield()
        consumer.cancel()
      }
      await consumer.value
      await watch.value
      await send("ended")
      withExtendedLifetime(continuation) {}
    },
    OddEffect("stream that unfolds until it is cancelled", .advance(1), .receive("tick"), .send("stop")) {
      world,
      send in
      let ticks = AsyncStream<String> {
        do { try await world.sleep() } catch { return nil }
        return "tick"
      } onCancel: {
        DispatchQueue.global().async {}
      }
      for await tick in ticks { await send(tick) }
    },
    OddEffect(
      "two timers in one stream",
      .advance(2),
      .receive("a"),
      .advance(1),
      .receive("b"),
      .advance(1),
      .receive("a")
    ) { world, send in
      let (letters, continuation) = AsyncStream.makeStream(of: String.self)
      let tasks = [("a", 2), ("b", 3)].map { letter, seconds in
        Task { for await _ in world.clock.timer(interval: .seconds(seconds)) { continuation.yield(letter) } }
      }
      for await letter in letters.prefix(3) { await send(letter) }
      for task in tasks { task.cancel() }
    },
    OddEffect("debounced stream", .advance(1), .receive("c")) { world, send in
      var pending: Task<Void, Never>?
      let letters = AsyncStream { continuation in
        for letter in ["a", "b", "c"] { continuation.yield(letter) }
        continuation.finish()
      }
      for await letter in letters {
        pending?.cancel()
        pending = Task {
          guard (try? await world.sleep()) != nil else { return }
          await send(letter)
        }
      }
      await pending?.value
    },
    OddEffect("sequence on an actor", .receive("1"), .advance(1), .receive("2")) { world, send in
      for try await number in CountedSleeps(world: world) { await send("\(number)") }
    },
    OddEffect(
      "observed changes of a model",
      .send("listen"),
      .receive("0"),
      .send("set"),
      .receiveEffect,
      .receive("1"),
      .send("stop")
    ) {
      world,
      input in
      let model = world.shelf.value("model") { Model() }
      switch input {
      case "listen":
        return .run("listen") { send in
          for await value in Observations({ model.value }) { await send("\(value)") }
        }
        .cancellable(id: "odd")
      case "set": return .run("set") { _ in model.increase() }
      default: return .cancel(id: "odd")
      }
    },
    OddEffect("observed changes on the main actor", .receive("0"), .receive("1"), .receive("2")) { _, send in
      await observe(send)
    },
    OddEffect(
      "notifications in a stream",
      .send("listen"),
      .send("post"),
      .receiveEffect,
      .receive("posted"),
      .send("stop")
    ) { world, input in
      let center = world.shelf.value("center") { Center() }
      switch input {
      case "listen":
        return .run("listen") { send in
          for await name in center.notifications { await send(name) }
        }
        .cancellable(id: "odd")
      case "post": return .run("post") { _ in center.post("posted") }
      default: return .cancel(id: "odd")
      }
    },
    OddEffect("semaphore for a group of ten", .advance(4), .receive("10")) { world, send in
      let semaphore = ContinuationSemaphore(3)
      let count = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await semaphore.wait()
            defer { semaphore.signal() }
            try? await world.sleep()
            return 1
          }
        }
        return await group.reduce(0, +)
      }
      await send("\(count)")
    },
    OddEffect("retries that wait longer each time", .advance(1), .receive("1"), .advance(2), .receive("2"), .advance(4))
    {
      world,
      send in
      for attempt in 0..<3 {
        do {
          try await withThrowingTaskGroup { group in
            group.addTask { try await world.sleep(1 << attempt) }
            try await group.waitForAll()
            if attempt < 2 { throw Offline() }
          }
        } catch {
          await send("\(attempt + 1)")
        }
      }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// Sends the first element, and drops the stream.
private func takeFirst(_ numbers: consuming AsyncStream<Int>, _ send: Send<String>) async {
  for await number in numbers {
    await send("\(number)")
    break
  }
}

/// A channel that passes on one value at a time. A sender waits until a receiver takes its value.
private final class Channel: Sendable {
  private struct State {
    var isFinished = false
    var offers: [(value: String, taken: CheckedContinuation<Void, Never>)] = []
    var takers: [CheckedContinuation<String?, Never>] = []
  }

  private let state = Mutex(State())

  func send(_ value: String) async {
    await withCheckedContinuation { continuation in
      let (taker, isOver) = state.withLock { state -> (CheckedContinuation<String?, Never>?, Bool) in
        if state.isFinished { return (nil, true) }
        guard state.takers.isEmpty else { return (state.takers.removeFirst(), true) }
        state.offers.append((value, continuation))
        return (nil, false)
      }
      taker?.resume(returning: value)
      if isOver { continuation.resume() }
    }
  }

  func next() async -> String? {
    await withCheckedContinuation { continuation in
      let (offer, isOver) = state.withLock {
        state -> ((value: String, taken: CheckedContinuation<Void, Never>)?, Bool) in
        guard state.offers.isEmpty else { return (state.offers.removeFirst(), true) }
        if state.isFinished { return (nil, true) }
        state.takers.append(continuation)
        return (nil, false)
      }
      offer?.taken.resume()
      if isOver { continuation.resume(returning: offer?.value) }
    }
  }

  func finish() {
    let (takers, offers) = state.withLock { state in
      defer { (state.takers, state.offers) = ([], []) }
      state.isFinished = true
      return (state.takers, state.offers)
    }
    for taker in takers { taker.resume(returning: nil) }
    for offer in offers { offer.taken.resume() }
  }
}

/// A sequence with an iterator that keeps its position in an actor, and sleeps between elements.
private struct CountedSleeps: AsyncSequence {
  let world: World

  struct AsyncIterator: AsyncIteratorProtocol {
    let world: World
    let counter = Counter()

    mutating func next() async throws -> Int? {
      let number = await counter.next()
      if number > 2 { return nil }
      if number > 1 { try await counter.around { [world] in try await world.sleep() } }
      return number
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(world: world) }
}

/// A model that any thread may change.
private final class Model: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let number = Mutex(0)

  var value: Int {
    registrar.access(self, keyPath: \.value)
    return number.withLock(\.self)
  }

  func increase() {
    registrar.withMutation(of: self, keyPath: \.value) { number.withLock { $0 += 1 } }
  }
}

/// Observes a model that the main actor changes, up to the second change.
@MainActor private func observe(_ send: Send<String>) async {
  let model = Model()
  for await value in Observations({ model.value }) {
    await send("\(value)")
    if value == 2 { break }
    model.increase()
  }
}

/// A notification centre of one test.
private final class Center: Sendable {
  private static let name = Notification.Name("odd")

  private let center = NotificationCenter()

  var notifications: AsyncStream<String> {
    AsyncStream { continuation in
      nonisolated(unsafe) let observer = center.addObserver(forName: Self.name, object: nil, queue: nil) {
        notification in
        continuation.yield(notification.userInfo?["text"] as? String ?? "")
      }
      continuation.onTermination = { [center] _ in center.removeObserver(observer) }
    }
  }

  func post(_ text: String) {
    center.post(name: Self.name, object: nil, userInfo: ["text": text])
  }
}
