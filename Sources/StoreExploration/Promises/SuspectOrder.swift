/// The order of suspects: the worst first, but one that follows from another stands behind that.
///
/// A log-out that leaves a request behind breaks much of what holds otherwise, and the worst of that is not the cause. If the shortest ways
/// to the exceptions of a suspect lead through a step that another one says is wrong, and that is nearer, it follows from that.
struct SuspectOrder {
  /// What a suspect breaks, and how one gets there.
  private struct Place {
    /// The greatest number of exceptions whose ways are known, the nearest ones.
    private static let limit = 20

    /// The number of steps on the shortest way to an exception, and through it.
    let length: Int

    /// The positions of the steps before each exception.
    private let ways: [Set<Int>]

    /// The steps with which its exceptions begin, if they are steps.
    private let steps: Set<Int>

    private let cause: String?

    init(of candidate: Candidate, _ paths: ShortestPaths, _ facts: PromiseFacts) {
      let lengths = candidate.exceptions.map { paths.depths[$0.node] + $0.steps.count }
      let nearest = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }.prefix(Self.limit)
      length = nearest.first.map { lengths[$0] } ?? 0
      ways = nearest.map { Set(paths.steps(to: candidate.exceptions[$0].node, facts)) }
      steps = Set(candidate.exceptions.compactMap(\.steps.first))
      cause = candidate.cause
    }

    func follows(from other: Self) -> Bool {
      other.length < length && (cause == nil || cause != other.cause)
        && ways.allSatisfy { !$0.isDisjoint(with: other.steps) }
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
