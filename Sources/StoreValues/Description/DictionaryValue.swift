/// A dictionary with its types erased.
package protocol DictionaryValue {
  var count: Int { get }

  /// The keys and their values, unordered.
  var entries: [(key: Any, value: Any)] { get }

  /// Pairs the entries of two dictionaries.
  ///
  /// - Parameters:
  ///   - other: Another dictionary.
  ///   - isThorough: Whether to include entries that are provably equal.
  func pairs(with other: any DictionaryValue, isThorough: Bool) -> EntryPairs
}

/// The paired entries of two dictionaries.
package struct EntryPairs {
  /// The keys with both values, one of which may be missing.
  var entries: [(key: Any, first: Any?, second: Any?)] = []

  /// The number of equal entries that are not included.
  var alike = 0
}

extension DictionaryValue {
  /// Pairs the entries of two dictionaries of any types.
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

  /// Pairs the entries by the keys' `==`. Performance: long dictionaries with few differences stay cheap.
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

  /// Pairs the entries by keys of any type.
  func pairs(with other: any DictionaryValue, isThorough: Bool) -> EntryPairs {
    loosePairs(with: other, isThorough: isThorough)
  }
}

/// Returns a hashable key for a member or a dictionary key of any type.
func looseKey(of value: Any) -> AnyHashable {
  value as? AnyHashable ?? AnyHashable(identifyingText(of: value, limit: 1_000))
}
