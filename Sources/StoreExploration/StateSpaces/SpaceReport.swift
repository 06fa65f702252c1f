import StoreTesting

/// The limits of an exploration of a state space.
public struct SpaceBounds: Sendable, Hashable {
  /// The number of messages in a row that count as an endless loop. It is smaller than in a store, as many steps of a
  /// search may lead into the same loop.
  static let messageLimit = 10_000

  /// The maximum number of situations.
  public var states: Int

  /// The maximum number of steps from the start.
  public var depth: Int

  /// The maximum number of concurrent effects.
  public var runningEffects: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - states: The maximum number of situations.
  ///   - depth: The maximum number of steps from the start.
  ///   - runningEffects: The maximum number of concurrent effects.
  public init(states: Int = 100_000, depth: Int = .max, runningEffects: Int = 8) {
    self.states = states
    self.depth = depth
    self.runningEffects = runningEffects
  }

  /// Returns the limits, and reports those that allow nothing.
  func checked(at site: CallSite) -> Self {
    guard states < 1 || depth < 0 || runningEffects < 0 else { return self }
    reportMisuse(
      "The bounds allow no state: \(states) states, depth \(depth), \(runningEffects) running effects.",
      details: "Allow at least one state, and no negative number.",
      at: site
    )
    return Self(states: max(1, states), depth: max(0, depth), runningEffects: max(0, runningEffects))
  }
}

/// The result of an exploration of a state space.
public struct SpaceReport: Sendable, CustomStringConvertible {
  /// The verdict on a property.
  public enum Verdict: Sendable, Hashable {
    /// The property holds.
    case holds

    /// The property is violated.
    case broken

    /// The exploration reached a limit before a verdict.
    case unknown
  }

  /// A property with the verdict on it.
  public struct JudgedProperty: Sendable, Hashable {
    /// The name of the property.
    public let name: String

    /// Whether the property holds.
    public let verdict: Verdict
  }

  /// The number of situations that the exploration found.
  public internal(set) var states = 0

  /// The number of transitions between them.
  public internal(set) var edges = 0

  /// The number of steps on the shortest path from the start to the farthest situation.
  public internal(set) var depth = 0

  /// The number of situations without a possible step.
  public internal(set) var deadEnds = 0

  /// The limit that ended the exploration; nil if it was complete.
  public internal(set) var cut: String?

  /// The number of stored bytes per situation, by the sizes of its parts and the capacities of the tables.
  ///
  /// The memory that a state refers to, such as long texts, doesn't count. Neither do payloads, ids and chains of
  /// effects.
  public internal(set) var bytesPerState = 0

  /// The verdicts on the properties, in order.
  public internal(set) var verdicts: [JudgedProperty] = []

  /// The shortest path to the failure, one step per line; empty without a failure.
  public internal(set) var trace: [String] = []

  /// Whether every reachable situation was explored.
  public var isComplete: Bool { cut == nil }

  /// The numbers on one line.
  public var description: String {
    let end = isComplete ? "complete" : "incomplete"
    return "\(count(states, "state")), \(count(edges, "edge")), depth \(depth), \(count(deadEnds, "dead end")), \(end)"
  }
}
