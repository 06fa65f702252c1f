import Foundation
import SampleFeatures
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreRecording
@testable import StoreTesting

@Suite(.transcripts) struct TranscriptTests {
  /// A counter that ticks twice, a second apart, and outputs its count.
  private struct Ticker: Reducer {
    typealias State = [Int]
    typealias Feedback = Int
    typealias Output = String

    enum Input: Equatable { case start }

    @Dependency(\.continuousClock) var clock

    func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, String> {
      switch message {
      case .input:
        return .run("tick") { send in
          for number in 1...2 {
            try await clock.sleep(for: .seconds(1))
            await send(number)
          }
        }
      case .feedback(let number):
        state.append(number)
        return number == 2 ? .output("two") : .none
      }
    }
  }

  /// Runs the counter to its end.
  private func run(_ body: (TestStore<Ticker>) async -> Void) async {
    let store = TestStore(initialState: []) { Ticker() }
    await store.send(.start)
    await store.clock.advance(by: .seconds(2))
    await store.receive(1) { $0 = [1] }
    await store.receive(2) { $0 = [1, 2] }
    await store.receiveOutput("two")
    await body(store)
    await store.finish()
  }

  @Test func `a run that equals its golden file passes`() async {
    await run { await $0.verifyTranscript(named: "two ticks") }
  }

  @Test func `a generated test cancels the send that the test cancelled, below a comment as well`() async {
    enum Input: Sendable { case load(Int, String) }
    let store = TestStore(initialState: 0) {
      Machine<Int, Input, Int, Never> { message, state in
        switch message {
        case .input(.load(let number, _)):
          return .run("load") { send in
            try await sleep(for: .seconds(1))
            await send(number)
          }
        case .feedback(let number):
          state = number
          return .none
        }
      }
    }
    let first = await store.send(.load(1, "a"))
    await store.send(.load(2, "b"))
    await first.cancel()
    await store.clock.advance(by: .seconds(1))
    await store.receive(2) { $0 = 2 }
    #expect(
      store.generatedTest == """
        // If the payload of 'load' is a single tuple, enclose it in another pair of parentheses:
        let task1 = await store.send(.load(1, "a"))
        await store.send(.load(2, "b"))
        await task1.cancel()
        await store.clock.advance(by: .seconds(1))
        await store.receive(2) { $0 = 2 }
        await store.finish()
        """
    )
    await store.finish()
  }

  @Test func `a changed transcript is described by its differing lines`() async {
    let failures = await recordingFailures {
      await run { await $0.verifyTranscript(named: "two ticks") { $0.replacingOccurrences(of: "two", with: "2") } }
    }
    #expect(failures.kinds == [.unexpectedTranscript])
    #expect(failures.first?.headline == "The events of the store differ from the transcript \"two ticks\".")
    #expect(
      failures.first?.details.hasPrefix(
        """
            @@ -4,5 +4,5 @@
                               [0]: inserted 1
             2 s  ← feedback 2   from tick
                               [1]: inserted 2
            -\("     ↗ output   \"two\"")
            +\("     ↗ output   \"2\"")
        """
      ) ?? false,
      "\(failures.first?.details ?? "")"
    )
  }

  @Test func `a missing file is a failure, and is written on request only`() async throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "transcripts-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "SomeTests.swift").path
    func verify(_ mode: GoldenFileMode) async -> [TestFailure] {
      await recordingFailures {
        await GoldenFileMode.$override.withValue(mode) {
          await run { await $0.verifyTranscript(named: "a/b", filePath: path) }
        }
      }
    }
    #expect(await verify(.compare).first?.headline == "The transcript \"a/b\" does not exist.")
    #expect(await verify(.forbidden).first?.headline == "The transcript \"a/b\" is not written, because this is CI.")
    let file = folder.appending(path: "__Transcripts__/SomeTests/a-b.txt")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(await verify(.record).map(\.headline) == ["The transcript \"a/b\" is written."])
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("0 s  → input    .start\n"))
    for mode: GoldenFileMode in [.record, .compare, .forbidden] { #expect(await verify(mode).isEmpty) }
  }

  @Test(
    arguments: [
      ([:], .compare), (["STORE_TESTING_RECORD": ""], .compare), (["STORE_TESTING_RECORD": "0"], .compare),
      (["STORE_TESTING_RECORD": "1"], .record), (["STORE_TESTING_RECORD": "1", "CI": "false"], .record),
      (["STORE_TESTING_RECORD": "1", "CI": ""], .record), (["STORE_TESTING_RECORD": "1", "CI": "true"], .forbidden),
      (["CI": "1"], .compare),
    ] as [([String: String], GoldenFileMode)]
  )
  func `the environment determines whether files are written`(environment: [String: String], mode: GoldenFileMode) {
    #expect(GoldenFileMode(in: environment) == mode)
  }

  @Test func `a file that no test verifies is reported`() async throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "transcripts-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "SomeTests.swift").path
    let failures = try await recordingFailures {
      // A suite in another one, both with the trait.
      let (outer, inner) = (TranscriptUse(), TranscriptUse())
      await Hooks.$observers.withValue([outer, inner]) {
        await GoldenFileMode.$override.withValue(.record) {
          await run { await $0.verifyTranscript(named: "used", filePath: path) }
        }
      }
      try "".write(
        to: folder.appending(path: "__Transcripts__/SomeTests/old.txt"),
        atomically: true,
        encoding: .utf8
      )
      for (line, use) in [(3, inner), (4, outer)] {
        use.reportUnused(CallSite(fileID: "M/SomeTests.swift", filePath: path, line: line, column: 1))
      }
    }
    let unused = "No test verifies 1 transcript of this suite."
    #expect(failures.map(\.headline) == ["The transcript \"used\" is written.", unused, unused])
    #expect(
      failures.locations.dropFirst()
        == [FailureLocation(.unexpectedTranscript, 3), FailureLocation(.unexpectedTranscript, 4)]
    )
    #expect(failures.last?.details.contains("• old.txt") ?? false)
  }

  @MainActor @Test func `a container's calls are written as the test has them`() async {
    let store = TestStore {
      MavericksLoader()
    } withDependencies: {
      $0.numbersClient.numbers = { [1] }
    }
    await store.call("load") { $0.load() }
    await store.receiveChange { $0.requests = 1 }
    await store.receiveChange { $0.numbers = .loading(nil) }
    await store.receiveChange { $0.numbers = .success([1]) }
    #expect(
      store.generatedTest == """
        await store.call("load") { $0.load() }
        await store.receiveChange { $0.requests = 1 }
        await store.receiveChange { $0.numbers = .loading(nil) }
        await store.receiveChange { $0.numbers = .success([1]) }
        await store.finish()
        """
    )
    await store.finish()
  }

  @Test func `a generated test asserts all changes of any number`() async {
    let store = TestStore(initialState: (0..<60).map { [$0, 0] }) {
      Machine<[[Int]], Int, Never, Never> { message, state in
        guard case .input(let number) = message else { return .none }
        for index in stride(from: 0, to: 60, by: 2) { state[index][1] = number }
        return .none
      }
    }
    store.exhaustivity = .off
    await store.send(30)
    let lines = store.generatedTest.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  $0[") } == 30, "\(lines)")
    #expect(!lines.contains { $0.contains("more lines") })
    await store.finish()
  }

  /// Lets a counter count, step by step.
  private func count(to number: Int) async -> TestStore<Machine<Int, Int, Never, Never>> {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { message, state in
        if case .input(let number) = message { state = number }
        return .none
      }
    }
    for number in 1...number { await store.send(number) { $0 = number } }
    return store
  }

  @Test func `a store in a suite with the trait keeps all events`() async {
    let store = await count(to: 1_000)
    #expect(store.transcript.hasPrefix("0 s  → input    1\n"))
    #expect(store.generatedTest.hasPrefix("await store.send(1) { $0 = 1 }\nawait store.send(2) { $0 = 2 }\n"))
    #expect(store.generatedTest.split(separator: "\n").count == 1_001)
    await store.finish()
  }

  @Test func `a store without the trait reports that it has not kept all events`() async {
    await Hooks.$observers.withValue([]) {
      var store = await count(to: 100)
      #expect(store.transcript.hasPrefix("0 s  → input    1\n"))
      await store.finish()
      store = await count(to: 1_000)
      let failures = await recordingFailures { await store.verifyTranscript(named: "long") }  // Fails: misuse
      #expect(failures.locations == markedFailures())
      #expect(
        failures.first?.headline
          == "The store has forgotten its first events, so the transcript \"long\" can't be verified."
      )
      #expect(failures.first?.details.contains("Give the suite the trait '.transcripts'") ?? false)
      #expect(store.transcript.hasPrefix("… "))
      let lines = store.generatedTest.split(separator: "\n")
      #expect(lines.first == "// The store has not kept its earlier events.")
      #expect(lines.suffix(2) == ["await store.send(1000) { $0 = 1000 }", "await store.finish()"])
      await store.finish()
    }
  }

  @Test func `a transcript is the same each time`() async {
    var all: Set<String> = []
    for _ in repetitions(100, byDefault: 5) { await run { all.insert($0.transcript) } }
    #expect(all.count == 1)
  }
}
