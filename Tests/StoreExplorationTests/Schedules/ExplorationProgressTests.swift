import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// A choice that is made once.
private struct Choice: Reducer {
  func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> {
    if case .input(let number) = message { state = number }
    return .none
  }
}

@Suite("Exploration progress")
struct ExplorationProgressTests {
  /// Collects the lines that are printed while code runs, on a clock whose time never passes.
  private func told(
    interval: Duration = .zero,
    _ body: () async throws -> Void
  ) async rethrows -> [String] {
    let lines = Recorder<String>()
    let now = ContinuousClock.now
    let reader = ExplorationProgress.Reader(read: { lines.record($0) }, interval: interval, now: { now })
    try await ExplorationProgress.$reader.withValue(reader) { try await body() }
    return lines.values
  }

  private func askTwice() async {
    let store = TestStore(initialState: StaleSearch.State()) { StaleSearch() }
    store.exhaustivity = .off
    store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
    await store.send(.ask(1))
    await store.send(.ask(2))
    await store.finish()
  }

  @Test func `an exploration of schedules prints how many it has tried, and how it has ended`() async throws {
    let line = markedLine()
    let lines = try await told { try await explore { await askTwice() } }  // Here
    let subject = "The exploration at ExplorationProgressTests.swift:\(line): "
    #expect(lines == (1...3).map { "\(subject)\($0) schedules after 0 s" } + ["\(subject)complete: all 3 schedules"])
  }

  @Test func `a short exploration prints nothing`() async throws {
    let lines = try await told(interval: .seconds(3)) { try await explore { await askTwice() } }
    #expect(lines.isEmpty)
  }

  @Test func `a state space prints how many states it has seen`() async {
    let lines = await told {
      StateSpace(initialState: TwoPhaseCommit.State(3), inputs: \.inputs) { TwoPhaseCommit() }.check()
    }
    #expect(lines.first?.hasPrefix("The state space of TwoPhaseCommit: ") ?? false)
    #expect(lines.first?.contains(" states, depth ") ?? false)
    #expect(lines.count == 288 / 64 + 1, "a line each 64 states, and the end")
    #expect(lines.last?.hasSuffix(", complete") ?? false)
  }

  @Test func `a state space of a real feature prints how many states it has seen after a further store`() async throws {
    let lines = try await told {
      _ = try await StateSpace(inputs: { $0 == 0 ? [1, 2] : [] }) { TestStore(initialState: 0) { Choice() } }
    }
    #expect(lines == ["The state space of Choice: 3 states, depth 0 after 0 s"])
  }

  @Test func `sequences print how many have run, and the report`() async {
    let line = markedLine()
    let lines = await told {
      await checkSequences(runs: 2, steps: 1, seed: 0) {  // Here
        TestStore(initialState: 0) { Choice() }
      } commands: {
        Command.send(1)
      }
    }
    let subject = "The sequences at ExplorationProgressTests.swift:\(line): "
    #expect(
      lines == [
        "\(subject)1 of 2 sequences after 0 s",
        "\(subject)2 of 2 sequences after 0 s",
        "\(subject)2 runs, 2 steps, with seed 0: 1 mode, 1 pair of mode and message",
      ]
    )
  }

  @Test func `sequences print which run has failed`() async {
    let line = markedLine()
    var lines: [String] = []
    let failures = await recordingFailures {
      lines = await told {
        await checkSequences(runs: 3, steps: 1, seed: 0) {  // Here
          let store = TestStore(initialState: 0) { Choice() }
          store.always("nothing is chosen") { $0 == 0 }
          return store
        } commands: {
          Command.send(1)
        }
      }
    }
    let subject = "The sequences at ExplorationProgressTests.swift:\(line): "
    #expect(lines == ["\(subject)1 of 3 sequences after 0 s", "\(subject)run 1 has failed"])
    #expect(failures.kinds == [.failedSequence])
  }

  @Test func `a passing explored test records whether its exploration was complete`() async throws {
    let test = try #require(Test.current)
    for (budget, text) in [
      (nil, "complete: all 3 schedules"), (2, "sampled: 2 schedules, of unknown many, with seed 0"),
    ] {
      let attachments = try await recordingAttachments {
        try await ExploreTrait.explore(budget: budget).provideScope(for: test, testCase: nil) { await askTwice() }
      }
      #expect(attachments == [TestAttachment(name: "schedules.txt", text: text)])
    }
  }

  @Test func `an exploration that a replay looks for records no schedules`() async throws {
    let test = try #require(Test.current)
    let attachments = try await recordingAttachments {
      try await ScheduleExploration.$replayDetector.withValue(ReplayDetector()) {
        try await ExploreTrait.explore().provideScope(for: test, testCase: nil) { await askTwice() }
      }
    }
    #expect(attachments == [])
  }
}
