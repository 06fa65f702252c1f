import StoreTesting

/// How far a state space is looked at.
public struct SpaceBounds: Sendable, Hashable {
  /// How many situations are looked at.
  public var states: Int

  /// How many steps they may lie from the beginning.
  public var depth: Int

  /// How many effects may run at a time.
  public var runningEffects: Int

  /// Bounds a state space.
  ///
  /// - Parameters:
  ///   - states: How many situations are looked at.
  ///   - depth: How many steps they may lie from the beginning.
  ///   - runningEffects: How many effects may run at a time.
  public init(states: Int = 100_000, depth: Int = .max, runningEffects: Int = 8) {
    self.states = states
    self.depth = depth
    self.runningEffects = runningEffects
  }
}

/// What was found out about a state space.
public struct SpaceReport: Sendable, CustomStringConvertible {
  /// What was found out about a property.
  public enum Verdict: Sendable, Hashable {
    /// It holds.
    case holds

    /// It does not hold.
    case broken

    /// The space was cut before anybody could tell.
    case unknown
  }

  /// How many situations there are, as far as the space was looked at.
  public internal(set) var states = 0

  /// How many steps lead from one to another, or to the same.
  public internal(set) var edges = 0

  /// How many steps the farthest situation lies from the beginning, on the shortest way.
  public internal(set) var depth = 0

  /// In how many situations nothing at all can happen.
  public internal(set) var deadEnds = 0

  /// Why the space was not looked at as a whole; nil if it was.
  public internal(set) var cut: String?

  /// How many bytes were kept for a situation, by the sizes of its parts and the room in the tables.
  ///
  /// What a state holds elsewhere, such as long texts, is not counted, nor are the payloads, ids and chains of effects.
  public internal(set) var bytesPerState = 0

  /// What was found out about each property, in their order.
  public internal(set) var verdicts: [(name: String, verdict: Verdict)] = []

  /// The shortest way to the failure, a step a line; empty if there is none.
  public internal(set) var trace: [String] = []

  /// Whether every situation that can be reached was looked at.
  public var isComplete: Bool { cut == nil }

  /// The figures in a line.
  public var description: String {
    let end = isComplete ? "complete" : "cut"
    return "\(count(states, "state")), \(count(edges, "edge")), depth \(depth), \(count(deadEnds, "dead end")), \(end)"
  }
}
