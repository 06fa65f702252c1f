import Dispatch
import StoreCore
import StoreTesting
import Testing

/// Effects that iterate streams.
@Suite(.timeLimit(.minutes(10))) struct StreamEffects {
  static let entries: [OddEffect] = [
    OddEffect("buffered stream", .receive("0"), .receive("1"), .receive("2")) { _, send in
      let numbers = AsyncStream { continuation in
        for number in 0..<3 { continuation.yield(number) }
        continuation.finish()
      }
      for await number in numbers { await send("\(number)") }
    },
    OddEffect("stream of a detached producer", .receive("0"), .receive("1"), .receive("2")) { _, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      Task.detached {
        for number in 0..<3 {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      }
      for await number in numbers { await send("\(number)") }
    },
    OddEffect(
      "stream of a producer that sleeps",
      .advance(1),
      .receive("0"),
      .advance(1),
      .receive("1")
    ) { world, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      Task {
        for number in 0..<2 {
          try await world.sleep()
          continuation.yield(number)
        }
        continuation.finish()
      }
      for await number in numbers { await send("\(number)") }
    },
    OddEffect("stream of Dispatch", .receive("0"), .receive("1"), .receive("2")) { _, send in
      let numbers = AsyncStream { continuation in
        DispatchQueue.global().async {
          for number in 0..<3 { continuation.yield(number) }
          continuation.finish()
        }
      }
      for await number in numbers { await send("\(number)") }
    },
    OddEffect("stream that unfolds at a gate", .answer("a"), .receive("a"), .answer("end"), .receive("done")) {
      world,
      send in
      let answers = AsyncStream<String> {
        let answer = await world.gate("?")
        return answer == "end" ? nil : answer
      }
      for await answer in answers { await send(answer) }
      await send("done")
    },
    OddEffect("throwing stream", .receive("0"), .receive("caught")) { _, send in
      let numbers = AsyncThrowingStream { continuation in
        continuation.yield(0)
        continuation.finish(throwing: Offline())
      }
      do {
        for try await number in numbers { await send("\(number)") }
      } catch {
        await send("caught")
      }
    },
    OddEffect("throwing stream that unfolds a sleep", .advance(1), .receive("0"), .advance(1), .receive("1")) {
      world,
      send in
      let counter = Counter()
      let numbers = AsyncThrowingStream<Int, any Error> {
        try await world.sleep()
        let number = await counter.next() - 1
        return number
      }
      for try await number in numbers.prefix(2) { await send("\(number)") }
    },
    OddEffect("stream that is mapped and filtered", .receive("0"), .receive("20")) { _, send in
      let numbers = AsyncStream { continuation in
        for number in 0..<4 { continuation.yield(number) }
        continuation.finish()
      }
      for await number in numbers.filter({ $0.isMultiple(of: 2) }).map({ await tenfold($0) }) {
        await send("\(number)")
      }
    },
    OddEffect("stream left open and cancelled", .receive("0"), .send("stop")) { _, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(0)
      for await number in numbers { await send("\(number)") }
      withExtendedLifetime(continuation) {}
    },
    OddEffect("stream with a termination handler", .receive("0"), .send("stop")) { world, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      let producer = Task {
        var number = 0
        while !Task.isCancelled {
          continuation.yield(number)
          number += 1
          try await world.sleep(10)
        }
      }
      continuation.onTermination = { _ in producer.cancel() }
      for await number in numbers { await send("\(number)") }
    },
    OddEffect("two streams in a group", .advance(1), .receiveUnordered(["a", "b"])) { world, send in
      await withTaskGroup { group in
        for letter in ["a", "b"] {
          let (letters, continuation) = AsyncStream.makeStream(of: String.self)
          group.addTask {
            for await letter in letters { await send(letter) }
          }
          group.addTask {
            try? await world.sleep()
            continuation.yield(letter)
            continuation.finish()
          }
        }
      }
    },
    OddEffect("stream between two tasks left behind", .answer("a"), .receive("a")) { world, send in
      let (letters, continuation) = AsyncStream.makeStream(of: String.self)
      Task.detached {
        continuation.yield(await world.gate("?"))
        continuation.finish()
      }
      Task { @MainActor in
        for await letter in letters { await send(letter) }
      }
    },
    OddEffect("stream of the newest values", .receive("9")) { _, send in
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
      for number in 0..<10 { continuation.yield(number) }
      continuation.finish()
      for await number in numbers { await send("\(number)") }
    },
    OddEffect(
      "timer stream",
      .advance(1),
      .receive("1.0 seconds"),
      .advance(1),
      .receive("2.0 seconds"),
      .send("stop")
    ) { world, send in
      for await elapsed in world.clock.timer(interval: .seconds(1)) { await send("\(elapsed)") }
    },
  ]

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

@concurrent private func tenfold(_ number: Int) async -> Int { number * 10 }
