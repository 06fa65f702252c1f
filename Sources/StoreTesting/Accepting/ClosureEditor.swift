import StoreEditing
import StoreValues

/// The edits of a closure that asserts a change of the state.
///
/// Statements that are right stay. A wrong assignment gets another value, a missing one is added, and a superfluous one
/// is removed.
struct ClosureEditor {
  private let file: SourceFile
  private let call: Call
  private let change: ClosureChange

  /// Whether numbers are changed by their differences.
  private let isRelative: Bool

  init(of call: Call, in file: SourceFile, _ change: ClosureChange, isRelative: Bool) {
    self.call = call
    self.file = file
    self.change = change
    self.isRelative = isRelative
  }

  /// Returns the edits.
  func edits() throws(AcceptanceRefusal) -> [TextEdit] {
    let isComparison = file[call.name] == "expectDifference"
    let label = isComparison ? "changes" : "assert"
    if let argument = call.arguments.first(where: { $0.label == label }) {
      guard let closure = argument.closure else {
        guard file[argument.value] == "nil" else {
          throw AcceptanceRefusal("The assertion is not written as a closure here.")
        }
        return [file.replacement(of: argument.value, with: "{\n  \(try newLines().joined(separator: "\n  "))\n}")]
      }
      return try edits(of: closure)
    }
    if let closure = call.closures.first(where: { $0.label == label }) { return try edits(of: closure) }
    guard let closure = call.closures.first else { return try newClosure() }
    guard
      call.arguments.contains(where: { $0.label == nil || $0.label == "where" || $0.label == "unordered" })
        || ["settle", "assert", "receiveChange"].contains(file[call.name])
    else {
      // A closure alone is the condition of 'receive(where:)'.
      if file[call.name] == "receive", call.closures.count == 1 { return try newClosure(label: label) }
      throw AcceptanceRefusal("The closure of the call may be another argument than the assertion.")
    }
    return try edits(of: closure)
  }

  // MARK: - Writing a closure

  /// Returns the edit that adds a closure to the call.
  private func newClosure(label: String? = nil) throws(AcceptanceRefusal) -> [TextEdit] {
    guard call.position != .expression else {
      throw AcceptanceRefusal("The call is a part of another expression, to which no closure can be added.")
    }
    let lines = try newLines()
    let closure = file.insertion(ofClosure: closureText(lines), into: call, label: label)
    guard let parentheses = call.parentheses, file[parentheses] == "()" else { return [closure] }
    return [TextEdit(range: parentheses, replacement: ""), closure]
  }

  /// Returns the statements that make the whole change.
  private func newLines() throws(AcceptanceRefusal) -> [String] {
    let lines = change.lines(isRelative: isRelative)
    guard !lines.isEmpty else { throw AcceptanceRefusal("No statement can make the change.") }
    return lines
  }

  /// Returns the statements of a closure. One that contains only comments would have no parameter.
  private func closureText(_ lines: [String]) -> String {
    let hint = lines.allSatisfy { $0.hasPrefix("//") } ? ["_ = $0"] : []
    return (hint + lines).joined(separator: "\n")
  }

  // MARK: - Editing a closure

  private func edits(of closure: Closure) throws(AcceptanceRefusal) -> [TextEdit] {
    let state = closure.parameters.first ?? "$0"
    if state == "_" {
      return [file.replacement(of: closure.braces, with: "{\n  \(try newLines().joined(separator: "\n  "))\n}")]
    }
    var plan = ClosurePlan(
      closure.statements.map { ClosurePlan.Part($0, in: file, state: state) },
      assertsFields: change.assertsFields
    )
    if change.isEmpty {
      guard plan.parts.allSatisfy({ $0.place != nil }) else {
        throw AcceptanceRefusal("The state does not change, and the closure has other code than assignments.")
      }
      return [try removal(of: closure)]
    }
    for correction in change.correction(state) {
      plan.correct(correction, whole: change.whole(state))
    }
    var texts: [(range: Range<Int>, text: String)?] = []
    for (part, action) in zip(plan.parts, plan.actions) {
      switch action {
      case .keep: texts.append((part.statement.range, file[part.statement.range]))
      case .remove: texts.append(nil)
      case .replace(let statements): texts.append(replacement(of: part, by: statements))
      }
    }
    let added = plan.added.flatMap(\.lines)
    if texts.allSatisfy({ $0 == nil }), added.isEmpty { return [try removal(of: closure)] }
    return try layout(closure, by: plan, texts: texts, adding: added)
  }

  /// Returns the source of statements in place of another one, which keeps its form where it can.
  private func replacement(
    of part: ClosurePlan.Part,
    by statements: [ChangeStatement]
  ) -> (range: Range<Int>, text: String) {
    let whole = part.statement.range
    if statements.count == 1, let value = statements[0].value, statements[0].lines.count == 1,
      case .assignment(let target, let sign, let range) = part.statement.kind,
      let place = part.place, statements[0].place?.isSame(as: place) == true
    {
      if sign == "=", !isRelative { return (range, value) }
      if isRelative || (sign == "+=" || sign == "-=") && Int(file[range].filter { $0 != "_" }) != nil,
        let difference = change.difference(at: place), difference != 0
      {
        return (whole, "\(file[target]) \(difference > 0 ? "+=" : "-=") \(abs(difference))")
      }
      if sign == "=" { return (range, value) }
    }
    return (whole, statements.flatMap(\.lines).joined(separator: "\n"))
  }

  /// Returns the edit that removes the closure of the assertion.
  private func removal(of closure: Closure) throws(AcceptanceRefusal) -> TextEdit {
    if let argument = call.arguments.first(where: { $0.closure?.braces == closure.braces }) {
      return TextEdit(range: argument.value, replacement: "nil")
    }
    guard let edit = file.removal(of: closure, from: call) else {
      throw AcceptanceRefusal("Another closure follows the one of the assertion.")
    }
    return edit
  }

  /// Returns the edits that give the statements new texts. A closure on one line gets several lines for several
  /// statements.
  private func layout(
    _ closure: Closure,
    by plan: ClosurePlan,
    texts: [(range: Range<Int>, text: String)?],
    adding added: [String]
  ) throws(AcceptanceRefusal) -> [TextEdit] {
    let isOnOneLine = file.line(at: closure.braces.lowerBound) == file.line(at: closure.braces.upperBound - 1)
    let staysOnOneLine = added.isEmpty && texts.allSatisfy { text in text.map { !$0.text.contains("\n") } ?? false }
    if isOnOneLine, !staysOnOneLine {
      guard !file[closure.braces].contains("/*") else {
        throw AcceptanceRefusal("The closure has a comment on its only line.")
      }
      let lines = zip(plan.parts, texts).compactMap { part, text in
        text.map { file[part.statement.range.lowerBound..<$0.range.lowerBound] + $0.text }
      }
      return [file.replacement(of: closure, withClosure: (lines + added).joined(separator: "\n"))]
    }
    var edits: [TextEdit] = []
    for (part, text) in zip(plan.parts, texts) {
      guard let text else {
        edits.append(file.removal(of: part.statement.range))
        continue
      }
      if file[text.range] != text.text { edits.append(file.replacement(of: text.range, with: text.text)) }
    }
    return added.isEmpty ? edits : edits + file.insertion(of: added.joined(separator: "\n"), atEndOf: closure)
  }
}
