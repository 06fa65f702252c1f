/// What to type so that a test says what happened.
///
/// Every line compiles and passes as it stands, as far as that can be known: values are written as they were declared, and
/// whole structs by their memberwise initialisers, with a comment that says so. A message that can't be written in Swift, or that is not equal to itself,
/// is received by its case, or by a pattern. Where a part of a state can't be written, because it is an object, a closure, or
/// of a type that shows itself in its own way, a comment says what to do.
package enum Suggestion {
  /// How many lines a change may take where nobody says otherwise.
  static let usualLimit = 20

  /// The lines that turn `$0` from one value into another.
  ///
  /// - Parameters:
  ///   - before: The value that there is before the lines.
  ///   - after: The value that there must be after them.
  ///   - limit: How many lines may be given. What is left out is counted in a comment.
  static func assignments<Value>(from before: Value, to after: Value, limit: Int = usualLimit) -> [String] {
    assignments(Comparer.compare(before, after), in: Value.self, limit: limit)
  }

  /// The lines that make a change in `$0`.
  ///
  /// - Parameters:
  ///   - change: What differs; nil if nothing does.
  ///   - type: The type of `$0`.
  ///   - limit: How many lines may be given. What is left out is counted in a comment.
  private static func assignments(_ change: Change?, in type: Any.Type, limit: Int = usualLimit) -> [String] {
    guard let change else { return [] }
    var writer = AssignmentWriter()
    writer.write(change, target: "$0", declared: type)
    let lines = writer.lines
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["// … \(count(lines.count - limit, "more line"))"]
  }

  /// The closure that asserts a change of state; empty if nothing changes.
  ///
  /// It is written behind the call that it belongs to, on the same line if it is short.
  static func closure<Value>(from before: Value, to after: Value, limit: Int = usualLimit) -> String {
    closure(Comparer.compare(before, after), in: Value.self, limit: limit)
  }

  /// The closure that asserts a change of state that has been found already.
  ///
  /// - Parameters:
  ///   - change: What differs; nil if nothing does.
  ///   - type: The type of the state.
  ///   - limit: How many lines may be given.
  static func closure(_ change: Change?, in type: Any.Type, limit: Int = usualLimit) -> String {
    let lines = assignments(change, in: type, limit: limit)
    guard lines.count != 1 || lines[0].utf8.count > 80 || lines[0].hasPrefix("//") else { return " { \(lines[0]) }" }
    // A closure of comments only would have no parameter.
    let head = lines.allSatisfy { $0.hasPrefix("//") } ? " {\n  _ = $0\n" : " {\n"
    return lines.isEmpty ? "" : head + lines.map { "  \($0)\n" }.joined() + "}"
  }

  /// The step that receives a feedback, and asserts how it changed the state.
  package static func receive<Feedback, State>(_ feedback: Feedback, from before: State, to after: State) -> String {
    step("receive", of: feedback) + closure(from: before, to: after)
  }

  static func receive<Feedback>(_ feedback: Feedback) -> String {
    step("receive", of: feedback)
  }

  package static func receiveOutput<Output>(_ output: Output) -> String {
    step("receiveOutput", of: output)
  }

  /// The step that says that an effect was started, and what it was asked for, if that can be written.
  package static func receiveEffect(_ name: String, of payload: Any?) -> String {
    let source = payload.flatMap { payload in
      areEqual(payload, payload) == false ? nil : SourceWriter().source(of: payload, declared: nil)
    }
    let argument = source.flatMap { $0.isComplete ? ", of: \($0.text)" : nil } ?? ""
    let comments = argument.isEmpty ? [] : source?.comments ?? []
    return (comments + ["await store.receiveEffect(\(quoted(name))\(argument))"]).joined(separator: "\n")
  }

  /// The step that sends an input, and asserts how it changed the state.
  package static func send<Input, State>(_ input: Input, from before: State, to after: State, limit: Int = usualLimit)
    -> String
  {
    let source = SourceWriter().source(of: input, declared: Input.self)
    let step = "await store.send(\(source.text))" + closure(from: before, to: after, limit: limit)
    return Source(step, of: [source]).lines.joined(separator: "\n")
  }

  /// The step that receives a message: as a value, or else by its case, or else by a pattern.
  private static func step<Value>(_ call: String, of value: Value) -> String {
    let (argument, comments) = argument(value)
    return (comments + ["await store.\(call)(\(argument))"]).joined(separator: "\n")
  }

  /// A message as the argument of a step, and what it takes for granted.
  private static func argument<Value>(_ value: Value) -> (text: String, comments: [String]) {
    let source = SourceWriter().source(of: value, declared: Value.self)
    // What is not equal to itself, such as a payload that is not a number, equals nothing that a test could say.
    let isKnownAgain = areEqual(value, value) ?? differences(value, value, limit: 1).isEmpty
    if source.isComplete, isKnownAgain { return (source.text, source.comments) }
    let comments = source.obstacle == .random ? source.advice.map { ["// \($0)"] } ?? [] : []
    guard case .choice(let name, let parts) = Structure(of: value) else { return ("where: { _ in true }", comments) }
    let member = memberName(name)
    // A closure can't be taken out of a case, and so the case is not known by its constructor.
    let byPattern = parts.isEmpty || parts.contains { isClosure(type(of: $0.value)) }
    return byPattern
      ? ("where: { if case .\(member) = $0 { true } else { false } }", comments)
      : ("\(sourceName(of: type(of: value))).\(member)", comments)
  }
}
