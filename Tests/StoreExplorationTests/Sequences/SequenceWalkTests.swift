import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// A feature whose reducer is a closure.
struct Told<State: Equatable & Sendable, Input: Sendable>: Reducer {
  /// The closure that an input runs.
  let change: @Sendable (inout State, Input) -> Void

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    if case .input(let input) = message { change(&state, input) }
    return .none
  }
}

/// How the steps of sequences are chosen.
@Suite struct SequenceWalkTests {
  /// Adds one, or restarts.
  private func counter() -> TestStore<Told<Int, Bool>> {
    TestStore(initialState: 0) { Told { state, isUp in state = isUp ? state + 1 : 0 } }
  }

  /// A coin that falls on the same side twenty times.
  @Test func `runs leave out random commands`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = counter()
        store.always("it is less than twenty") { $0 < 20 }
        return store
      } commands: {
        Command.send(true)
        Command.send(false)
      }
    }
    #expect(failures.first?.headline.hasPrefix("The test fails after 20 steps: ") ?? false)
  }

  /// A lock of eight digits, each of four: 65,536 ways.
  @Test func `runs continue from rare modes`() async {
    let failures = await recordingFailures {
      await checkSequences(steps: 10) {
        let store = TestStore(initialState: 0) {
          Told { state, digit in state = digit == (state * 7 + 3) % 4 ? state + 1 : 0 }
        }
        store.always("the lock is shut") { $0 < 8 }
        return store
      } commands: {
        for digit in 0..<4 { Command.send(digit) }
      } mode: {
        $0
      }
    }
    #expect(failures.first?.headline.hasPrefix("The test fails after 8 steps: ") ?? false)
  }

  @Test func `a weight determines how often a command is chosen`() async {
    let counts = Recorder<Bool>()
    await checkSequences(runs: 40) {
      let store = counter()
      store.always("it is counted") { _, message, _ in
        if case .input(let isUp) = message { counts.record(isUp) }
        return true
      }
      return store
    } commands: {
      Command.send(true, weight: 9)
      Command.send(false)
    }
    let share = Double(counts.values.count { $0 }) / Double(counts.values.count)
    #expect((0.7...0.9).contains(share))
  }

  @Test func `a command is sent only if it is applicable`() async {
    let report = await checkSequences(runs: 40) {
      let store = counter()
      store.always("it keeps to its conditions") { old, message, _ in
        if case .input(let isUp) = message { isUp ? old < 3 : old == 3 } else { false }
      }
      return store
    } commands: {
      Command.send(true, when: { $0 < 3 })
      Command.sendOne { $0 == 3 ? [false] : [] }
    }
    #expect(report.hasPassed)
    #expect(report.steps == 1_200)
  }

  @Test func `a run ends when no command is applicable`() async {
    let report = await checkSequences(runs: 10) {
      counter()
    } commands: {
      Command.send(true, when: { $0 < 3 })
    }
    #expect(report.steps == 30)
  }

  @Test func `a command that is never applicable is a warning at its line`() async {
    let reports = await recordingReports {
      await checkSequences(runs: 20) {
        counter()
      } commands: {
        Command.send(true)
        Command.send(false, when: { $0 < 0 })  // Fails: unusedCommand
        Command.advance(by: [.seconds(1)], when: { $0 > 1_000 })  // Fails: unusedCommand
        Command.answer("nowhere")  // Fails: unusedCommand
      }
    }
    #expect(reports.locations == markedFailures())
    #expect(reports.allSatisfy { $0.isWarning })
    #expect(reports.first?.headline == "The command was never applicable in 20 runs.")
    #expect(reports.last?.details.hasPrefix("The command answers calls at the gate 'nowhere', and") ?? false)
  }

  @Test func `a command for the calls at a gate is applicable only while one waits there`() async {
    let reports = await recordingReports {
      await checkSequences(runs: 20, suspects: false) {
        BuggyFeature.spinning(isMended: true)
      } commands: {
        BuggyFeature.spinningCommands
        Command.answer("look")
        Command.answer("nowhere")  // Fails: unusedCommand
      }
    }
    #expect(reports.locations == markedFailures())
  }

  @Test func `a report counts runs, steps, modes and pairs`() async {
    let report = await checkSequences(runs: 40, seed: 3) {
      BuggyFeature.spinning(isMended: true)
    } commands: {
      BuggyFeature.spinningCommands
    }
    #expect("\(report)" == "40 runs, 1,200 steps, with seed 3: 4 modes, 12 pairs of mode and message")
    #expect(report.modes == ["any state", "isLoading", "isLoading, text some", "text some"])
    #expect(report.pairs.first?.mode == "any state")
    #expect(report.pairs.first?.action == "clear")
  }

  @Test(arguments: sample([2, 7], every: 2, from: 1)) func `shards share the runs, and together they are all`(
    _ count: Int
  ) async throws {
    var reports: [SequenceReport] = []
    for _ in 0..<2 {
      for number in 1...count {
        var effort = ExplorationEffort()
        effort.shard = try #require(ExplorationShard("\(number)/\(count)"))
        await ExplorationEffort.$override.withValue(effort) {
          reports.append(
            await checkSequences(runs: 14, steps: 15) {
              BuggyFeature.stale(isMended: true)
            } commands: {
              BuggyFeature.staleCommands
            }
          )
        }
      }
    }
    #expect(reports[..<count].reduce(0) { $0 + $1.runs } == 14)
    #expect("\(reports[0])".contains(" of shard 1/\(count), "))
    // Each shard does the same again.
    for number in 0..<count {
      #expect("\(reports[number])" == "\(reports[number + count])")
      #expect(reports[number].pairs == reports[number + count].pairs)
    }
  }

  @Test func `the environment multiplies the runs, and sets the seed`() async {
    var effort = ExplorationEffort()
    effort.factor = 0.1
    effort.seed = 42
    let report = await ExplorationEffort.$override.withValue(effort) {
      await checkSequences {
        BuggyFeature.tally(isMended: true)
      } commands: {
        BuggyFeature.tallyCommands
      }
    }
    #expect(report.runs == 20)
    #expect(report.seed == 42)
  }
}
