/// The answer to a call as code of a test.
struct AnswerScript {
  /// What is called on the gate.
  private let call: Source

  /// The type of the gate.
  let gateType: String

  /// Puts an answer into code.
  init<Arguments, Value, Failure>(_ answer: GateAnswer<Value, Failure>, _: Arguments.Type) {
    gateType = "Gate<\(Self.name(Arguments.self)), \(Self.name(Value.self)), \(Self.name(Failure.self))>"
    switch answer {
    case .success(let value):
      let source = SourceWriter().source(of: value, declared: Value.self)
      call = value is Void ? Source("succeed()") : Source("succeed(with: \(source.text))", of: [source])
    case .failure(let error):
      let declared: Any.Type? = Failure.self == (any Error).self ? nil : Failure.self
      let source = SourceWriter().source(of: error, declared: declared)
      call = Source("fail(with: \(source.text))", of: [source])
    case .never: call = Source("hang()")
    }
  }

  /// The line that gives the answer; more than one if something must be filled in.
  ///
  /// - Parameters:
  ///   - variable: The name of the gate's variable.
  ///   - position: How many calls at the gate wait longer.
  func lines(on variable: String, position: Int) -> [String] {
    let target = position == 0 ? variable : "\(variable).pending[\(position)]"
    return Source((call.text == "hang()" ? "" : "await ") + "\(target).\(call.text)", of: [call]).lines
  }

  /// A type as code writes it.
  private static func name(_ type: Any.Type) -> String { type == Void.self ? "Void" : sourceName(of: type) }
}
