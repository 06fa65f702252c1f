import StoreTesting

/// The result of generated sequences.
public struct SequenceReport: Sendable, CustomStringConvertible {
  /// A message in a mode of the feature.
  public struct Pair: Sendable, Hashable {
    /// The mode of the feature.
    public let mode: String

    /// The case of the message.
    public let action: String

    /// The number of reductions.
    public let count: Int
  }

  /// The number of sequences.
  public internal(set) var runs = 0

  /// The total number of steps.
  public internal(set) var steps = 0

  /// The reached modes, in alphabetical order.
  public internal(set) var modes: [String] = []

  /// The messages in each mode, in alphabetical order.
  public internal(set) var pairs: [Pair] = []

  /// The seed of random choices.
  public internal(set) var seed: UInt64 = 0

  var shard = ExplorationShard()

  /// Whether all sequences passed.
  public internal(set) var hasPassed = true

  /// The numbers on one line.
  public var description: String {
    let part = shard.count == 1 ? "" : " of shard \(shard)"
    return "\(count(runs, "run"))\(part), \(grouped(steps)) \(steps == 1 ? "step" : "steps"), with seed \(seed): "
      + "\(count(modes.count, "mode")), \(count(pairs.count, "pair")) of mode and message"
  }
}
