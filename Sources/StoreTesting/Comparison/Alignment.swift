/// Which elements of two lists belong together.
package struct Alignment {
  /// Pairs of elements, by their positions in the two lists, in the order of the second.
  private(set) var pairs: [(first: Int, second: Int, isMoved: Bool)] = []

  /// Positions in the first list that belong to nothing in the second.
  private(set) var removed: [Int] = []

  /// Positions in the second list that belong to nothing in the first.
  private(set) var inserted: [Int] = []

  /// Aligns two lists by keys that are unique in each.
  ///
  /// What keeps its order among the others stays; what doesn't was moved. As few as possible count as moved.
  ///
  /// - Parameters:
  ///   - first: The keys of the first list.
  ///   - second: The keys of the second list.
  ///   - mayStay: Whether a position in one list means the same in the other, so that what keeps it may be what stays.
  ///   - mustStay: Whether only that stays.
  init(_ first: [AnyHashable], _ second: [AnyHashable], mayStay: Bool = false, mustStay: Bool = false) {
    var positions: [AnyHashable: Int] = Dictionary(minimumCapacity: first.count)
    for (index, key) in first.enumerated() { positions[key] = index }
    for (index, key) in second.enumerated() {
      if let position = positions.removeValue(forKey: key) {
        pairs.append((position, index, false))
      } else {
        inserted.append(index)
      }
    }
    removed = positions.values.sorted()
    var kept = Set(Self.longestIncreasing(pairs.map(\.first)))
    if mayStay {
      let inPlace = pairs.indices.filter { pairs[$0].first == pairs[$0].second }
      if mustStay || inPlace.count >= kept.count { kept = Set(inPlace) }
    }
    for index in pairs.indices where !kept.contains(index) { pairs[index].isMoved = true }
  }

  /// Keys that are unique: equal ones are numbered in their order.
  static func numbered(_ keys: [AnyHashable]) -> [AnyHashable] {
    var counts: [AnyHashable: Int] = Dictionary(minimumCapacity: keys.count)
    return keys.map { key in
      let count = counts[key, default: 0]
      counts[key] = count + 1
      return count == 0 ? key : AnyHashable([key, AnyHashable(count)])
    }
  }

  /// The positions of elements that two lists have in common, in order.
  ///
  /// The longest such run is looked for where that is cheap. In long lists, the first of equal elements belongs to the
  /// first, and so on.
  package static func common<Element: Hashable>(_ first: [Element], _ second: [Element]) -> [(Int, Int)] {
    guard !first.isEmpty, !second.isEmpty else { return [] }
    // Finding the longest takes time that grows with the product of their lengths.
    guard first.count.multipliedReportingOverflow(by: second.count).partialValue <= 40_000, first.count < 40_000,
      second.count < 40_000
    else {
      let alignment = Alignment(numbered(first.map { AnyHashable($0) }), numbered(second.map { AnyHashable($0) }))
      return alignment.pairs.filter { !$0.isMoved }.map { ($0.first, $0.second) }
    }
    let difference = second.difference(from: first)
    let gone = Set(difference.removals.map { $0.offset })
    let new = Set(difference.insertions.map { $0.offset })
    return Array(zip(first.indices.filter { !gone.contains($0) }, second.indices.filter { !new.contains($0) }))
  }

  /// The places of the longest increasing run of numbers, which need not stand side by side.
  static func longestIncreasing(_ numbers: [Int]) -> [Int] {
    /// The place of the smallest number with which a run of each length ends.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
