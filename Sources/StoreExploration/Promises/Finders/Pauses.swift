/// Situations of a mode in which an input has interrupted it, as while the app is in the background: the input has set a value, and
/// another one takes that back, and the mode goes on, or begins anew. Of several interruptions, each is taken back by an input of its own.
struct Pauses {
  private let isIncluded: [Bool]

  /// - Parameters:
  ///   - holds: Where the mode is on.
  ///   - reaches: From where it ends by itself.
  ///   - facts: Everything known.
  init(of holds: [Bool], reaching reaches: [Bool], in facts: PromiseFacts) {
    let inputs = facts.steps.filter { $0.input != nil && holds[$0.from] && !reaches[$0.from] }
    let stops = facts.steps.filter { $0.input != nil && holds[$0.from] && reaches[$0.from] && !reaches[$0.to] }
    let values = Self.values(setBy: stops, in: facts)
    let returns = inputs.filter { step in values.contains { facts.isEnded($0, by: step) } }
    var isIncluded = holds.map { _ in false }
    var count = 0
    repeat {
      count = isIncluded.count { $0 }
      for step in returns where reaches[step.to] || isIncluded[step.to] { isIncluded[step.from] = true }
    } while isIncluded.count { $0 } > count
    self.isIncluded = isIncluded
  }

  /// Returns the values that are set by inputs after which the mode no longer ends by itself.
  private static func values(setBy inputs: [PromiseFacts.Step], in facts: PromiseFacts) -> Set<Int> {
    inputs.reduce(into: []) { values, step in
      values.formUnion(facts.atoms.indices.filter { facts.atoms[$0].isChoice && facts.isSet($0, by: step) })
    }
  }

  /// Whether the mode pauses in a situation.
  func includes(_ node: Int) -> Bool { isIncluded[node] }
}
