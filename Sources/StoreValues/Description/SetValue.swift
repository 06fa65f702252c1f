/// A set with its type erased.
package protocol SetValue {
  var count: Int { get }

  /// The members, unordered.
  var members: [Any] { get }

  /// Pairs the members of two sets.
  ///
  /// - Parameters:
  ///   - other: Another set.
  ///   - isThorough: Whether to include members that are provably equal.
  func pairs(with other: any SetValue, isThorough: Bool) -> MemberPairs
}

/// The paired members of two sets.
package struct MemberPairs {
  /// The members of the first set only.
  package var removed: [Any] = []

  /// The members of the second set only.
  package var inserted: [Any] = []

  /// The common members, which may have hidden differences.
  var common: [(first: Any, second: Any)] = []
}

extension SetValue {
  /// Pairs the members of two sets of any types.
  func loosePairs(with other: any SetValue, isThorough: Bool) -> MemberPairs {
    var rest = Dictionary(other.members.map { (looseKey(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    var result = MemberPairs()
    for member in members {
      guard let match = rest.removeValue(forKey: looseKey(of: member)) else {
        result.removed.append(member)
        continue
      }
      if isThorough || !areProvablyEqual(member, match) { result.common.append((member, match)) }
    }
    result.inserted = Array(rest.values)
    return result
  }
}

extension Set: SetValue {
  package var members: [Any] { map { $0 } }

  /// Pairs the members by `==`. Performance: large sets with few differences stay cheap.
  package func pairs(with other: any SetValue, isThorough: Bool) -> MemberPairs {
    guard let other = other as? Self, isHashable(Element.self) else {
      return loosePairs(with: other, isThorough: isThorough)
    }
    let check = HiddenDifferenceCheck.check(for: Element.self)
    var result = MemberPairs()
    var common = 0
    for member in self {
      guard let place = other.firstIndex(of: member) else {
        result.removed.append(member)
        continue
      }
      common += 1
      let match = other[place]
      if isThorough || !check.isPassed(member, match) { result.common.append((member, match)) }
    }
    guard common < other.count else { return result }
    for member in other where !contains(member) { result.inserted.append(member) }
    return result
  }
}

struct LooseMembers: SetValue {
  let members: [Any]

  var count: Int { members.count }

  func pairs(with other: any SetValue, isThorough: Bool) -> MemberPairs {
    loosePairs(with: other, isThorough: isThorough)
  }
}
