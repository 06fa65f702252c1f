/// The keys that identify the elements of two lists.
struct ElementKeys {
  /// The keys of the first list's elements, without duplicates.
  let first: [AnyHashable]

  /// The keys of the second list's elements, without duplicates.
  let second: [AnyHashable]

  /// Whether the keys are ids, so that elements with different ids never count as one changed element.
  let areIdentities: Bool

  /// The number of elements with texts as keys. Creating a text takes time.
  private(set) var texts = 0

  /// The greatest number of elements whose keys may be texts.
  private static let textLimit = 2_000

  /// Creates the keys: ids, otherwise the elements themselves, otherwise their texts.
  ///
  /// - Parameters:
  ///   - first: Elements of the first list.
  ///   - second: Elements of the second list.
  ///   - limit: The greatest number of texts. The result is nil if more are needed.
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

  /// Returns the ids of values, if all values have unique ones. The address of an object isn't an id, as it doesn't
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
