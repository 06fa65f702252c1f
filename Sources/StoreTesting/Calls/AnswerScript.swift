/// The answer to a call as test code.
package struct AnswerScript {
  private let method: String

  /// The argument, if any.
  private let value: SourceText?

  let gateType: String

  init<Arguments, Value, Failure>(_ answer: GateAnswer<Value, Failure>, _: Arguments.Type) {
    gateType = "Gate<\(Self.name(Arguments.self)), \(Self.name(Value.self)), \(Self.name(Failure.self))>"
    switch answer {
    case .success(let result):
      method = "succeed"
      value = result is Void ? nil : SourceWriter().source(of: result, declared: Value.self)
    case .failure(let error):
      method = "fail"
      let declared: Any.Type? = Failure.self == (any Error).self ? nil : Failure.self
      value = SourceWriter().source(of: error, declared: declared)
    case .never:
      method = "leaveUnanswered"
      value = nil
    }
  }

  /// Returns the line that answers the call; several lines if the user must fill in a value.
  ///
  /// - Parameters:
  ///   - variable: The name of the gate's variable.
  ///   - position: The number of older waiting calls at the gate.
  func lines(on variable: String, position: Int) -> [String] {
    let arguments = [value.map { "with: \($0.text)" }, position == 0 ? nil : "skipping: \(position)"].compactMap(\.self)
    let call = "\(variable).\(method)(\(arguments.joined(separator: ", ")))"
    return SourceText((method == "leaveUnanswered" ? "" : "await ") + call, of: [value].compactMap(\.self)).lines
  }

  private static func name(_ type: Any.Type) -> String { type == Void.self ? "Void" : sourceName(of: type) }
}
