/// Where sequences have been, and the shortest known ways there.
struct SequenceCoverage {
  /// A mode, and something that happens in it.
  struct Pair: Hashable, Comparable {
    /// The mode.
    let mode: String

    /// What happens.
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

  /// Notes that a message was reduced.
  mutating func note(_ action: String, in mode: String) {
    pairs[Pair(mode: mode, action: action), default: 0] += 1
  }

  /// Notes where a run is, and what it could do there.
  mutating func arrive(in mode: String, by way: [SequenceStep], labels: [String]) {
    modes[mode, default: 0] += 1
    for label in labels { steps[Pair(mode: mode, action: label), default: 0] += 0 }
    if let known = prefixes[mode] {
      if known.count > way.count { prefixes[mode] = way }
    } else if prefixes.count < Self.modeLimit {
      prefixes[mode] = way
    }
  }

  /// Notes that a run takes a step.
  mutating func take(_ label: String, in mode: String) {
    steps[Pair(mode: mode, action: label), default: 0] += 1
  }

  /// One of the steps that were taken most seldom in modes to which a way is known.
  func frontier(_ random: inout ExplorationRandom) -> Frontier? {
    let known = steps.filter { prefixes[$0.key.mode] != nil }
    guard let least = known.values.min() else { return nil }
    // In an order of its own, as that of a dictionary is another one in each process.
    guard let pair = known.filter({ $0.value == least }).keys.sorted().randomElement(using: &random) else { return nil }
    return prefixes[pair.mode].map { Frontier(prefix: $0, label: pair.action) }
  }
}
