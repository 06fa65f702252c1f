extension Comparer {
  /// The elements of two lists that may differ, by position.
  private struct Candidates {
    /// Positions in the first list.
    let first: [Int]

    let second: [Int]

    /// The number of further differing elements.
    let more: Int

    /// The greatest number of elements that are compared individually.
    static let limit = 200_000

    /// The greatest span between the first and the last differing element for which the whole span is aligned.
    static let spanLimit = 1_000

    /// Whether unchanged elements lie between the candidates.
    var haveGaps: Bool { first.count > 1 && (first.last ?? 0) - (first.first ?? 0) >= first.count }
  }

  /// Compares two lists by insertions, removals and moves, or by position.
  mutating func compareLists(
    _ list: any ListValue,
    _ other: any ListValue,
    of first: Any,
    and second: Any,
    at step: Step,
    depth: Int
  ) -> ValueChange? {
    let candidates = candidates(list, other)
    var result = ValueChange.Parts(brackets: ("[", "]"), changes: [], unchanged: 0, more: candidates.more)
    if let alignment = align(list, other, among: candidates) {
      compareAligned(alignment, of: list, and: other, among: candidates, into: &result, depth: depth)
    } else {
      compareByPosition(list, other, among: candidates, into: &result, depth: depth)
    }
    guard !result.changes.isEmpty || result.more > 0 else { return nil }
    let changed = result.changes.count { $0.second != nil }
    result.unchanged = max(other.count - changed - result.more, 0)
    return ValueChange(step: step, first: first, second: second, content: .parts(result))
  }

  /// Returns the elements that may differ: those at equal positions, or, in lists of different lengths, those between
  /// the common prefix and suffix.
  private func candidates(_ list: any ListValue, _ other: any ListValue) -> Candidates {
    let shorter = min(list.count, other.count)
    if list.count == other.count {
      guard !explainsInequality else {
        let all = Array(0..<min(shorter, Candidates.limit))
        return Candidates(first: all, second: all, more: 0)
      }
      let (places, more) = list.mismatches(other, in: 0..<list.count, limit: Candidates.limit)
      // The elements in between are needed to detect moves past them, unless they are too many.
      if let first = places.first, let last = places.last, last - first < Candidates.spanLimit,
        list.element(at: first) is any Hashable || identity(of: list.element(at: first)) != nil
      {
        return Candidates(first: Array(first...last), second: Array(first...last), more: more)
      }
      return Candidates(first: places, second: places, more: more)
    }
    let head = list.mismatches(other, in: 0..<shorter, limit: 1).at.first ?? shorter
    let tail = list.commonTail(other, atMost: shorter - head)
    let (run, otherRun) = (head..<(list.count - tail), head..<(other.count - tail))
    return Candidates(
      first: Array(run.prefix(Candidates.limit)),
      second: Array(otherRun.prefix(Candidates.limit)),
      more: max(otherRun.count - Candidates.limit, 0)
    )
  }

  /// The cost of a key from an element's text, in visited values.
  private static let textCost = 20

  /// Matches the candidates by key; nil if they match by position.
  private mutating func align(_ list: any ListValue, _ other: any ListValue, among candidates: Candidates)
    -> ListAlignment?
  {
    let first = candidates.first.map { list.element(at: $0) }
    let second = candidates.second.map { other.element(at: $0) }
    let isSameLength = list.count == other.count
    guard first.count > 1 || !isSameLength,
      let keys = ElementKeys(first, second, textsAtMost: valuesLeft / Self.textCost)
    else {
      return isSameLength ? nil : ListAlignment(byPosition: first.count, second.count)
    }
    valuesLeft -= keys.texts * Self.textCost
    // Lists of the same length without a common element were changed in place.
    if isSameLength, Set(keys.first).isDisjoint(with: keys.second) { return nil }
    let aligned = ListAlignment(keys, isSameLength: isSameLength, haveGaps: candidates.haveGaps)
    // Without ids, use the shorter description: changes at each position, or insertions and removals.
    guard isSameLength, !keys.areIdentities else { return aligned }
    let changedPlaces = zip(first, second).count { mayDiffer($0, $1) }
    let events = aligned.matches.count { match in
      guard let one = match.first, let two = match.second, !match.isMoved else { return true }
      return keys.first[one] != keys.second[two]
    }
    return changedPlaces < events ? nil : aligned
  }

  /// Compares matched elements, and records unmatched ones.
  private mutating func compareAligned(
    _ aligned: ListAlignment,
    of list: any ListValue,
    and other: any ListValue,
    among candidates: Candidates,
    into result: inout ValueChange.Parts,
    depth: Int
  ) {
    for match in aligned.matches {
      let from = match.first.map { candidates.first[$0] }
      let to = match.second.map { candidates.second[$0] }
      let (one, two) = (from.map { list.element(at: $0) }, to.map { other.element(at: $0) })
      guard changesLeft > 0 else {
        if let one, let two, !match.isMoved, !mayDiffer(one, two) { continue }
        result.more += 1
        continue
      }
      switch (one, two) {
      case (let one?, let two?):
        let inner = compare(one, two, at: .index(to ?? 0), depth: depth + 1)
        if match.isMoved, let from, let to {
          var moved = replaced(one, two, at: .index(to))
          moved.content = .moved(from: from, to: to, inner.map { [$0.at(.whole)] } ?? [])
          result.changes.append(moved)
        } else if var inner {
          inner.formerIndex = from == to ? nil : from
          result.changes.append(inner)
        }
      case (let one, let two): result.changes.append(replaced(one, two, at: .index(to ?? from ?? 0)))
      }
    }
  }

  private mutating func compareByPosition(
    _ list: any ListValue,
    _ other: any ListValue,
    among candidates: Candidates,
    into result: inout ValueChange.Parts,
    depth: Int
  ) {
    for index in candidates.first {
      let (one, two) = (list.element(at: index), other.element(at: index))
      if changesLeft <= 0 {
        if mayDiffer(one, two) { result.more += 1 }
      } else if let change = compare(one, two, at: .index(index), depth: depth + 1) {
        result.changes.append(change)
      }
    }
  }
}
