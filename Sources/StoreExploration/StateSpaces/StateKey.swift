import StoreTesting

/// A state as a key, which needs no hash of its own.
struct StateKey<State: Equatable>: Hashable {
  let state: State

  private let hash: Int

  init(_ state: State) {
    self.state = state
    hash = stateHash(of: state)
  }

  static func == (first: Self, second: Self) -> Bool { first.hash == second.hash && first.state == second.state }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Returns the hash of a state, which needs no hash of its own.
func stateHash<State>(of state: State) -> Int {
  (state as? any Hashable)?.hashValue ?? identifyingText(of: state).hashValue
}
