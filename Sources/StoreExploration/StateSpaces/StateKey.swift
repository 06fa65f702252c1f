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
  var hasher = PartsHasher()
  hasher.combine(state)
  return hasher.finalize()
}
