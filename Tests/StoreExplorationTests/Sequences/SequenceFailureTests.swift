import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// The failures of a sequence.
@Suite struct SequenceFailureTests {
  /// Runs sequences of a feature that starts an effect.
  private func check(
    runs: Int = 5,
    _ prepare: @escaping (TestStore<Runner>) -> Void = { _ in },
    _ work: @escaping @Sendable (Send<String>) async throws -> Void
  ) async -> [TestFailure] {
    await recordingFailures {
      await checkSequences(runs: runs, steps: 8) {
        let store = TestStore(initialState: Runner.State()) { Runner(work) }
        prepare(store)
        return store
      } commands: {
        Command.send(.go)
        Command.send(.stop)
        Command.send(.idle)
        Command.advance(by: [.seconds(1)])
      }
    }
  }

  @Test func `feedback, changes and running effects need not be asserted`() async {
    let failures = await check { send in
      await send("begun")
      try await sleep(for: .seconds(3))
      await send("done")
      try await sleep(for: .seconds(100))
    }
    #expect(failures.isEmpty)
  }

  @Test func `an unanswered call, and one that ignores its cancellation, need not be asserted`() async {
    let failures = await check { _ in
      _ = try await Gate<Void, Int, any Error>("left")()
      _ = await Gate<Void, Int, Never>("kept", whenCancelled: .ignoresCancellation) { _ in [.success(1)] }()
    }
    #expect(failures.isEmpty)
  }

  @Test func `unasserted messages of earlier steps take no memory`() async {
    let failures = await check(runs: 20, { $0.session.unasserted.limit = 1 }) { send in
      for number in 1...10 { await send("\(number)") }
    }
    #expect(failures.isEmpty)
  }

  @Test func `a known issue is not a failure`() async {
    let failures = await check({ _ in withKnownIssue { Issue.record("It is known.") } }) { _ in }
    #expect(failures.isEmpty)
  }

  @Test func `an unhandled error is a failure`() async {
    let failures = await check { _ in throw Busy() }
    #expect(failures.kinds == [.failedSequence])
    #expect(
      failures.first?.headline
        == "The test fails after 1 step: The effect @\(#fileID)… threw"
        || failures.first?.headline.hasSuffix("threw an error that nothing handles: Busy()") ?? false
    )
  }

  @Test func `an effect that never becomes idle is named after few steps`() async {
    let failures = await check { send in while true { await send("again") } }
    #expect(failures.kinds == [.failedSequence])
    #expect(failures.first?.headline.contains("work") ?? false)
    #expect(failures.first?.headline.contains("1,000 jobs") ?? false)
    #expect(failures.first?.details.contains("store.send(.go)") ?? false)
  }

  @Test func `a dependency that was not provided is a failure`() async {
    let failures = await recordingFailures {
      await checkSequences(runs: 5) {
        TestStore(initialState: Spinning.State()) { Spinning() }
      } commands: {
        BuggyFeature.spinningCommands
      }
    }
    #expect(failures.kinds == [.failedSequence])
    #expect(failures.first?.headline.hasPrefix("The test fails after 1 step: ") ?? false)
    #expect(failures.first?.headline.contains("LookupClient.look") ?? false)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `an impure reducer is a failure at each level, whose test is exhaustive`(level: Exhaustivity) async {
    let answers = Recorder<Int>()
    let failures = await recordingFailures {
      await checkSequences(runs: 5) {
        let store = TestStore(initialState: 0) {
          Told<Int, Bool> { state, _ in
            answers.record(0)
            state = answers.values.count
          }
        }
        store.exhaustivity = level
        return store
      } commands: {
        Command.send(true)
      }
    }
    #expect(failures.kinds == [.failedSequence])
    #expect(failures.first?.headline.contains("The reducer is impure: it reduced true twice") ?? false)
    #expect(!(failures.first?.details.contains("exhaustivity") ?? true))
  }

  @Test func `an expectation that fails is the one failure, at its own line`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = BuggyFeature.tally(isMended: true)
        store.always("it is watched") { state in
          #expect(state.number < 5)  // Fails: failedSequence
          return true
        }
        return store
      } commands: {
        BuggyFeature.tallyCommands
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("The test fails after 4 steps: Expectation failed: ") ?? false)
  }

  @Test func `the first of several failures of a step is reported`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = BuggyFeature.tally(isMended: true)
        store.always("it is watched") { state in
          #expect(state.number < 2)  // Fails: failedSequence
          #expect(state.number != 2)
          return true
        }
        return store
      } commands: {
        BuggyFeature.tallyCommands
      }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a failure before the first step has no steps`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = BuggyFeature.tally()
        store.always("it is positive") { $0.number > 0 }
        return store
      } commands: {
        BuggyFeature.tallyCommands
      }
    }
    #expect(failures.kinds == [.failedSequence])
    #expect(
      failures.first?.headline.hasPrefix(#"The test fails before the first step: "it is positive" does not"#) ?? false
    )
    #expect(failures.first?.details.contains("q1-") ?? false)
  }

  @Test func `an error during the making of a store is the failure`() async {
    let failures = await recordingFailures {
      await checkSequences { () throws -> TestStore<Doubler> in
        throw Busy()
      } commands: {
        BuggyFeature.tallyCommands
      }
    }
    #expect(failures.map(\.headline) == ["The test fails before the first step: The test threw an error: Busy()"])
  }

  @Test func `the first failure of a store that can't be made is reported`() async {
    let failures = await recordingFailures {
      await checkSequences { () throws -> TestStore<Doubler> in
        Issue.record("The line is dead.")
        throw Busy()
      } commands: {
        BuggyFeature.tallyCommands
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.headline.hasPrefix("The test fails before the first step: ") ?? false)
    #expect(failures.first?.headline.hasSuffix("The line is dead.") ?? false)
  }

  @Test func `a command that can't make a value fails at its line`() async {
    let failures = await recordingFailures {
      await checkSequences {
        BuggyFeature.stale()
      } commands: {
        Command.send { try .type($0.element(of: [])) }  // Fails: failedSequence
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The test fails after 1 step: The command could not make an input: the collection of choices is empty."
    )
    let line = failures.first.map { "// Here the command at SequenceFailureTests.swift:\($0.line) throws" }
    #expect(failures.first?.details.contains(line ?? "") ?? false)
  }

  @Test func `a command that throws for some of its values is replayed with them`() async {
    func make(_ choices: inout Choices) throws -> Doubler.Input {
      if choices.int(in: 0...9) > 4 { throw Busy() }
      return .up
    }
    let failures = await recordingFailures {
      await checkSequences {
        BuggyFeature.tally(isMended: true)
      } commands: {
        Command.send { try make(&$0) }
      }
    }
    #expect(failures.map(\.headline) == ["The test fails after 1 step: The command could not make an input: Busy()"])
    #expect(failures.first?.details.contains(" 1:=5\"") ?? false)
  }

  @Test func `a test that does not do the same twice fails`() async {
    let runs = Recorder<Int>()
    let failures = await recordingFailures {
      await checkSequences {
        runs.record(1)
        let isOdd = runs.values.count == 3
        let store = BuggyFeature.tally(isMended: true)
        store.always("it never happens") { _, _, _ in !isOdd }
        return store
      } commands: {
        BuggyFeature.tallyCommands
      }
    }
    #expect(failures.kinds == [.divergedSequence])
    #expect(
      failures.first?.headline.hasPrefix("The test behaved differently in two runs of the same 1 step") ?? false
    )
  }

  /// Returns the headlines of the failures that sequences with several seeds find.
  private func headlines(of addInvariants: @escaping (TestStore<Doubler>) -> Void) async -> Set<String> {
    var headlines: Set<String> = []
    for seed: UInt64 in 0..<20 {
      let failures = await recordingFailures {
        await checkSequences(seed: seed) {
          let store = BuggyFeature.tally(isMended: true)
          addInvariants(store)
          return store
        } commands: {
          Command.send(.up)
          Command.send(.clear)
        }
      }
      headlines.formUnion(failures.map(\.headline))
    }
    return headlines
  }

  @Test func `a shorter sequence with another failure is not reported as the same`() async {
    let headlines = await self.headlines { store in
      store.always("it is low") { $0.number < 3 }
      store.always("it is not cleared") { _, message, _ in message != .input(.clear) }
    }
    #expect(
      headlines == [
        #"The test fails after 3 steps: "it is low" does not hold after .up."#,
        #"The test fails after 1 step: "it is not cleared" does not hold after .clear."#,
      ]
    )
  }

  @Test func `a failure of another invariant of the same line is not the same`() async {
    let headlines = await self.headlines { store in
      for input in [Doubler.Input.up, .clear] {
        store.always("\(input) is right") { _, message, new in
          input == .up ? new.number < 3 : message != .input(.clear)
        }
      }
    }
    #expect(
      headlines == [
        #"The test fails after 3 steps: "up is right" does not hold after .up."#,
        #"The test fails after 1 step: "clear is right" does not hold after .clear."#,
      ]
    )
  }

  /// With ten digits, five zeros in any order fail, so eleven thousand shorter sequences exist.
  @Test func `a sequence with too many shorter ones shrinks`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = TestStore(initialState: [Int]()) { Told { digits, digit in digits.append(digit) } }
        store.always("there are less than five zeros") { digits in digits.count { $0 == 0 } < 5 }
        return store
      } commands: {
        for digit in 0..<10 { Command.send(digit) }
      }
    }
    #expect(failures.first?.headline.hasPrefix("The test fails after 5 steps: ") ?? false)
    #expect(failures.first?.details.contains("A shorter one may fail in this way.") ?? false)
  }

  @Test func `only the failures of the shrunk sequence are reported`() async {
    let failures = await recordingFailures {
      await checkSequences {
        BuggyFeature.spinning()
      } commands: {
        BuggyFeature.spinningCommands
      }
    }
    #expect(failures.count == 1)
  }
}

/// Invalid arguments.
@Suite struct SequenceMisuseTests {
  /// Runs sequences of a tally.
  private func check(
    runs: Int = 200,
    steps: Int = 30,
    @CommandBuilder<Doubler> _ commands: () -> [Command<Doubler>]
  ) async -> [TestFailure] {
    let made = Recorder<Int>()
    let failures = await recordingFailures {
      await checkSequences(runs: runs, steps: steps) {
        made.record(1)
        return BuggyFeature.tally()
      } commands: {
        commands()
      }
    }
    #expect(made.values.isEmpty)
    return failures
  }

  @Test(arguments: [0, -1, .min]) func `less than one run, or step, is a misuse`(_ number: Int) async {
    let failures = await check(runs: number) { Command.send(.up) } + check(steps: number) { Command.send(.up) }
    #expect(
      failures.map(\.headline) == [
        "The test asks for \(number) runs, which is less than one.",
        "The test asks for sequences of \(number) steps, which is less than one.",
      ]
    )
    #expect(failures.kinds == [.misuse, .misuse])
  }

  @Test func `an empty list of commands is a misuse`() async {
    #expect(await check {}.map(\.headline) == ["The list of commands is empty."])
  }

  @Test(arguments: [0, -3, 1_000_001]) func `an invalid weight is a misuse at its line`(_ weight: Int) async {
    let failures = await check {
      Command.send(.up)
      Command.send(.double, weight: weight)  // Fails: misuse
      Command.send(.clear, weight: weight)
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("The command has the weight \(weight)") ?? false)
  }

  @Test func `an invalid duration is a misuse at its line`() async {
    let failures =
      // Fails: misuse, misuse
      await check { Command.advance(by: []) } + check { Command.advance(by: [.zero, .milliseconds(-5), .seconds(-1)]) }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.headline) == [
        "The command advances by no duration at all.", "The command advances by the negative duration -5 ms.",
      ]
    )
  }

  @Test func `one run of one step, the greatest weight and an advance by nothing are no misuse`() async {
    let report = await checkSequences(runs: 1, steps: 1) {
      BuggyFeature.tally(isMended: true)
    } commands: {
      Command.send(.up, weight: 1_000_000)
      Command.advance(by: [.zero])
    }
    #expect(report.hasPassed)
  }

  @Test func `sequences within an exploration are a misuse`() async throws {
    let failures = try await recordingFailures {
      try await explore {
        await checkSequences {
          BuggyFeature.tally()
        } commands: {
          BuggyFeature.tallyCommands
        }
      }
    }
    #expect(failures.map(\.headline) == ["Sequences are checked within an exploration."])
  }

  @Test func `an invalid effort is a misuse`() async {
    let effort = ExplorationEffort { $0 == "STORE_TESTING_SHARD" ? "9/3" : nil }
    let failures = await recordingFailures {
      await ExplorationEffort.$override.withValue(effort) {
        _ = await checkSequences(runs: 5) {
          BuggyFeature.tally(isMended: true)
        } commands: {
          BuggyFeature.tallyCommands
        }
      }
    }
    #expect(failures.kinds == [.misuse])
  }
}

/// Sequences of a test that runs on an actor.
@MainActor @Suite(.exhaustive) struct SequenceIsolationTests {
  /// How many stores were made, on the main actor.
  private func makeStore() -> TestStore<Phone> {
    MainActor.assertIsolated()
    return BuggyFeature.phone()
  }

  @Test func `stores are made and checked on the actor of the test`() async {
    var count = 0
    let failures = await recordingFailures {
      await checkSequences {
        count += 1
        return makeStore()
      } commands: {
        Command.send(when: { _ in MainActor.assumeIsolated { true } }) { .digit($0.one(of: "1", "2")) }
        Command.send(.call)
        Command.send(.hangUp)
        Command.advance(by: [.seconds(1)])
      }
    }
    #expect(failures.kinds == [.failedSequence])
    #expect(count > 10)
  }
}
