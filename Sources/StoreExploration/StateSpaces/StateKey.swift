import StoreTesting

/// A state as a key, which needs no hash of its own.
struct StateKey<State: Equatable>: Hashable {
  let state: State

  private let hash: Int

  /// - Parameters:
  ///   - state: The state.
  ///   - other: The key of a state that may be equal, whose hash is then used.
  init(_ state: State, near other: Self? = nil) {
    self.state = state
    hash = if let other, other.state == state { other.hash } else { stateHash(of: state) }
  }

  static func == (first: Self, second: Self) -> Bool { first.hash == second.hash && first.state == second.state }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Returns the hash of a state, which needs no hash of its own.
func stateHash<State>(of state: State) -> Int {
  var parts = PartsHasher()
  parts.combine(state)
  return parts.finalize()
}

/// A hash of the parts of a value.
///
/// Performance: most parts have hashes of their own. A text of the whole value takes several times as long.
private struct PartsHasher {
  private static var maximumDepth: Int { 30 }

  private var hasher = Hasher()

  mutating func combine(_ value: Any, depth: Int = 0) {
    if let value = value as? any Hashable { return value.hash(into: &hasher) }
    guard depth < Self.maximumDepth else { return }
    if let list = value as? any ListValue {
      hasher.combine(list.count)
      for index in 0..<list.count { combine(list.element(at: index), depth: depth + 1) }
      return
    }
    let mirror = Mirror(reflecting: value)
    // The order of dictionaries is random, objects may contain themselves, and the parts of custom mirrors may be endless.
    let isPlain =
      switch mirror.displayStyle {
      case .optional: true
      case .struct, .enum, .tuple: !mirror.children.isEmpty && !(value is any CustomReflectable)
      default: false
      }
    guard isPlain else { return hasher.combine(identifyingText(of: value)) }
    for child in mirror.children {
      hasher.combine(child.label)
      combine(child.value, depth: depth + 1)
    }
  }

  consuming func finalize() -> Int { hasher.finalize() }
}
