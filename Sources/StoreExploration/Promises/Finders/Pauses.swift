/// Situations of a mode in which an input has interrupted it, as while the app is in the background: the input has set a value, and
/// another one takes that back, and the mode goes on, or begins anew.
struct Pauses {
  /// The values that are set by inputs after which the mode no longer ends by itself.
  private let values: Set<Int>

  /// The inputs after which it does again, or has ended.
  private let returns: [PromiseFacts.Step]

  private let facts: PromiseFacts

  /// - Parameters:
  ///   - holds: Where the mode is on.
  ///   - reaches: From where it ends by itself.
  ///   - facts: Everything known.
  init(of holds: [Bool], reaching reaches: [Bool], in facts: PromiseFacts) {
    let inputs = facts.steps.filter { $0.input != nil && holds[$0.from] }
    values = inputs.filter { reaches[$0.from] && !reaches[$0.to] }.reduce(into: []) { values, step in
      values.formUnion(
        facts.atoms.indices.filter {
          facts.atoms[$0].isChoice && !facts.holds[$0][step.from] && facts.holds[$0][step.to]
        }
      )
    }
    returns = inputs.filter { !reaches[$0.from] && reaches[$0.to] }
    self.facts = facts
  }

  /// Whether the mode pauses in a situation.
  func includes(_ node: Int) -> Bool {
    returns.contains { step in
      step.from == node && values.contains { facts.holds[$0][node] && !facts.holds[$0][step.to] }
    }
  }
}
