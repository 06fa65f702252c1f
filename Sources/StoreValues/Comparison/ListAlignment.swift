/// The alignment of two lists: matched and unmatched elements, in display order.
struct ListAlignment {
  /// Two matched elements, or one unmatched element.
  struct Match {
    /// The position in the first list.
    var first: Int?

    /// The position in the second list.
    var second: Int?

    /// Whether its order among the others changed.
    var isMoved = false
  }

  let matches: [Match]

  init(byPosition first: Int, _ second: Int) {
    matches = (0..<max(first, second)).map { Match(first: $0 < first ? $0 : nil, second: $0 < second ? $0 : nil) }
  }

  /// Creates the alignment of elements by their keys.
  ///
  /// Without ids, a removed and an inserted element between the same neighbours count as one changed element.
  ///
  /// - Parameters:
  ///   - keys: The keys of the elements.
  ///   - isSameLength: Whether both lists have the same length, so that equal positions correspond.
  ///   - haveGaps: Whether unchanged elements lie between these, so that no element may move past them.
  init(_ keys: ElementKeys, isSameLength: Bool, haveGaps: Bool) {
    let alignment = Alignment(keys.first, keys.second, mayStay: isSameLength, mustStay: haveGaps)
    let kept = alignment.pairs.filter { !$0.isMoved }
    var matches: [Match] = []
    var removed = alignment.removed[...]
    var inserted = alignment.inserted[...]
    var moved = alignment.pairs.filter(\.isMoved)[...]
    for pair in kept.map({ ($0.first, $0.second) }) + [(keys.first.count, keys.second.count)] {
      let gone = removed.prefix { $0 < pair.0 }
      let new = inserted.prefix { $0 < pair.1 }
      let arrived = moved.prefix { $0.second < pair.1 }
      let changed = keys.areIdentities ? [] : Self.changed(gone, new, atSamePlace: haveGaps)
      let (old, replaced) = (Set(changed.map(\.0)), Set(changed.map(\.1)))
      matches += changed.map { Match(first: $0, second: $1) }
      matches += gone.filter { !old.contains($0) }.map { Match(first: $0) }
      matches += new.filter { !replaced.contains($0) }.map { Match(second: $0) }
      matches += arrived.map { Match(first: $0.first, second: $0.second, isMoved: true) }
      if pair.0 < keys.first.count { matches.append(Match(first: pair.0, second: pair.1)) }
      removed = removed.dropFirst(gone.count)
      inserted = inserted.dropFirst(new.count)
      moved = moved.dropFirst(arrived.count)
    }
    self.matches = matches
  }

  /// Pairs removed and inserted elements that count as one changed element.
  private static func changed(_ gone: ArraySlice<Int>, _ new: ArraySlice<Int>, atSamePlace: Bool) -> [(Int, Int)] {
    guard atSamePlace else { return Array(zip(gone, new)) }
    let places = Set(new)
    return gone.filter(places.contains).map { ($0, $0) }
  }
}
