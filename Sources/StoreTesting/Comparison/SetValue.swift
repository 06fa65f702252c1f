/// Values without order, each of which is there once.
package protocol SetValue {
  var count: Int { get }

  /// The values, in no order.
  var members: [Any] { get }

  /// The members of two sets side by side.
  ///
  /// - Parameters:
  ///   - other: Another set.
  ///   - isThorough: Whether to return those as well of which it is certain that they are alike.
  func pairs(with other: any SetValue, isThorough: Bool) -> MemberPairs
}

/// Members of two sets side by side.
package struct MemberPairs {
  /// What only the first has.
  var removed: [Any] = []

  /// What only the second has.
  var inserted: [Any] = []

  /// What both have, and what may differ all the same.
  var common: [(first: Any, second: Any)] = []
}

extension SetValue {
  /// The members of two sets of any types side by side.
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

  /// Finds the members of another set by their own `==`, so that large ones of which little differs cost little.
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
