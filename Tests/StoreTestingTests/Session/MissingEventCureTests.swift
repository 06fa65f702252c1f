import Foundation
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// The advice for an event that is missing, by the lines around it.
@Suite struct MissingEventCureTests {
  /// A feature that shows the newest number of an effect.
  private typealias Feature = Machine<Int, Int, Int, Never>

  /// A store whose effect waits for a second, and sends a number.
  private func makeStore(_ number: Int) -> TestStore<Feature> {
    TestStore(initialState: 0) {
      Machine { message, state in
        if case .feedback(let number) = message { state = number }
        guard case .input = message else { return .none }
        return .run("wait") { send in
          try await sleep(for: .seconds(1))
          await send(number)
        }
      }
    }
  }

  /// A store whose effect sends the elements of a stream.
  private func makeStore(_ numbers: AsyncStream<Int>) -> TestStore<Feature> {
    TestStore(initialState: 0) {
      Machine { message, state in
        if case .feedback(let number) = message { state = number }
        guard case .input = message else { return .none }
        return .run("listen") { send in for await number in numbers { await send(number) } }
      }
    }
  }

  @Test func `an advance is moved if the line after it receives nothing, with any further lines`() async {
    let failures = await recordingFailures {
      let store = makeStore(7)
      await store.send(0)
      await store.receive(7) { $0 = 7 }  // Fails: missingFeedback
      await store.clock.advance(by: .seconds(1))  // Here
      #expect(store.inFlightEffects.isEmpty)
      await store.receive(7) { $0 = 7 }
    }
    #expect(failures.locations == markedFailures())
    let advice = "If line \(markedLine()), your next line, lets it happen, move it before this one:"
    #expect(failures.first?.details.contains(advice) == true)
  }

  @Test(arguments: [1, 7])
  func `an advance before a receipt is moved only if its literals occur in the missing value`(number: Int) async {
    let failures = await recordingFailures {
      let store = makeStore(number)
      await store.send(0)
      await store.receive(number) { $0 = number }  // Fails: missingFeedback
      await store.clock.advance(by: .seconds(1))  // Here
      await store.receive(number) { $0 = number }
    }
    #expect(failures.locations == markedFailures())
    let advice = "If line \(markedLine()), your next line, lets it happen, move it before this one:"
    #expect(failures.first?.details.contains(advice) == (number == 1))
  }

  @Test func `of several waiting calls, the oldest is answered`() async {
    let failures = await recordingFailures {
      let find = Gate<String, Int, any Error>("find")
      let store = TestStore(initialState: 0) {
        Machine<Int, String, Int, Never> { message, state in
          switch message {
          case .input(let text): return .run("find") { send in await send((try? await find(text)) ?? 0) }
          case .feedback(let number):
            state = number
            return .none
          }
        }
      }
      await store.send("a")
      await store.send("b")
      await store.receive(3) { $0 = 3 }  // Fails: missingFeedback
      await store.cancelInFlightEffects()
      await store.skipReceived(strict: false)
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
        If it follows from the answer to 'find("a")', answer first:

            await find.succeed(with: 3)
        """
      ) == true
    )
  }

  @Test func `a missing element is yielded by the stream that the test has made last`() async {
    let failures = await recordingFailures {
      let (_, ending) = AsyncStream<String>.makeStream()
      ending.finish()
      let (numbers, continuation) = AsyncStream<Int>.makeStream()
      let store = makeStore(numbers)
      await store.send(0)
      await store.receive(7, timeout: .milliseconds(1))  // Fails: timedOut
      await store.cancelInFlightEffects()
      continuation.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
        If it follows from the stream of the test, continue that first:

            continuation.yield(7)
        """
      ) == true
    )
  }

  @Test func `a stream whose elements do not occur in the missing value is finished`() async {
    let failures = await recordingFailures {
      let (numbers, continuation) = AsyncStream<Int>.makeStream()
      let store = makeStore(numbers)
      let (_, ending) = AsyncStream<String>.makeStream()
      await store.send(0)
      await store.receive(7, timeout: .milliseconds(1))  // Fails: timedOut
      await store.cancelInFlightEffects()
      continuation.finish()
      ending.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.hasSuffix("continue that first:\n\n    ending.finish()") == true)
  }

  @Test func `advice reads the lines around the current step, in the file of that step`() throws {
    let folder = FileManager.default.temporaryDirectory
    let files = ["a", "b"].map { folder.appending(path: "\(UUID())-\($0).swift") }
    for (file, name) in zip(files, ["a", "b"]) {
      try "\(name).send(1)\n\(name).send(2)\n".write(to: file, atomically: true, encoding: .utf8)
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let store = makeStore(1)
    for (file, line, step) in [
      (0, 1, "a.send(1)"), (0, 2, "a.send(2)"), (1, 2, "b.send(2)"), (1, 1, "b.send(1)"), (0, 1, "a.send(1)"),
    ] {
      store.session.environment.begin(CallSite(filePath: files[file].path, line: line, column: 7))
      #expect(store.session.source?.step.text == step)
      // Other advice of the same step reads it again.
      #expect(store.session.source?.step.text == step)
    }
  }
}
