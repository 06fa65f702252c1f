/// The modes that sequences reached, with the shortest known paths.
struct SequenceCoverage {
  /// A mode, with a message or a step in it.
  struct Pair: Hashable, Comparable {
    let mode: String
    let action: String

    /// Orders by mode, then by action.
    static func < (first: Self, second: Self) -> Bool { (first.mode, first.action) < (second.mode, second.action) }
  }

  /// A rarely tried step, with a path to a mode in which it is possible.
  struct Frontier {
    /// The shortest known path to the mode.
    let prefix: [SequenceStep]

    /// The name of the step to try.
    let label: String
  }

  /// The maximum number of modes with a stored path. Further modes are only counted.
  private static let modeLimit = 10_000

  /// The number of reductions of each message in each mode.
  private(set) var pairs: [Pair: Int] = [:]

  /// The number of visits of each mode.
  private(set) var modes: [String: Int] = [:]

  /// The number of times that each possible step was taken in each mode.
  private var steps: [Pair: Int] = [:]

  /// The shortest known path to each mode.
  private var prefixes: [String: [SequenceStep]] = [:]

  private var edges: [String: [String: SequenceStep]] = [:]

  /// Shorter paths that probably work, because a step usually leads from a mode to the same next mode.
  private var shortcuts: [String: [SequenceStep]] = [:]

  private var spent: Set<[SequenceStep]> = []

  /// Records a reduction of a message.
  mutating func note(_ action: String, in mode: String) {
    pairs[Pair(mode: mode, action: action), default: 0] += 1
  }

  /// Records the position of a run, with its possible steps.
  ///
  /// - Parameters:
  ///   - mode: The current mode.
  ///   - path: The steps so far.
  ///   - last: The mode before the last step.
  ///   - labels: The names of the possible steps.
  mutating func arrive(in mode: String, by path: [SequenceStep], from last: String?, labels: [String]) {
    modes[mode, default: 0] += 1
    for label in labels { steps[Pair(mode: mode, action: label), default: 0] += 0 }
    if prefixes[mode].map({ path.count < $0.count }) ?? (prefixes.count < Self.modeLimit) {
      prefixes[mode] = path
      if let shortcut = shortcuts[mode], shortcut.count >= path.count { shortcuts[mode] = nil }
      shorten(behind: mode)
    }
    if let last, let step = path.last { connect(last, to: mode, by: step) }
  }

  mutating func take(_ label: String, in mode: String) {
    steps[Pair(mode: mode, action: label), default: 0] += 1
  }

  /// Returns one of the least tried steps in modes with a known path.
  mutating func frontier(_ random: inout ExplorationRandom) -> Frontier? {
    let known = steps.filter { prefixes[$0.key.mode] != nil }
    guard let least = known.values.min() else { return nil }
    // The sort is needed because the order of a dictionary differs between processes.
    guard let pair = known.filter({ $0.value == least }).keys.sorted().randomElement(using: &random) else { return nil }
    guard let path = path(to: pair.mode) else { return nil }
    // If the path works, it becomes the shortest known path.
    if shortcuts.removeValue(forKey: pair.mode) != nil { spent.insert(path) }
    return Frontier(prefix: path, label: pair.action)
  }

  /// Returns the shortest known or probable path to a mode.
  private func path(to mode: String) -> [SequenceStep]? { shortcuts[mode] ?? prefixes[mode] }

  /// Records that a step leads from one mode to another.
  private mutating func connect(_ mode: String, to next: String, by step: SequenceStep) {
    guard mode != next, edges[mode]?[next] == nil else { return }
    edges[mode, default: [:]][next] = step
    shorten(behind: mode)
  }

  /// Finds shorter paths to the modes that follow a mode with a new shorter path.
  private mutating func shorten(behind mode: String) {
    guard let path = path(to: mode), let edges = edges[mode] else { return }
    for (next, step) in edges.sorted(by: { $0.key < $1.key }) {
      let shortcut = path + [step]
      guard let known = self.path(to: next), shortcut.count < known.count, !spent.contains(shortcut) else { continue }
      shortcuts[next] = shortcut
      shorten(behind: next)
    }
  }
}
