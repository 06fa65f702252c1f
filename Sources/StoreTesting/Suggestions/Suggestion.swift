/// A namespace for the code that makes a test assert an event.
///
/// Suggested lines compile and pass if all required facts are known. Values are written with their declared types.
/// Structs use their memberwise initialisers, with a comment about that assumption. A message that can't be written in
/// Swift, or isn't equal to itself, is received by its case or by a pattern. For a part of the state that can't be
/// written, a comment gives advice: an object, a closure, or a type with a custom mirror.
package enum Suggestion {
  /// The default of the greatest number of lines for a change.
  static let defaultLimit = 20

  /// Returns the path of the test's file, if its failures will be read.
  private static func readable(_ file: String?) -> String? {
    // Performance: a run with a mutant only counts its failures.
    Hooks.mutator == nil ? file : nil
  }

  /// Returns the lines that change `$0` from one value to another.
  ///
  /// - Parameters:
  ///   - before: The value before the lines.
  ///   - after: The value after the lines.
  ///   - limit: The greatest number of lines. A comment counts the rest.
  ///   - file: The path of the test's file, near which the declarations of types are; nil if unknown.
  static func assignments<Value>(
    from before: Value,
    to after: Value,
    limit: Int = defaultLimit,
    near file: String? = nil
  ) -> [String] {
    assignments(Comparer.compare(before, after), in: Value.self, limit: limit, near: file)
  }

  /// Returns the lines that make a change in `$0`.
  ///
  /// - Parameters:
  ///   - change: The change, if any.
  ///   - type: The type of `$0`.
  ///   - limit: The greatest number of lines. A comment counts the rest.
  ///   - file: The path of the test's file.
  private static func assignments(_ change: ValueChange?, in type: Any.Type, limit: Int, near file: String?)
    -> [String]
  {
    guard let change else { return [] }
    var writer = AssignmentWriter(near: readable(file))
    writer.write(change, target: "$0", declared: type)
    let lines = writer.lines
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["// … \(count(lines.count - limit, "more line"))"]
  }

  /// Returns the closure that asserts a change of the state; empty without a change.
  ///
  /// It follows the call, on the same line if it is short.
  package static func closure<Value>(
    from before: Value,
    to after: Value,
    limit: Int = defaultLimit,
    near file: String? = nil
  ) -> String {
    closure(Comparer.compare(before, after), in: Value.self, limit: limit, near: file)
  }

  /// Returns the closure that asserts a known change of the state.
  ///
  /// - Parameters:
  ///   - change: The change, if any.
  ///   - type: The type of the state.
  ///   - limit: The greatest number of lines. A comment counts the rest.
  ///   - file: The path of the test's file.
  static func closure(
    _ change: ValueChange?,
    in type: Any.Type,
    limit: Int = defaultLimit,
    near file: String? = nil
  ) -> String {
    closure(of: assignments(change, in: type, limit: limit, near: file))
  }

  /// Returns the closure that asserts a change of the state, for a test's source.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - relative: Whether numbers are changed by their differences.
  static func closure(from change: ClosureChange, relative: Bool) -> String {
    closure(of: change.lines(isRelative: relative))
  }

  /// Returns a closure with lines; empty without any.
  private static func closure(of lines: [String]) -> String {
    guard lines.count != 1 || lines[0].utf8.count > 80 || lines[0].hasPrefix("//") else { return " { \(lines[0]) }" }
    // A closure that contains only comments would have no parameter.
    let head = lines.allSatisfy { $0.hasPrefix("//") } ? " {\n  _ = $0\n" : " {\n"
    return lines.isEmpty ? "" : head + lines.map { "  \($0)\n" }.joined() + "}"
  }

  /// Returns the step that receives a feedback, and asserts how it changed the state.
  package static func receive<Feedback, State>(
    _ feedback: Feedback,
    from before: State,
    to after: State,
    near file: String? = nil
  ) -> String {
    step("receive", of: feedback, near: file) + closure(from: before, to: after, near: file)
  }

  /// Returns the step that receives feedbacks in any order, and asserts how they changed the state; nil if they can't be
  /// written.
  static func receive<Feedback, State>(
    unordered feedback: [Feedback],
    from before: State,
    to after: State,
    near file: String?
  ) -> String? {
    let source = SourceWriter(near: readable(file)).source(of: feedback, declared: [Feedback].self)
    guard source.isComplete else { return nil }
    let step = "await store.receive(unordered: \(source.text))" + closure(from: before, to: after, near: file)
    return SourceText(step, of: [source]).lines.joined(separator: "\n")
  }

  static func receive<Feedback>(_ feedback: Feedback, near file: String? = nil) -> String {
    step("receive", of: feedback, near: file)
  }

  package static func receiveOutput<Output>(_ output: Output, near file: String? = nil) -> String {
    step("receiveOutput", of: output, near: file)
  }

  /// Returns the step that asserts the start of an effect, with its payload if that can be written.
  package static func receiveEffect(_ name: String?, of payload: Any?) -> String {
    let (arguments, comments) = effectArguments(name, of: payload)
    return (comments + ["await store.receiveEffect(\(arguments))"]).joined(separator: "\n")
  }

  /// Returns the arguments of the step that asserts the start of an effect, with their assumptions.
  static func effectArguments(_ name: String?, of payload: Any?) -> (text: String, comments: [String]) {
    let source = payload.flatMap { payload in
      areEqual(payload, payload) == false ? nil : SourceWriter().source(of: payload, declared: nil)
    }
    let payload = source.flatMap { $0.isComplete ? "of: \($0.text)" : nil }
    let comments = payload == nil ? [] : source?.comments ?? []
    return ([name.map(quoted), payload].compactMap(\.self).joined(separator: ", "), comments)
  }

  /// Returns the step that sends an input, and asserts how it changed the state.
  package static func send<Input, State>(
    _ input: Input,
    from before: State,
    to after: State,
    limit: Int = defaultLimit,
    near file: String? = nil
  ) -> String {
    let source = SourceWriter(near: readable(file)).source(of: input, declared: Input.self)
    let step = "await store.send(\(source.text))" + closure(from: before, to: after, limit: limit, near: file)
    return SourceText(step, of: [source]).lines.joined(separator: "\n")
  }

  /// Returns the step that receives a message: by value, otherwise by its case, otherwise by a pattern.
  private static func step<Value>(_ call: String, of value: Value, near file: String?) -> String {
    let (argument, comments) = argument(value, near: file)
    return (comments + ["await store.\(call)(\(argument))"]).joined(separator: "\n")
  }

  /// Returns a message as the argument of a step, with its assumptions.
  static func argument<Value>(_ value: Value, near file: String?) -> (text: String, comments: [String]) {
    let source = SourceWriter(near: readable(file)).source(of: value, declared: Value.self)
    // A value that isn't equal to itself, such as one with a NaN, can't be asserted by value.
    let isEqualToItself = areEqual(value, value) ?? differences(value, value, limit: 1).isEmpty
    if source.isComplete, isEqualToItself { return (source.text, source.comments) }
    let comments = source.obstacle == .random ? source.advice.map { ["// \($0)"] } ?? [] : []
    guard case .choice(let name, let parts) = ReflectedValue(of: value) else {
      return ("where: { _ in true }", comments)
    }
    let member = memberName(name)
    // A closure can't be extracted from a case, so the case isn't recognised by its constructor.
    let byPattern = parts.isEmpty || parts.contains { isClosure(type(of: $0.value)) }
    return byPattern
      ? ("where: { if case .\(member) = $0 { true } else { false } }", comments)
      : ("\(sourceName(of: type(of: value))).\(member)", comments)
  }
}
