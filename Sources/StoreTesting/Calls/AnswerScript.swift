/// The answer to a call as test code.
package struct AnswerScript {
  private let method: String

  private var isAsync = true

  /// The argument, if any.
  private let value: SourceText?

  /// The label of the argument, with its colon.
  private var label = "with: "

  let gateType: String

  init<Arguments, Value, Failure>(_ answer: GateAnswer<Value, Failure>, _: Arguments.Type) {
    gateType = Self.name("Gate", Arguments.self, Value.self, Failure.self)
    switch answer {
    case .success(let result):
      method = "succeed"
      value = result is Void ? nil : SourceWriter().source(of: result, declared: Value.self)
    case .failure(let error):
      method = "fail"
      value = Self.source(of: error)
    case .never:
      isAsync = false
      method = "leaveUnanswered"
      value = nil
    }
  }

  init<Arguments, Element, Failure>(_ answer: StreamAnswer<Element, Failure>, _: Arguments.Type) {
    gateType = Self.name("StreamGate", Arguments.self, Element.self, Failure.self)
    switch answer {
    case .element(let element):
      method = "yield"
      label = ""
      value = element is Void ? nil : SourceWriter().source(of: element, declared: Element.self)
    case .finish:
      method = "finish"
      value = nil
    case .failure(let error):
      method = "fail"
      value = Self.source(of: error)
    }
  }

  /// Creates the assertion of a call that has opened a stream.
  init<Arguments, Element, Failure>(
    opening arguments: Arguments,
    of _: (Arguments, Element, Failure).Type
  ) {
    gateType = Self.name("StreamGate", Arguments.self, Element.self, Failure.self)
    method = "receiveListener"
    isAsync = false
    label = ""
    let source = SourceWriter().source(of: arguments, declared: Arguments.self)
    let isTuple = if case .tuple = ReflectedValue(of: arguments) { true } else { false }
    value =
      arguments is Void ? nil : isTuple ? SourceText(String(source.text.dropFirst().dropLast()), of: [source]) : source
  }

  /// Returns the line that answers the call; several lines if the user must fill in a value.
  ///
  /// - Parameters:
  ///   - variable: The name of the gate's variable.
  ///   - position: The number of older waiting calls at the gate.
  package func lines(on variable: String, position: Int) -> [String] {
    let arguments = [value.map { label + $0.text }, position == 0 ? nil : "skipping: \(position)"].compactMap(\.self)
    let call = "\(variable).\(method)(\(arguments.joined(separator: ", ")))"
    return SourceText((isAsync ? "await " : "") + call, of: [value].compactMap(\.self)).lines
  }

  private static func source<Failure: Error>(of error: Failure) -> SourceText {
    SourceWriter().source(of: error, declared: Failure.self == (any Error).self ? nil : Failure.self)
  }

  /// Returns the type of a gate as code.
  static func name(_ gate: String, _ types: Any.Type...) -> String {
    "\(gate)<\(types.map { $0 == Void.self ? "Void" : sourceName(of: $0) }.joined(separator: ", "))>"
  }
}

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
    let variable = names[gate] ?? variable(for: gate)
    let isNew = names.updateValue(variable, forKey: gate) == nil
    return (isNew ? ["let \(variable) = store.gate(\(quoted(gate)), as: \(answer.gateType).self)"] : [])
      + (calls.assertion(on: variable).map { [$0] } ?? []) + answer.lines(on: variable, position: position)
  }

  /// Returns the words of a gate's name as a variable, such as `savedName`.
  private func variable(for gate: String) -> String {
    let words = gate.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let name = words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let taken = ["store", "clock", "let", "await", "func", "in", "init", "self", "is", "as", "for", "if", "return"]
    let isName = name.first.map { $0.isLetter || $0 == "_" } ?? false
    return isName && !taken.contains(name) && !names.values.contains(name) ? name : "gate\(names.count + 1)"
  }
}
