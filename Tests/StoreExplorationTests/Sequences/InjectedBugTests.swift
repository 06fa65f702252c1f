import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// A bug that is injected into one of the features, and the length of its shortest failing sequence.
enum InjectedBug: CaseIterable, Sendable {
  /// A failure does not stop the spinner.
  case spinner

  /// An old answer is shown as a new one.
  case stale

  /// Doubling exceeds a low limit.
  case tally

  /// Doubling exceeds a higher limit.
  case highTally

  /// The clock continues after a call.
  case phone

  /// The fewest steps that show it.
  var length: Int {
    switch self {
    case .spinner: 2
    case .stale: 3
    case .tally: 4
    case .highTally: 5
    case .phone: 6
    }
  }

  /// The number of runs in which the feature without the bug reaches every mode.
  var runs: Int { scaled(self == .stale ? 200 : 40) }

  func check(isMended: Bool = false, runs: Int = 200, seed: UInt64) async -> SequenceReport {
    switch self {
    case .spinner:
      await checkSequences(runs: runs, seed: seed) {
        BuggyFeature.spinning(isMended: isMended)
      } commands: {
        BuggyFeature.spinningCommands
      }
    case .stale:
      await checkSequences(runs: runs, seed: seed) {
        BuggyFeature.stale(isMended: isMended)
      } commands: {
        BuggyFeature.staleCommands
      }
    case .tally:
      await checkSequences(runs: runs, seed: seed) {
        BuggyFeature.tally(isMended: isMended)
      } commands: {
        BuggyFeature.tallyCommands
      }
    case .highTally:
      await checkSequences(runs: runs, seed: seed) {
        BuggyFeature.tally(limit: 10, isMended: isMended)
      } commands: {
        BuggyFeature.tallyCommands
      }
    case .phone:
      await checkSequences(runs: runs, seed: seed) {
        BuggyFeature.phone(isMended: isMended)
      } commands: {
        BuggyFeature.phoneCommands
      }
    }
  }
}

@Suite struct InjectedBugTests {
  @Test(arguments: InjectedBug.allCases, seeds(1))
  func `an injected bug is found by a sequence of the fewest steps`(_ bug: InjectedBug, _ seed: UInt64) async {
    let failures = await recordingFailures { _ = await bug.check(seed: seed) }
    tally(.sequences)
    #expect(failures.kinds == [.failedSequence])
    #expect(failures.first?.headline.hasPrefix("The test fails after \(bug.length) steps: ") ?? false)
    #expect(failures.first?.details.contains(" No shorter sequence fails in this way.") ?? false)
  }

  @Test(arguments: sample(InjectedBug.allCases, every: 5, from: 2))
  func `a seed finds the same sequence each time`(_ bug: InjectedBug) async {
    let failures = await recordingFailures {
      _ = await bug.check(seed: 7)
      _ = await bug.check(seed: 7)
    }
    #expect(failures.count == 2)
    #expect(failures.first?.report == failures.last?.report)
  }

  /// The fewest steps are those that the state space of the feature has, which is gone through by other code.
  @Test(arguments: InjectedBug.allCases)
  func `the fewest steps equal those of a state space`(_ bug: InjectedBug) async {
    let traces = Recorder<[String]>()
    _ = await recordingFailures { traces.record(bug.space(isMended: false, Recorder()).trace) }
    let steps = traces.values.first?.filter { $0.firstMatch(of: #/^ *\d+\. /#) != nil } ?? []
    #expect(steps.count == bug.length)
  }

  @Test(arguments: sample(InjectedBug.allCases, every: 4))
  func `a feature without the bug passes after all events of each mode`(_ bug: InjectedBug) async {
    let pairs = Recorder<String>()
    _ = await recordingFailures { #expect(bug.space(isMended: true, pairs).trace.isEmpty) }
    let report = await bug.check(isMended: true, runs: bug.runs, seed: 0)
    #expect(report.hasPassed)
    #expect(report.pairs.map { "\($0.mode) × \($0.action)" } == Set(pairs.values).sorted())
  }
}

extension InjectedBug {
  /// Explores the part of the feature's state space that concerns the bug.
  ///
  /// - Parameters:
  ///   - isMended: Whether the bug is not there.
  ///   - pairs: Takes each message with the mode in which it comes.
  fileprivate func space(isMended: Bool, _ pairs: Recorder<String>) -> SpaceReport {
    switch self {
    case .spinner:
      StateSpace(initialState: Spinning.State(), inputs: Spinning.Input.allCases) {
        Spinning(isMended: isMended)
      } responses: { _ in
        [.sends(.loaded("found")), .sends(.failed)]
      }
      .check(
        note(pairs),
        .always("a failure stops the spinner") { _, message, new in message != .feedback(.failed) || !new.isLoading }
      )
    case .stale:
      StateSpace(
        initialState: Stale.State(),
        inputs: Stale.Query.allCases.map { .type($0) } + [.clear],
        bounds: SpaceBounds(runningEffects: 2)
      ) {
        Stale(isMended: isMended)
      } responses: { effect in
        Stale.Query.allCases.filter { effect.payload as? Stale.Query == $0 }.map {
          .sends(.found($0.rawValue, for: $0))
        }
          + [.sends(.lost)]
      }
      .check(
        note(pairs),
        .always("what is found is what was asked for") { $0.found == nil || $0.found == $0.query?.rawValue }
      )
    case .tally, .highTally:
      StateSpace(initialState: Doubler.State(), inputs: Doubler.Input.allCases) {
        Doubler(limit: self == .tally ? 6 : 10, isMended: isMended)
      }
      .check(note(pairs), .always("the limit is kept") { [limit = self == .tally ? 6 : 10] in $0.number <= limit })
    case .phone:
      StateSpace(
        initialState: Phone.State(),
        inputs: { $0.phase == .idle ? [.digit("1"), .call, .hangUp] : [.hangUp] },
        bounds: SpaceBounds(states: 500)
      ) {
        Phone(isMended: isMended)
      } responses: { effect in
        effect.name == "dial" ? [.sends(.connected), .sends(.engaged)] : [.sends(.tick, .tick, .tick)]
      }
      .check(
        note(pairs),
        .always("seconds pass only during a call") { old, message, _ in
          message != .feedback(.tick) || old.phase == .talking
        }
      )
    }
  }

  /// Records each message with the mode in which it arrives.
  private func note<Feature: Reducer>(_ pairs: Recorder<String>) -> SpaceProperty<Feature> {
    .always("each pair is noted") { old, message, _ in
      let action =
        switch message {
        case .input(let input): ModeClassifier.action(of: input)
        case .feedback(let feedback): ModeClassifier.action(of: feedback)
        }
      pairs.record("\(ModeClassifier.mode(of: old)) × \(action)")
      return true
    }
  }
}
