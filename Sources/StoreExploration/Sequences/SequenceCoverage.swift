/// Where sequences have been, and the shortest known ways there.
struct SequenceCoverage {
  /// A mode, and something that happens in it.
  struct Pair: Hashable, Comparable {
    let mode: String
    let action: String

    /// The order in which pairs are told, and chosen among.
    static func < (first: Self, second: Self) -> Bool { (first.mode, first.action) < (second.mode, second.action) }
  }

  /// Something that could be tried more often, and how to get where it can be.
  struct Frontier {
    /// The shortest known way to the mode.
    let prefix: [SequenceStep]

    /// The name of what is to be tried there.
    let label: String
  }

  /// How many modes are gone back to; more of them are counted only.
  private static let modeLimit = 10_000

  /// How often each message was reduced in each mode.
  private(set) var pairs: [Pair: Int] = [:]

  /// How often each mode was entered, or stayed in.
  private(set) var modes: [String: Int] = [:]

  /// How often each possible step was taken in each mode.
  private var steps: [Pair: Int] = [:]

  /// The shortest known way to each mode.
  private var prefixes: [String: [SequenceStep]] = [:]

  private var edges: [String: [String: SequenceStep]] = [:]

  /// Shorter ways that are likely, as the same step may lead from a mode to the next wherever the mode was come from.
  private var shortcuts: [String: [SequenceStep]] = [:]

  private var spent: Set<[SequenceStep]> = []

  /// Notes that a message was reduced.
  mutating func note(_ action: String, in mode: String) {
    pairs[Pair(mode: mode, action: action), default: 0] += 1
  }

  /// Notes where a run is, and what it could do there.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - way: The steps so far.
  ///   - last: The mode before the last of them.
  ///   - labels: The names of what could be done.
  mutating func arrive(in mode: String, by way: [SequenceStep], from last: String?, labels: [String]) {
    modes[mode, default: 0] += 1
    for label in labels { steps[Pair(mode: mode, action: label), default: 0] += 0 }
    if prefixes[mode].map({ way.count < $0.count }) ?? (prefixes.count < Self.modeLimit) {
      prefixes[mode] = way
      if let shortcut = shortcuts[mode], shortcut.count >= way.count { shortcuts[mode] = nil }
      shorten(behind: mode)
    }
    if let last, let step = way.last { connect(last, to: mode, by: step) }
  }

  mutating func take(_ label: String, in mode: String) {
    steps[Pair(mode: mode, action: label), default: 0] += 1
  }

  /// One of the steps that were taken most seldom in modes to which a way is known.
  mutating func frontier(_ random: inout ExplorationRandom) -> Frontier? {
    let known = steps.filter { prefixes[$0.key.mode] != nil }
    guard let least = known.values.min() else { return nil }
    // In an order of its own, as that of a dictionary is another one in each process.
    guard let pair = known.filter({ $0.value == least }).keys.sorted().randomElement(using: &random) else { return nil }
    guard let way = way(to: pair.mode) else { return nil }
    // If it leads there, it is known as the shortest way from now on.
    if shortcuts.removeValue(forKey: pair.mode) != nil { spent.insert(way) }
    return Frontier(prefix: way, label: pair.action)
  }

  /// The shortest way to a mode that is known, or likely.
  private func way(to mode: String) -> [SequenceStep]? { shortcuts[mode] ?? prefixes[mode] }

  /// Notes that a step has led from one mode to another.
  private mutating func connect(_ mode: String, to next: String, by step: SequenceStep) {
    guard mode != next, edges[mode]?[next] == nil else { return }
    edges[mode, default: [:]][next] = step
    shorten(behind: mode)
  }

  /// Looks for shorter ways to modes that were reached by detours, by the shortest ways to the modes before them.
  private mutating func shorten(behind mode: String) {
    guard let way = way(to: mode), let edges = edges[mode] else { return }
    for (next, step) in edges.sorted(by: { $0.key < $1.key }) {
      let shortcut = way + [step]
      guard let known = self.way(to: next), shortcut.count < known.count, !spent.contains(shortcut) else { continue }
      shortcuts[next] = shortcut
      shorten(behind: next)
    }
  }
}
