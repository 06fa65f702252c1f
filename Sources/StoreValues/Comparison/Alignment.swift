/// An alignment of the elements of two lists.
package struct Alignment {
  /// Pairs of elements, by their positions in the two lists, in the order of the second.
  private(set) var pairs: [(first: Int, second: Int, isMoved: Bool)] = []

  /// The positions of elements that only the first list has.
  private(set) var removed: [Int] = []

  /// The positions of elements that only the second list has.
  private(set) var inserted: [Int] = []

  /// Creates the alignment of two lists by keys that are unique in each.
  ///
  /// Elements that keep their relative order count as unmoved; the others count as moved. The number of moved elements
  /// is minimal.
  ///
  /// - Parameters:
  ///   - first: The keys of the first list.
  ///   - second: The keys of the second list.
  ///   - mayStay: Whether equal positions correspond, so that elements that keep their positions may count as unmoved.
  ///   - mustStay: Whether only elements that keep their positions count as unmoved.
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

  /// Makes keys unique by numbering equal ones in order.
  static func numbered(_ keys: [AnyHashable]) -> [AnyHashable] {
    var counts: [AnyHashable: Int] = Dictionary(minimumCapacity: keys.count)
    return keys.map { key in
      let count = counts[key, default: 0]
      counts[key] = count + 1
      return count == 0 ? key : AnyHashable([key, AnyHashable(count)])
    }
  }

  /// Returns the positions of elements that two lists have in common, in order.
  ///
  /// Short lists get the longest common subsequence. In long lists, equal elements are matched by their order of
  /// occurrence.
  package static func common<Element: Hashable>(_ first: [Element], _ second: [Element]) -> [(Int, Int)] {
    guard !first.isEmpty, !second.isEmpty else { return [] }
    // Performance: the time for the longest common subsequence grows with the product of the lengths.
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

  /// Returns the indices of the longest increasing subsequence.
  static func longestIncreasing(_ numbers: [Int]) -> [Int] {
    /// The index of the smallest last number of a subsequence of each length.
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
