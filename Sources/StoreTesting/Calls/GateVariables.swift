/// The variables for gates in test code, each declared before its first use.
package struct GateVariables {
  package init() {}

  /// The variables, by the names of the gates.
  private var names: [String: String] = [:]

  /// Returns the lines that answer a call, preceded by the declaration of the gate's variable on its first use.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - gate: The name of the gate.
  ///   - position: The number of older waiting calls at the gate.
  ///   - calls: The calls whose arguments are asserted before.
  package mutating func lines(
    for answer: AnswerScript,
    at gate: String,
    position: Int,
    asserting calls: [any WaitingCall] = []
  ) -> [String] {
    let variable = names[gate] ?? Self.variable(for: gate, besides: names.count)
    let isNew = names.updateValue(variable, forKey: gate) == nil
    return (isNew ? ["let \(variable) = store.gate(\(quoted(gate)), as: \(answer.gateType).self)"] : [])
      + (calls.assertion(on: variable).map { [$0] } ?? []) + answer.lines(on: variable, position: position)
  }

  private static func variable(for gate: String, besides count: Int) -> String {
    let isName = gate.first.map { $0.isLetter || $0 == "_" } ?? false
    let isPlain = isName && gate.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let taken = ["store", "clock", "let", "await", "func", "in", "init", "self", "is", "as", "for", "if", "return"]
    return isPlain && !taken.contains(gate) ? gate : "gate\(count + 1)"
  }
}
