/// What to type so that a test says what happened.
///
/// Every line compiles and passes as it stands, as far as that can be known: values are written as they were declared, and
/// whole structs by their memberwise initialisers. Where a value can't be written in Swift, because it is an object, a
/// closure, or of a type that shows itself in its own way, a comment stands in its place, and the line does not compile
/// before it is filled in.
enum Suggestion {
  /// The lines that turn `$0` from one value into another.
  ///
  /// - Parameters:
  ///   - before: The value that there is before the lines.
  ///   - after: The value that there must be after them.
  ///   - limit: How many lines may be given. What is left out is counted in a comment.
  static func assignments<Value>(from before: Value, to after: Value, limit: Int = 20) -> [String] {
    guard let change = Comparer.compare(before, after) else { return [] }
    var writer = AssignmentWriter()
    writer.write(change, target: "$0", declared: Value.self)
    let lines = writer.lines
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["// … \(grouped(lines.count - limit)) more lines"]
  }

  /// A value as a Swift expression.
  ///
  /// - Parameters:
  ///   - value: Any value.
  ///   - declared: The type of the place that it is for; nil if it isn't known, so that the expression says it.
  static func expression(for value: Any, declared: Any.Type? = nil) -> String {
    SourceWriter().source(of: value, declared: declared).text
  }

  /// The closure that asserts a change of state; empty if nothing changes.
  ///
  /// It is written behind the call that it belongs to, on the same line if it is short.
  static func closure<Value>(from before: Value, to after: Value) -> String {
    let lines = assignments(from: before, to: after)
    guard lines.count != 1 || lines[0].utf8.count > 80 || lines[0].contains("\n") else { return " { \(lines[0]) }" }
    return lines.isEmpty ? "" : " {\n" + lines.map { "  \($0)\n" }.joined() + "}"
  }

  /// The step that receives a feedback, and asserts how it changed the state.
  static func receive<Feedback, State>(_ feedback: Feedback, from before: State, to after: State) -> String {
    "await store.receive(\(argument(feedback)))" + closure(from: before, to: after)
  }

  /// The step that receives a feedback.
  static func receive<Feedback>(_ feedback: Feedback) -> String {
    "await store.receive(\(argument(feedback)))"
  }

  /// The step that receives an output.
  static func receiveOutput<Output>(_ output: Output) -> String {
    "await store.receiveOutput(\(argument(output)))"
  }

  /// The step that says that an effect was started.
  static func receiveEffect(_ name: String, of payload: Any?) -> String {
    let payload = payload.map { ", of: \(expression(for: $0))" } ?? ""
    return "await store.receiveEffect(\(name.debugDescription)\(payload))"
  }

  /// The step that sends an input, and asserts how it changed the state.
  static func send<Input, State>(_ input: Input, from before: State, to after: State) -> String {
    "await store.send(\(SourceWriter().source(of: input, declared: Input.self).text))"
      + closure(from: before, to: after)
  }

  /// A message as the argument of a step: as a value, or else by its case.
  private static func argument<Value>(_ value: Value) -> String {
    let source = SourceWriter().source(of: value, declared: Value.self)
    if !source.isComplete, case .choice(let name, let parts) = Structure(of: value), !parts.isEmpty {
      return "\(sourceName(of: type(of: value))).\(name)"
    }
    return source.text
  }
}
