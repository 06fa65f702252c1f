import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite struct SequenceReplayTests {
  /// The sequence that is printed for the phone.
  private static let text = "q1-c945 1:digit=0, 1:digit=0, 2:call, answer:dial/1.1, 3:hangUp, 4:advance=1"

  /// Replays a sequence of the phone.
  private func replay(_ text: String, isMended: Bool = false) async -> [TestFailure] {
    await recordingFailures {
      await ReplayedSequence.$text.withValue(text) {
        _ = await checkSequences {  // Here: replay
          BuggyFeature.phone(isMended: isMended)
        } commands: {
          BuggyFeature.phoneCommands
        }
      }
    }
  }

  private func text(_ steps: SequenceStep...) -> String { "\(StepSequence(steps))" }

  @Test func `a replay fails in the same way, each time`() async {
    let first = await replay(Self.text)
    #expect(first.kinds == [.failedSequence])
    #expect(first.first?.headline.hasPrefix(#"The test fails after 6 steps: "seconds pass only"#) ?? false)
    #expect(first.first?.details.contains("It was replayed.") ?? false)
    #expect(first.first?.details.contains("await store.clock.advance(by: .seconds(1))") ?? false)
    for _ in repetitions(100) {
      let again = await replay(Self.text)
      #expect(again.map(\.report) == first.map(\.report))
    }
  }

  @Test func `a sequence that no longer fails is a failure`() async {
    let failures = await replay(Self.text, isMended: true)
    #expect(failures.locations == [FailureLocation(.divergedSequence, markedLine("replay"))])
    #expect(failures.first?.headline == "The sequence no longer fails: remove the trait.")
  }

  @Test func `a step that is no longer applicable is reported by its position`() async {
    let failures = await replay(
      text(
        SequenceStep(action: .command(2), name: "hangUp", draws: []),
        SequenceStep(action: .answer("dial"), name: "", draws: [0, 0])
      )
    )
    #expect(
      failures.map(\.headline) == [
        "The test no longer follows the sequence: step 2, an answer of dial, is not applicable there."
      ]
    )
    #expect(failures.first?.details.hasPrefix("Applicable are: command 1; command 2; command 3; command 4.") ?? false)
  }

  @Test func `a command that now makes another value is reported by its position`() async {
    let failures = await replay(text(SequenceStep(action: .command(2), name: "call", draws: [])))
    #expect(failures.kinds == [.divergedSequence])
    #expect(
      failures.map(\.headline) == ["The test no longer follows the sequence: step 1 was call, and is now hangUp."]
    )
  }

  /// The step would fail as before.
  @Test func `a step that is now another one is not taken`() async throws {
    var steps = try StepSequence(text: Self.text).steps
    steps[5].name = "wait"
    let failures = await replay("\(StepSequence(steps))")
    #expect(
      failures.map(\.headline) == ["The test no longer follows the sequence: step 6 was wait, and is now advance."]
    )
  }

  @Test(arguments: [
    ("", "It does not begin with"), ("q1-c945", "Its checksum is wrong"),
    ("q1-c945 1:digit=0, 1:digit=0", "Its checksum is wrong"), ("q2-c945 1:digit=0", "It has the version q2"),
    ("s1-c945 1:digit=0", "It does not begin with"),
  ])
  func `an invalid sequence is a misuse`(_ text: String, _ reason: String) async {
    let failures = await replay(text)
    #expect(failures.kinds == [.misuse])
    #expect(failures.first?.headline == "The text \"\(text)\" is not a valid sequence.")
    #expect(failures.first?.details.hasPrefix(reason) ?? false)
  }

  @Test func `the trait replays its sequence`() async throws {
    let test = try #require(Test.current)
    let failures = try await recordingFailures {
      try await SequenceTrait.sequence(Self.text).provideScope(for: test, testCase: nil) {
        let report = await checkSequences {
          BuggyFeature.phone()
        } commands: {
          BuggyFeature.phoneCommands
        }
        #expect(report.runs == 1)
        #expect(!report.hasPassed)
      }
    }
    #expect(failures.kinds == [.failedSequence])
  }

  @Test func `a sequence trait of a test without sequences is a failure`() async throws {
    let test = try #require(Test.current)
    let failures = try await recordingFailures {
      try await SequenceTrait.sequence(Self.text).provideScope(for: test, testCase: nil) {}
    }
    #expect(failures.kinds == [.misuse])
    #expect(failures.first?.headline == "The test has no sequences that could be replaced by \"\(Self.text)\".")
  }

  @Test(arguments: [
    [],
    [SequenceStep(action: .command(0), name: "digit", draws: [])],
    [SequenceStep(action: .command(11), name: "a=b/c, 100%3D \"x\"", draws: [0, 12, .max])],
    [
      SequenceStep(action: .answer("load, a/b=c"), name: "", draws: [3, 0]),
      SequenceStep(action: .command(0), name: "`raw name`", draws: [1]),
    ],
  ])
  func `a sequence is parsed from its text`(_ steps: [SequenceStep]) throws {
    let text = "\(StepSequence(steps))"
    #expect(try StepSequence(text: text).steps == steps)
    #expect(!text.contains("\""))
    for place in text.indices where text[place] != "x" {
      var damaged = text
      damaged.replaceSubrange(place...place, with: "x")
      #expect(throws: ReplayText.Flaw.self) { try StepSequence(text: damaged) }
    }
  }

  @Test(arguments: ["0:call", "-1:call", "1:call=x", "answer:dial/1", "answer:dial/0.1", "call"])
  func `a sequence with an impossible step is damaged`(_ step: String) {
    #expect(throws: ReplayText.Flaw.damaged) { try StepSequence(text: ReplayText.sequence.text(step)) }
  }
}
