/// The hash of a value that needs no hash of its own, from the hashes of its parts.
///
/// It is built once per type from the types of the fields, and reads the fields in memory.
///
/// Performance: a mirror wraps each field of each value anew, and a text of the whole value takes still longer.
///
/// Safety: it is `@unchecked Sendable`. It stores only types, offsets and other hashes. It calls no `hash(into:)` that could
/// be bound to an actor: only those of the standard library, and those that a dynamic cast permits.
package struct PartsHash: @unchecked Sendable {
  private static let known = TypeFacts(make)

  /// The greatest depth of the parts that count, as a mirror may contain its own subject.
  private static let maximumDepth = 30

  /// Adds the value at an address, which lies at a depth.
  private let add: (_ value: UnsafeRawPointer, _ hasher: inout Hasher, _ depth: Int) -> Void

  fileprivate init(_ add: @escaping (_ value: UnsafeRawPointer, _ hasher: inout Hasher, _ depth: Int) -> Void) {
    self.add = add
  }

  /// Adds a value to a hash.
  package static func combine<Value>(_ value: Value, into hasher: inout Hasher) {
    combine(value, into: &hasher, depth: 0)
  }

  fileprivate static func combine<Value>(_ value: Value, into hasher: inout Hasher, depth: Int) {
    guard depth < maximumDepth else { return }
    withUnsafePointer(to: value) { known[Value.self].add($0, &hasher, depth) }
  }
}

// MARK: - Construction

extension PartsHash {
  private static func make(for type: Any.Type) -> Self {
    func make<Value>(of _: Value.Type) -> Self { Self(of: Value.self) }
    return _openExistential(type, do: make)
  }

  private init<Value>(of type: Value.Type) {
    if isPlain(type), let type = type as? any Hashable.Type {
      self = Self.own(of: type)
      return
    }
    let parts = Self(partsOf: type)
    guard isHashable(type) else {
      self = parts
      return
    }
    self.init { place, hasher, depth in
      if let value = place.assumingMemoryBound(to: Value.self).pointee as? any Hashable {
        value.hash(into: &hasher)
      } else {
        parts.add(place, &hasher, depth)
      }
    }
  }

  /// Uses the hash of a standard library type.
  private static func own<Value: Hashable>(of _: Value.Type) -> Self {
    Self { place, hasher, _ in place.assumingMemoryBound(to: Value.self).pointee.hash(into: &hasher) }
  }

  private init<Value>(partsOf type: Value.Type) {
    // A type with a custom mirror is known by its text. Its parts may be endless.
    if let type = type as? any Divided.Type {
      self = type.partsHash
    } else if let type = type as? any ListValue.Type {
      self = Self.elements(of: type)
    } else if let type = type as? any StructuredValue.Type {
      self = Self.content(of: type)
    } else if !(type is any CustomReflectable.Type), let fields = FieldLayout.fields(of: type), !fields.isEmpty {
      let parts = fields.map { (offset: $0.offset, hash: Self.known[$0.type]) }
      self.init { place, hasher, depth in
        guard depth < Self.maximumDepth else { return }
        for part in parts { part.hash.add(place + part.offset, &hasher, depth + 1) }
      }
    } else {
      self.init { place, hasher, depth in
        Self.combine(reflected: place.assumingMemoryBound(to: Value.self).pointee, Value.self, into: &hasher, depth)
      }
    }
  }

  private static func elements<List: ListValue>(of _: List.Type) -> Self {
    Self { place, hasher, depth in
      let list = place.assumingMemoryBound(to: List.self).pointee
      hasher.combine(list.count)
      guard depth < maximumDepth else { return }
      list.withUnsafeBufferPointer { elements in
        guard let first = elements.baseAddress else { return }
        // Looked up lazily, as a type may contain arrays of itself.
        let hash = known[List.Element.self]
        for index in elements.indices { hash.add(first + index, &hasher, depth + 1) }
      }
    }
  }

  /// Uses the content of a container that has more in memory, such as an index.
  private static func content<Value: StructuredValue>(of _: Value.Type) -> Self {
    Self { place, hasher, depth in
      func add<Part>(_ part: Part) { combine(part, into: &hasher, depth: depth + 1) }
      let value = place.assumingMemoryBound(to: Value.self).pointee
      switch value.reflected {
      case .list(let list, _): _openExistential(list as Any, do: add)
      case .dictionary(let entries, _): _openExistential(entries as Any, do: add)
      case .present(let content): _openExistential(content, do: add)
      default: hasher.combine(identifyingText(of: value))
      }
    }
  }

  /// Adds a value whose parts lie at no fixed places.
  private static func combine(reflected value: Any, _ declared: Any.Type, into hasher: inout Hasher, _ depth: Int) {
    func add<Part>(_ part: Part) { combine(part, into: &hasher, depth: depth + 1) }
    let mirror = Mirror(reflecting: value)
    guard mirror.subjectType == declared else {
      // The value of an existential type has another type than that.
      return if let value = value as? any Hashable {
        value.hash(into: &hasher)
      } else {
        hasher.combine(identifyingText(of: value))
      }
    }
    guard !(value is any CustomReflectable), !mirror.children.isEmpty,
      [.enum, .struct, .tuple].contains(mirror.displayStyle)
    else {
      return hasher.combine(mirror.displayStyle == .enum ? runtimeName(ofCase: value) : identifyingText(of: value))
    }
    for child in mirror.children {
      hasher.combine(child.label)
      _openExistential(child.value, do: add)
    }
  }
}

// MARK: - Containers

/// A type that knows how to hash its contents, though they may have no hash.
private protocol Divided {
  static var partsHash: PartsHash { get }
}

extension Optional: Divided {
  fileprivate static var partsHash: PartsHash {
    PartsHash { place, hasher, depth in
      let value = place.assumingMemoryBound(to: Self.self).pointee
      hasher.combine(value == nil)
      if let value { PartsHash.combine(value, into: &hasher, depth: depth + 1) }
    }
  }
}

extension Dictionary: Divided {
  /// Adds the entries in any order.
  fileprivate static var partsHash: PartsHash {
    PartsHash { place, hasher, depth in
      let entries = place.assumingMemoryBound(to: Self.self).pointee
      hasher.combine(entries.count)
      hasher.combine(
        entries.reduce(into: 0) { sum, entry in
          var hasher = Hasher()
          PartsHash.combine(entry.key, into: &hasher, depth: depth + 1)
          PartsHash.combine(entry.value, into: &hasher, depth: depth + 1)
          sum &+= hasher.finalize()
        }
      )
    }
  }
}
