/// What elements of two lists are known by.
struct ElementKeys {
  /// The keys of the first list's elements, each of them once.
  let first: [AnyHashable]

  /// The keys of the second list's elements, each of them once.
  let second: [AnyHashable]

  /// Whether the elements have identities, so that two of different identity are never one that was changed.
  let areIdentities: Bool

  /// How many elements were told apart by their texts, which takes time.
  private(set) var texts = 0

  /// How many elements may be told apart by their texts.
  private static let textLimit = 2_000

  /// Finds keys: identities, or else the elements themselves, or else their texts.
  ///
  /// - Parameters:
  ///   - first: Elements of the first list.
  ///   - second: Elements of the second list.
  ///   - limit: How many texts there is time for; nil is returned where more are needed.
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

  /// The identities of values, if all have one of their own. An object that is known by its address has none that lasts.
  private static func identities(_ values: [Any]) -> [AnyHashable]? {
    var ids: [AnyHashable] = []
    for value in values {
      guard let id = identity(of: value) else { return nil }
      ids.append(id)
    }
    return Set(ids).count == ids.count ? ids : nil
  }
}

/// The identity of a value that has one which outlasts its changes.
package func identity(of value: Any) -> AnyHashable? {
  func id<Value: Identifiable>(of value: Value) -> AnyHashable { AnyHashable(value.id) }
  guard let value = value as? any Identifiable else { return nil }
  let id = id(of: value)
  return id.base is ObjectIdentifier ? nil : id
}

/// Elements of two lists that belong together, and those that belong to nothing, in the order in which they are shown.
struct Aligned {
  /// Two elements that belong together, or one by itself.
  struct Match {
    /// The position in the first list.
    var first: Int?

    /// The position in the second list.
    var second: Int?

    /// Whether its order among the others changed.
    var isMoved = false
  }

  /// What belongs together.
  let matches: [Match]

  init(byPosition first: Int, _ second: Int) {
    matches = (0..<max(first, second)).map { Match(first: $0 < first ? $0 : nil, second: $0 < second ? $0 : nil) }
  }

  /// Aligns elements by their keys.
  ///
  /// Without identities, what was taken out and what was put in between the same two neighbours is one that was changed.
  ///
  /// - Parameters:
  ///   - keys: What the elements are known by.
  ///   - isSameLength: Whether both lists are of the same length, so that a position means the same in both.
  ///   - haveGaps: Whether others lie between the elements, which have kept their places, so that nothing may move past them.
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

  /// What was taken out and what was put in that are one element which was changed.
  private static func changed(_ gone: ArraySlice<Int>, _ new: ArraySlice<Int>, atSamePlace: Bool) -> [(Int, Int)] {
    guard atSamePlace else { return Array(zip(gone, new)) }
    let places = Set(new)
    return gone.filter(places.contains).map { ($0, $0) }
  }
}
