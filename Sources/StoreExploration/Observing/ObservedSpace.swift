import StoreTesting

/// The situations and steps of stores that began alike, as observers saw them.
struct ObservedSpace {
  /// What distinguishes a situation from others.
  struct Key: Hashable {
    /// The hash of the state.
    var state: Int

    /// The running effects, with what they are about and what they wait for.
    var running: [String]
  }

  /// What distinguishes a step from others.
  private struct StepKey: Hashable {
    let from: Int
    let title: String
    let to: Int
  }

  private(set) var situations: [PromiseFacts.Situation] = []

  private var numbers: [Key: Int] = [:]

  private var steps: [PromiseFacts.Step] = []

  /// The text of each step.
  private var texts: [[String]] = []

  private var known: Set<StepKey> = []

  /// Adds a situation and the step to it, unless they are known.
  ///
  /// - Parameters:
  ///   - step: The step; nil for the start.
  ///   - lines: The step as text.
  ///   - key: What distinguishes the situation.
  ///   - makeSituation: Returns the situation, if it is new.
  /// - Returns: The number of the situation.
  mutating func add(
    _ step: PromiseFacts.Step?,
    _ lines: [String],
    to key: Key,
    _ makeSituation: () -> PromiseFacts.Situation
  ) -> Int {
    let number = numbers[key] ?? situations.count
    if number == situations.count {
      numbers[key] = number
      situations.append(makeSituation())
    }
    guard var step, known.insert(StepKey(from: step.from, title: lines.first ?? "", to: number)).inserted else {
      return number
    }
    step.to = number
    steps.append(step)
    texts.append(lines)
    return number
  }
}

extension ObservedSpace {
  /// What is known, with the shortest paths.
  struct Promises: PromiseSource {
    let facts: PromiseFacts

    private let texts: [[String]]

    private let paths: ShortestPaths

    init(_ space: ObservedSpace) {
      facts = PromiseFacts(
        space.situations,
        steps: space.steps,
        // What else could happen is unknown.
        isExplored: Array(repeating: false, count: space.situations.count)
      )
      texts = space.texts
      paths = ShortestPaths(of: facts)
    }

    func depth(at node: Int) -> Int { paths.depths[node] }

    func trace(to exception: Candidate.Exception) -> PromiseTrace {
      let path = paths.steps(to: exception.node, facts) + exception.steps
      return PromiseTrace(
        lines: path.enumerated().flatMap { PathText.numbered(texts[$1], $0 + 1) }
      )
    }
  }
}
