/// The order of suspects: the worst first, but one that follows from another stands behind that.
///
/// A log-out that leaves a request behind breaks much of what holds otherwise, and the worst of that is not the cause. If the shortest ways
/// to the exceptions of a suspect lead through an exception of another one that is nearer, or through its beginning, it follows from that.
struct SuspectOrder {
  /// What a suspect breaks, and how one gets there.
  private struct Place {
    /// The greatest number of exceptions whose ways are known, the nearest ones.
    private static let limit = 20

    /// The number of steps on the shortest way to an exception, and through it.
    let length: Int

    /// The steps before each exception, and the effects that send messages in them.
    private let ways: [(steps: Set<Int>, senders: Set<String>)]

    /// The effects that send messages in the rest of an exception, by the step with which it begins.
    private let rests: [Int: Set<String>]

    private let cause: String?

    init(of candidate: Candidate, _ paths: ShortestPaths, _ facts: PromiseFacts) {
      let lengths = candidate.exceptions.map { paths.depths[$0.node] + $0.steps.count }
      let nearest = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }.prefix(Self.limit)
      length = nearest.first.map { lengths[$0] } ?? 0
      ways = nearest.map { position in
        let steps = paths.steps(to: candidate.exceptions[position].node, facts)
        return (Set(steps), facts.senders(in: steps.map { facts.steps[$0] }))
      }
      rests = candidate.exceptions.reduce(into: [:]) { rests, exception in
        guard let first = exception.steps.first else { return }
        rests[first, default: []].formUnion(facts.senders(in: exception.steps.dropFirst().map { facts.steps[$0] }))
      }
      cause = candidate.cause
    }

    /// Whether each way leads through an exception of another suspect, or through its beginning and another message of the same effect.
    func follows(from other: Self) -> Bool {
      other.length < length && (cause == nil || cause != other.cause)
        && ways.allSatisfy { way in
          way.steps.contains { step in
            other.rests[step].map { $0.isEmpty || !$0.isDisjoint(with: way.senders) } ?? false
          }
        }
    }
  }

  /// The suspects, in their order.
  private(set) var candidates: [Candidate] = []

  private let ranked: [Candidate]

  private let places: [Place]

  private var isPlaced: [Bool]

  /// - Parameters:
  ///   - ranked: The suspects, the worst first.
  ///   - facts: Everything known.
  init(_ ranked: [Candidate], in facts: PromiseFacts) {
    self.ranked = ranked
    isPlaced = Array(repeating: false, count: ranked.count)
    let paths = ShortestPaths(of: facts)
    places = ranked.map { Place(of: $0, paths, facts) }
    for position in ranked.indices { place(position) }
  }

  /// Places a suspect behind those from which it follows.
  private mutating func place(_ position: Int) {
    guard !isPlaced[position] else { return }
    isPlaced[position] = true
    for other in ranked.indices where !isPlaced[other] && places[position].follows(from: places[other]) {
      place(other)
    }
    candidates.append(ranked[position])
  }
}
