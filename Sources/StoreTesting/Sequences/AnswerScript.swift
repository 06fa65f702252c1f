/// The answer to a call as code of a test.
struct AnswerScript {
  /// What is called on the gate.
  let call: String

  /// The type of the gate.
  let gateType: String

  /// Puts an answer into code.
  init<Arguments, Value, Failure>(_ answer: GateAnswer<Value, Failure>, _: Arguments.Type) {
    gateType = "Gate<\(Self.name(Arguments.self)), \(Self.name(Value.self)), \(Self.name(Failure.self))>"
    switch answer {
    case .success(let value):
      call = value is Void ? "succeed()" : "succeed(with: \(Suggestion.expression(for: value, declared: Value.self)))"
    case .failure(let error):
      let declared: Any.Type? = Failure.self == (any Error).self ? nil : Failure.self
      call = "fail(with: \(Suggestion.expression(for: error, declared: declared)))"
    case .never: call = "hang()"
    }
  }

  /// The line that gives the answer.
  ///
  /// - Parameters:
  ///   - variable: The name of the gate's variable.
  ///   - position: How many calls at the gate wait longer.
  func line(on variable: String, position: Int) -> String {
    let target = position == 0 ? variable : "\(variable).pending[\(position)]"
    return (call.hasPrefix("hang") ? "" : "await ") + "\(target).\(call)"
  }

  /// A type as code writes it.
  private static func name(_ type: Any.Type) -> String {
    if type == Void.self { return "Void" }
    return type == (any Error).self ? "any Error" : sourceName(of: type)
  }
}
