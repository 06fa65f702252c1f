/// The keys that identify the elements of two lists.
struct ElementKeys {
  /// The keys of the first list's elements, without duplicates.
  let first: [AnyHashable]

  /// The keys of the second list's elements, without duplicates.
  let second: [AnyHashable]

  /// Whether the keys are ids, so that elements with different ids never count as one changed element.
  let areIdentities: Bool

  /// The number of elements whose keys are texts, which take time.
  private(set) var texts = 0

  /// The greatest number of elements whose keys may be texts.
  private static let textLimit = 2_000

  /// Makes the keys: ids, or else the elements themselves, or else their texts.
  ///
  /// - Parameters:
  ///   - first: Elements of the first list.
  ///   - second: Elements of the second list.
  ///   - limit: The greatest number of texts; if more are needed, nil is returned.
  init?(_ first: [Any], _ second: [Any], textsAtMost limit: Int) {
    if let ids = Self.identities(first), let otherIds = Self.identities(second) {
      (self.first, self.second, areIdentities) = (ids, otherIds, true)
      return
    }
    let values = (first.compactMap { $0 as? AnyHashable }, second.compactMap { $0 as? AnyHashable })
    areIdentities = false
    if values.0.count == first.count, values.1.count == second.count {
      self.first = Alignment.numbered(values.0)
      self.second = Alignment.numbered(values.1)
    } else if first.count + second.count <= min(limit, Self.textLimit) {
      texts = first.count + second.count
      self.first = Alignment.numbered(first.map { AnyHashable(identifyingText(of: $0, limit: 1_000)) })
      self.second = Alignment.numbered(second.map { AnyHashable(identifyingText(of: $0, limit: 1_000)) })
    } else {
      return nil
    }
  }

  /// Returns the ids of values, if all values have unique ones. The address of an object is no id, as it doesn't
  /// persist.
  private static func identities(_ values: [Any]) -> [AnyHashable]? {
    var ids: [AnyHashable] = []
    for value in values {
      guard let id = identity(of: value) else { return nil }
      ids.append(id)
    }
    return Set(ids).count == ids.count ? ids : nil
  }
}

/// Returns the id of a value, if it has one that persists when the value changes.
package func identity(of value: Any) -> AnyHashable? {
  func id<Value: Identifiable>(of value: Value) -> AnyHashable { AnyHashable(value.id) }
  guard let value = value as? any Identifiable else { return nil }
  let id = id(of: value)
  return id.base is ObjectIdentifier ? nil : id
}

/// The alignment of two lists: matched and unmatched elements, in display order.
struct Aligned {
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

  /// Aligns elements by their keys.
  ///
  /// Without ids, an element removed and one inserted between the same neighbours count as one changed element.
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
