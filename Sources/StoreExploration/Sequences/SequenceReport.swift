import StoreTesting

/// What generated sequences have tried.
public struct SequenceReport: Sendable, CustomStringConvertible {
  /// Something that has happened in a mode of the feature.
  public struct Pair: Sendable, Hashable {
    /// The mode.
    public let mode: String

    /// The message, by its case.
    public let action: String

    /// How often it has happened.
    public let count: Int
  }

  /// How many sequences were run.
  public internal(set) var runs = 0

  /// How many steps they had.
  public internal(set) var steps = 0

  /// The modes that were reached, in alphabetical order.
  public internal(set) var modes: [String] = []

  /// What has happened in which mode, in alphabetical order.
  public internal(set) var pairs: [Pair] = []

  /// What chance went by.
  public internal(set) var seed: UInt64 = 0

  var shard = ExplorationShard()

  /// Whether everything that was tried has passed.
  public internal(set) var hasPassed = true

  /// The figures in a line.
  public var description: String {
    let part = shard.count == 1 ? "" : " of shard \(shard)"
    return "\(count(runs, "run"))\(part), \(grouped(steps)) \(steps == 1 ? "step" : "steps"), with seed \(seed): "
      + "\(count(modes.count, "mode")), \(count(pairs.count, "pair")) of mode and message"
  }
}
