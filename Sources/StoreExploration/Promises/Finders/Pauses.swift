/// Situations of a mode in which an input has interrupted it, as while the app is in the background: the input has set a value, and
/// another one takes that back, and the mode goes on, or begins anew. Of several interruptions, each is taken back by an input of its own.
/// What happens to another element interrupts none.
struct Pauses {
  /// The situations from which such inputs lead to where the mode ends by itself, and those.
  private let isIncluded: [Bool]

  /// - Parameters:
  ///   - mode: The mode.
  ///   - holds: Where it is on.
  ///   - reaches: From where it ends by itself.
  ///   - facts: Everything known.
  init(of mode: SpaceAtom, where holds: [Bool], reaching reaches: [Bool], in facts: PromiseFacts) {
    let stops = facts.steps.filter { $0.input != nil && holds[$0.from] && reaches[$0.from] && !reaches[$0.to] }
    let values = Self.values(setBy: stops, in: facts).filter { value in
      guard let own = mode.element, let element = facts.atoms[value].element else { return true }
      return own == element
    }
    isIncluded = facts.reaching(reaches) { step in
      step.input != nil && holds[step.from] && values.contains { facts.isEnded($0, by: step) }
    }
  }

  /// Returns the values that are set by inputs after which the mode no longer ends by itself.
  private static func values(setBy inputs: [PromiseFacts.Step], in facts: PromiseFacts) -> Set<Int> {
    inputs.reduce(into: []) { values, step in
      values.formUnion(facts.atoms.indices.filter { facts.atoms[$0].isChoice && facts.isSet($0, by: step) })
    }
  }

  /// Whether the mode pauses in a situation in which it doesn't end by itself.
  func includes(_ node: Int) -> Bool { isIncluded[node] }
}
