/// Values by keys, without order.
package protocol DictionaryValue {
  var count: Int { get }

  /// The keys and their values, in no order.
  var entries: [(key: Any, value: Any)] { get }

  /// The entries of two dictionaries side by side.
  ///
  /// - Parameters:
  ///   - other: Another dictionary.
  ///   - isThorough: Whether to return those as well of which it is certain that they are alike.
  func pairs(with other: any DictionaryValue, isThorough: Bool) -> EntryPairs
}

/// Entries of two dictionaries side by side.
package struct EntryPairs {
  /// Keys with both values, of which one may be missing.
  var entries: [(key: Any, first: Any?, second: Any?)] = []

  /// How many more entries both have, that are alike.
  var alike = 0
}

extension DictionaryValue {
  /// The entries of two dictionaries of any types side by side.
  func loosePairs(with other: any DictionaryValue, isThorough: Bool) -> EntryPairs {
    var rest = Dictionary(other.entries.map { (looseKey(of: $0.key), $0) }, uniquingKeysWith: { first, _ in first })
    var result = EntryPairs()
    for (key, value) in entries {
      let match = rest.removeValue(forKey: looseKey(of: key))?.value
      if let match, !isThorough, areProvablyEqual(value, match) {
        result.alike += 1
      } else {
        result.entries.append((key, value, match))
      }
    }
    result.entries += rest.values.map { ($0.key, nil, $0.value) }
    return result
  }
}

extension Dictionary: DictionaryValue {
  package var entries: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }

  /// Finds the entries of another dictionary by the keys' own `==`, so that long ones of which little differs cost little.
  package func pairs(with other: any DictionaryValue, isThorough: Bool) -> EntryPairs {
    guard let other = other as? Self, isHashable(Key.self) else {
      return loosePairs(with: other, isThorough: isThorough)
    }
    let check = HiddenDifferenceCheck.check(for: Value.self)
    var result = EntryPairs()
    var common = 0
    for (key, value) in self {
      guard let place = other.index(forKey: key) else {
        result.entries.append((key, value, nil))
        continue
      }
      common += 1
      let match = other[place].value
      if !isThorough, check.isPassed(value, match) {
        result.alike += 1
      } else {
        result.entries.append((key, value, match))
      }
    }
    guard common < other.count else { return result }
    for (key, value) in other where index(forKey: key) == nil { result.entries.append((key, nil, value)) }
    return result
  }
}

struct LooseEntries: DictionaryValue {
  let entries: [(key: Any, value: Any)]

  var count: Int { entries.count }

  /// Finds the entries of another dictionary by keys of any type.
  func pairs(with other: any DictionaryValue, isThorough: Bool) -> EntryPairs {
    loosePairs(with: other, isThorough: isThorough)
  }
}

/// What a member or a key of any type is known by.
func looseKey(of value: Any) -> AnyHashable {
  value as? AnyHashable ?? AnyHashable(identifyingText(of: value, limit: 1_000))
}
