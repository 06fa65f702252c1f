import StoreCore
import StoreDependencies
import StoreTesting

/// A check that runs generated sequences, or replays one, and reports the result.
struct SequenceCheck<Feature: Reducer> where Feature.State: Equatable {
  private let runner: SequenceRunner<Feature>
  private let runs: Int
  private let steps: Int

  /// The seed of random choices, if the test sets it.
  private let seed: UInt64?

  private let site: CallSite

  init(_ runner: SequenceRunner<Feature>, runs: Int, steps: Int, seed: UInt64?, _ site: CallSite) {
    self.runner = runner
    self.runs = runs
    self.steps = steps
    self.seed = seed
    self.site = site
  }

  /// Runs sequences until one fails, and reports it.
  func run() async -> SequenceReport {
    ReplayedSequence.replayDetector?.noteFound()
    let effort = ExplorationEffort.current
    if let complaint = effort.complaint {
      reportMisuse(complaint, details: "Set it to a valid value, or remove it.", at: site)
    }
    if let complaint = SequenceComplaint(runs: runs, steps: steps, runner.commands, site) {
      complaint.report()
      return report(seed ?? effort.seed, effort.shard, hasPassed: false)
    }
    if let text = ReplayedSequence.text { return await replay(text) }
    let seed = seed ?? effort.seed
    let count = effort.scaled(runs)
    var done = 0
    var progress = ExplorationProgress("The sequences at \(site.shortText)")
    for number in 0..<count where effort.shard.contains(number) {
      let walk = SequenceWalk(seed: ExplorationRandom.mix(seed, UInt64(number)), &runner.coverage)
      let result = await runner.run(.init(strategy: walk, limit: steps, recordsCoverage: true))
      done += 1
      progress.tell("\(grouped(done)) of \(grouped(count)) sequences")
      guard result.problem != nil else { continue }
      let report = report(seed, effort.shard, runs: done, hasPassed: false)
      progress.end("run \(grouped(number + 1)) has failed")
      await fail(result, "It was found in run \(grouped(number + 1)) of \(grouped(count)), with seed \(seed)")
      return report
    }
    reportUnusedCommands(runs: done)
    progress.end("\(report(seed, effort.shard, runs: done, hasPassed: true))")
    return report(seed, effort.shard, runs: done, hasPassed: true)
  }

  /// Replays one sequence, which must fail.
  private func replay(_ text: String) async -> SequenceReport {
    let diagnostics = SequenceDiagnostics(text: text, site)
    do {
      let steps = try StepSequence(text: text).steps
      let strategy = SequenceReplay(steps)
      let request = SequenceRunner<Feature>.Request(
        strategy: strategy,
        limit: steps.count,
        recordsCoverage: true,
        writesScript: true
      )
      let result = await runner.run(request)
      if result.problem != nil {
        SequenceFailure(result, "It was replayed.").report(commands: runner.commands)
      } else if let mismatch = result.mismatch {
        diagnostics.reportMismatch(mismatch)
      } else if let obstacle = strategy.obstacle {
        diagnostics.reportObstacle(steps[obstacle.index], at: obstacle.index, obstacle.options)
      } else {
        diagnostics.reportPass(steps: steps.count, isWhole: strategy.rest.isEmpty)
      }
    } catch {
      ReplayText.sequence.report(error, of: text, at: site)
    }
    return report(0, ExplorationShard(), runs: 1, hasPassed: false)
  }

  /// Shrinks a failing sequence, and reports it.
  private func fail(_ found: SequenceResult, _ origin: String) async {
    let again = await runner.run(.init(strategy: SequenceReplay(found.steps), limit: found.steps.count))
    guard again.fails(like: found) else {
      return SequenceDiagnostics(text: "", site).reportNondeterminism(found)
    }
    var shrinker = SequenceShrinker(runner, found)
    await shrinker.run()
    let best = shrinker.best
    let strategy = SequenceReplay(best.steps)
    var result = await runner.run(.init(strategy: strategy, limit: best.steps.count, writesScript: true))
    if !result.fails(like: best) { result = best }
    let length = found.steps.count
    let summary =
      length == result.steps.count
      ? "\(origin)."
      : "\(origin), and shrunk from \(count(length, "step")) to \(result.steps.count)."
    let proof =
      if !shrinker.isShortest {
        "A shorter one may fail in this way."
      } else if shrinker.hasTriedAllValues {
        "No shorter sequence fails in this way."
      } else {
        "Of these values, no shorter sequence fails in this way."
      }
    SequenceFailure(result, summary + (result.steps.isEmpty ? "" : " \(proof)")).report(commands: runner.commands)
  }

  /// Reports commands that were never applicable.
  private func reportUnusedCommands(runs: Int) {
    for (index, command) in runner.commands.enumerated() where !runner.applicable.contains(index) {
      SequenceDiagnostics(text: "", command.site).reportUnused(command.kind, runs: runs)
    }
  }

  private func report(
    _ seed: UInt64,
    _ shard: ExplorationShard,
    runs: Int = 0,
    hasPassed: Bool
  ) -> SequenceReport {
    let coverage = runner.coverage
    var report = SequenceReport()
    report.runs = runs
    report.steps = runner.stepCount
    report.modes = coverage.modes.keys.sorted()
    report.pairs = coverage.pairs.sorted { $0.key < $1.key }.map { pair, count in
      SequenceReport.Pair(mode: pair.mode, action: pair.action, count: count)
    }
    report.seed = seed
    report.shard = shard
    report.hasPassed = hasPassed
    return report
  }
}
