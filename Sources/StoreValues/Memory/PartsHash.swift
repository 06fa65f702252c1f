/// The hash of values of a type that need no hash of their own, from the hashes of their parts.
///
/// It is built once per type from the types of the fields, and reads the fields in memory.
///
/// Performance: a mirror wraps each field of each value anew, and a text of the whole value takes still longer.
///
/// Safety: it is `@unchecked Sendable`. It stores only types, offsets and other hashes. It calls no `hash(into:)` that could
/// be bound to an actor: only those of the standard library, and those that a dynamic cast permits.
struct PartsHash: @unchecked Sendable {
  fileprivate static let known = TypeFacts(make)

  /// Adds the value at an address.
  fileprivate let add: (_ value: UnsafeRawPointer, _ hasher: inout PartsHasher) -> Void

  fileprivate init(_ add: @escaping (_ value: UnsafeRawPointer, _ hasher: inout PartsHasher) -> Void) {
    self.add = add
  }
}

/// A hasher of values that need no hash of their own.
package struct PartsHasher {
  /// What stands for a value whose memory says too much or too little, such as a container with an index, or an object.
  enum Content {
    case value(Any)
    case text(String)
  }

  /// The greatest depth of the parts that count, as a mirror may contain its own subject.
  private static let maximumDepth = 30

  fileprivate var hasher = Hasher()
  private var depth = 0
  private let content: (Any) -> Content

  /// - Parameter content: Returns what stands for such a value.
  init(_ content: @escaping (Any) -> Content) {
    self.content = content
  }

  /// Adds a value.
  package mutating func combine<Value>(_ value: Value) {
    withUnsafePointer(to: value) { PartsHash.known[Value.self].add($0, &self) }
  }

  package consuming func finalize() -> Int { hasher.finalize() }

  /// Adds parts, unless they lie too deep.
  fileprivate mutating func enter(_ add: (inout Self) -> Void) {
    guard depth < Self.maximumDepth else { return }
    depth += 1
    add(&self)
    depth -= 1
  }

  fileprivate mutating func open(_ value: Any) {
    func add<Part>(_ part: Part) { enter { $0.combine(part) } }
    _openExistential(value, do: add)
  }

  fileprivate mutating func combine(contentOf value: Any) {
    switch content(value) {
    case .value(let content): open(content)
    case .text(let text): hasher.combine(text)
    }
  }

  /// Returns the hash that this has with further parts, without adding them.
  fileprivate func hash(of parts: (inout Self) -> Void) -> Int {
    var other = self
    parts(&other)
    return other.finalize()
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
    self.init { place, hasher in
      if let value = place.assumingMemoryBound(to: Value.self).pointee as? any Hashable {
        value.hash(into: &hasher.hasher)
      } else {
        parts.add(place, &hasher)
      }
    }
  }

  /// Uses the hash of a standard library type.
  private static func own<Value: Hashable>(of _: Value.Type) -> Self {
    Self { $0.assumingMemoryBound(to: Value.self).pointee.hash(into: &$1.hasher) }
  }

  private init<Value>(partsOf type: Value.Type) {
    if let type = type as? any Divided.Type {
      self = type.partsHash
    } else if !(type is any CustomReflectable.Type), let fields = FieldLayout.fields(of: type), !fields.isEmpty {
      let parts = fields.map { (offset: $0.offset, hash: Self.known[$0.type]) }
      self.init { place, hasher in
        hasher.enter { hasher in
          for part in parts { part.hash.add(place + part.offset, &hasher) }
        }
      }
    } else {
      self.init { place, hasher in
        Self.combine(reflected: place.assumingMemoryBound(to: Value.self).pointee, Value.self, into: &hasher)
      }
    }
  }

  /// Adds a value whose parts lie at no fixed places.
  private static func combine(reflected value: Any, _ declared: Any.Type, into hasher: inout PartsHasher) {
    // A type with a custom mirror has parts that may be endless.
    guard !(value is any CustomReflectable) else { return hasher.combine(contentOf: value) }
    let mirror = Mirror(reflecting: value)
    guard mirror.subjectType == declared else {
      // The value of an existential type has another type than that.
      return if let value = value as? any Hashable {
        value.hash(into: &hasher.hasher)
      } else {
        hasher.combine(contentOf: value)
      }
    }
    switch mirror.displayStyle {
    case .enum where mirror.children.isEmpty: hasher.hasher.combine(runtimeName(ofCase: value))
    case .enum, .struct, .tuple:
      guard !mirror.children.isEmpty else { return hasher.combine(contentOf: value) }
      for child in mirror.children {
        hasher.hasher.combine(child.label)
        hasher.open(child.value)
      }
    default: hasher.combine(contentOf: value)
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
    PartsHash { place, hasher in
      let value = place.assumingMemoryBound(to: Self.self).pointee
      hasher.hasher.combine(value == nil)
      if let value { hasher.enter { $0.combine(value) } }
    }
  }
}

extension Divided where Self: ListValue {
  fileprivate static var partsHash: PartsHash {
    PartsHash { place, hasher in
      let list = place.assumingMemoryBound(to: Self.self).pointee
      hasher.hasher.combine(list.count)
      hasher.enter { hasher in
        list.withUnsafeBufferPointer { elements in
          guard let first = elements.baseAddress else { return }
          // Looked up lazily, as a type may contain arrays of itself.
          let hash = PartsHash.known[Element.self]
          for index in elements.indices { hash.add(first + index, &hasher) }
        }
      }
    }
  }
}

extension Array: Divided {}
extension ContiguousArray: Divided {}
extension ArraySlice: Divided {}

extension Dictionary: Divided {
  /// Adds the entries in any order.
  fileprivate static var partsHash: PartsHash {
    PartsHash { place, hasher in
      let entries = place.assumingMemoryBound(to: Self.self).pointee
      hasher.hasher.combine(entries.count)
      hasher.enter { hasher in
        var sum = 0
        for (key, value) in entries {
          sum &+= hasher.hash { hasher in
            hasher.combine(key)
            hasher.combine(value)
          }
        }
        hasher.hasher.combine(sum)
      }
    }
  }
}
