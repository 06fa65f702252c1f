import StoreCore

/// A shrinker that makes a failing sequence short and simple.
struct SequenceShrinker<Feature: Reducer> where Feature.State: Equatable {
  /// The maximum number of runs that remove and simplify steps.
  private static var simplificationLimit: Int { 1_500 }

  /// The maximum number of runs that search all shorter sequences.
  private static var searchLimit: Int { 3_000 }

  /// The greatest number of values of a command of which the search tries all.
  private static var fewValues: UInt64 { 16 }

  private let runner: SequenceRunner<Feature>

  /// The simplest known sequence with the same failure.
  private(set) var best: SequenceResult

  /// Whether the search tried all shorter sequences. For commands with many values, it tries only the sequence's values
  /// and the simplest ones.
  private(set) var isShortest = false

  private var attempts = 0

  init(_ runner: SequenceRunner<Feature>, _ result: SequenceResult) {
    self.runner = runner
    best = result
  }

  mutating func run() async {
    await minimize()
    await simplifyValues()
    await searchShorter()
    await simplifyValues()
  }

  /// Replaces values with simpler ones: the simplest, the one at half the distance, or the next simpler one.
  private mutating func simplifyValues() async {
    var step = 0
    while step < best.steps.count {
      var index = 0
      while step < best.steps.count, index < best.steps[step].draws.count {
        let draw = best.steps[step].draws[index]
        var isBetter = false
        for simpler in [0, draw / 2, draw &- 1] where simpler < draw && attempts < Self.simplificationLimit {
          var steps = best.steps
          steps[step].draws[index] = simpler
          isBetter = await accept(steps)
          if isBetter { break }
        }
        if !isBetter { index += 1 }
      }
      await shortenLists(in: step)
      step += 1
    }
  }

  /// Removes elements from arrays and strings: decrements a length, and removes one of the choices after it.
  private mutating func shortenLists(in step: Int) async {
    var length = 0
    while step < best.steps.count, length < best.steps[step].draws.count {
      var element = length + 1
      while step < best.steps.count, element < best.steps[step].draws.count, attempts < Self.simplificationLimit {
        guard best.steps[step].draws[length] > 0 else { break }
        var steps = best.steps
        steps[step].draws[length] -= 1
        steps[step].draws.remove(at: element)
        if await !accept(steps) { element += 1 }
      }
      length += 1
    }
  }

  /// Accepts steps if they have the same failure, and are simpler.
  private mutating func accept(_ steps: [SequenceStep]) async -> Bool {
    attempts += 1
    let strategy = SequenceReplay(steps, isLenient: true)
    let result = await runner.run(.init(strategy: strategy, limit: steps.count))
    guard result.fails(like: best), Self.isSimpler(result.steps, than: best.steps) else { return false }
    best = result
    return true
  }

  /// Whether steps are simpler than others: fewer steps, fewer choices, or simpler values.
  private static func isSimpler(_ steps: [SequenceStep], than others: [SequenceStep]) -> Bool {
    if steps.count != others.count { return steps.count < others.count }
    let (draws, otherDraws) = (steps.flatMap(\.draws), others.flatMap(\.draws))
    if draws.count != otherDraws.count { return draws.count < otherDraws.count }
    return draws.lexicographicallyPrecedes(otherDraws)
  }
}

extension SequenceShrinker: Minimizer {
  var count: Int { best.steps.count }
  var mayTry: Bool { attempts < Self.simplificationLimit }

  mutating func leaveOut(_ run: Range<Int>) async -> Bool {
    var steps = best.steps
    steps.removeSubrange(run)
    return await accept(steps)
  }
}

// MARK: - Shorter sequences

extension SequenceShrinker {
  /// Searches all shorter sequences, the shortest first, except for those that lead to a known state.
  ///
  /// The removal of steps alone can't find a different path.
  private mutating func searchShorter() async {
    let start = await runner.run(.init(strategy: SequenceReplay([]), limit: 0, looksAhead: true))
    guard start.problem == nil else { return isShortest = true }
    let values = Dictionary(grouping: best.steps, by: \.action).mapValues { Set($0.map(\.draws)) }
    var seen: Set<String> = [start.stateKey]
    var queue = [start]
    var head = 0
    var runs = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      guard node.steps.count + 1 < best.steps.count else { break }
      for option in node.options {
        var index = 0
        // The number of values is known only after a run with the simplest one.
        while let step = self.step(index, of: option, values) {
          index += 1
          guard runs < Self.searchLimit else { return }
          runs += 1
          let steps = node.steps + [step]
          let result = await runner.run(
            .init(strategy: SequenceReplay(steps, isLenient: true), limit: steps.count, looksAhead: true)
          )
          if result.fails(like: best) {
            best = result
            isShortest = true
            return
          }
          if result.problem == nil, seen.insert(result.stateKey).inserted { queue.append(result) }
        }
      }
    }
    isShortest = true
  }

  /// Whether the search tried all values of all commands, because they have few.
  var hasTriedAllValues: Bool {
    runner.greatestDraws.values.allSatisfy { $0 < Self.fewValues }
  }

  /// Returns a step for an option. If the option has few values, the index selects one of them; otherwise, the simplest
  /// or one of the sequence.
  private func step(
    _ index: Int,
    of option: SequenceOption,
    _ values: [SequenceStep.Action: Set<[UInt64]>]
  ) -> SequenceStep? {
    let all: [[UInt64]]
    switch option.action {
    case .answer:
      all = option.answers.indices.flatMap { call in (0..<option.answers[call]).map { [UInt64(call), UInt64($0)] } }
    case .command(let index):
      let breadth = runner.greatestDraws[index] ?? .max
      let seen = (values[option.action] ?? []).filter { $0.contains { $0 > 0 } }
      all =
        breadth < Self.fewValues
        ? (0...breadth).map { [$0] } : [[]] + seen.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return all.indices.contains(index) ? SequenceStep(action: option.action, name: "", draws: all[index]) : nil
  }
}
