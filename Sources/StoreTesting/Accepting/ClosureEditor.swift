import SourceEditing
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
        throw AcceptanceRefusal("The assertion is not written as a closure here.")
      }
      return try edits(of: closure)
    }
    if isComparison, let closure = call.closures.first(where: { $0.label == label }) { return try edits(of: closure) }
    guard let closure = call.closures.first else { return try newClosure() }
    guard call.arguments.contains(where: { $0.label == nil || $0.label == "where" || $0.label == "unordered" })
      || ["settle", "assert", "receiveChange"].contains(file[call.name])
    else { throw AcceptanceRefusal("The closure of the call may be another argument than the assertion.") }
    return try edits(of: closure)
  }

  // MARK: - Writing a closure

  /// Returns the edit that adds a closure to the call.
  private func newClosure() throws(AcceptanceRefusal) -> [TextEdit] {
    guard call.position != .expression else {
      throw AcceptanceRefusal("The call is a part of another expression, to which no closure can be added.")
    }
    let lines = change.lines(isRelative: isRelative)
    guard !lines.isEmpty else { throw AcceptanceRefusal("No statement can make the change.") }
    let closure = file.insertion(ofClosure: closureText(lines), into: call)
    guard let parentheses = call.parentheses, file[parentheses] == "()" else { return [closure] }
    return [TextEdit(range: parentheses, replacement: ""), closure]
  }

  /// Returns the statements of a closure. One that contains only comments would have no parameter.
  private func closureText(_ lines: [String]) -> String {
    let hint = lines.allSatisfy { $0.hasPrefix("//") } ? ["_ = $0"] : []
    return file.withUnits((hint + lines).joined(separator: "\n"))
  }

  // MARK: - Editing a closure

  private func edits(of closure: Closure) throws(AcceptanceRefusal) -> [TextEdit] {
    let state = closure.parameters.first ?? "$0"
    var plan = ClosurePlan(closure.statements.map { ClosurePlan.Part($0, in: file, state: state) })
    if change.isEmpty {
      guard plan.parts.allSatisfy({ $0.place != nil }) else {
        throw AcceptanceRefusal("The state does not change, and the closure has other code than assignments.")
      }
      return [try removal(of: closure)]
    }
    for correction in change.correction(state) {
      plan.correct(correction, whole: change.whole(state))
    }
    var texts: [String?] = []
    for (part, action) in zip(plan.parts, plan.actions) {
      switch action {
      case .keep: texts.append(file[part.statement.range])
      case .remove: texts.append(nil)
      case .replace(let statements): texts.append(text(of: statements, in: part))
      }
    }
    let added = plan.added.flatMap(\.lines)
    if texts.allSatisfy({ $0 == nil }), added.isEmpty { return [try removal(of: closure)] }
    return layout(closure, plan, texts, added)
  }

  /// Returns the source of statements in place of another one, which keeps its form where it can.
  private func text(of statements: [ChangeStatement], in part: ClosurePlan.Part) -> String {
    if statements.count == 1, let value = statements[0].value, statements[0].lines.count == 1,
      case .assignment(let target, let sign, let range) = part.statement.kind,
      let place = part.place, statements[0].place?.isSame(as: place) == true
    {
      let head = file[part.statement.range.lowerBound..<range.lowerBound]
      if sign == "=", !isRelative { return head + value }
      if isRelative || (sign == "+=" || sign == "-=") && Int(file[range].filter { $0 != "_" }) != nil,
        let difference = change.difference(at: place), difference != 0
      {
        return "\(file[target]) \(difference > 0 ? "+=" : "-=") \(abs(difference))"
      }
      if sign == "=" { return head + value }
    }
    return statements.flatMap(\.lines).joined(separator: "\n")
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
    _ plan: ClosurePlan,
    _ texts: [String?],
    _ added: [String]
  ) -> [TextEdit] {
    let remaining = texts.compactMap(\.self)
    if file.line(at: closure.braces.lowerBound) == file.line(at: closure.braces.upperBound - 1) {
      return [file.replacement(of: closure, withClosure: file.withUnits((remaining + added).joined(separator: "\n")))]
    }
    var edits: [TextEdit] = []
    for (part, text) in zip(plan.parts, texts) {
      let range = part.statement.range
      guard let text else {
        edits.append(file.removal(of: range))
        continue
      }
      if file[range] != text { edits.append(file.replacement(of: range, with: file.withUnits(text))) }
    }
    guard !added.isEmpty else { return edits }
    let lines = file.withUnits(added.joined(separator: "\n"))
    // What the test checks about the new state stays behind its changes.
    if let last = plan.parts.last(where: { !$0.isMacro }) {
      return edits + file.insertion(of: lines, after: last.statement.range)
    }
    guard let first = plan.parts.first else { return edits + file.insertion(of: lines, atEndOf: closure) }
    return edits + file.insertion(of: lines, before: first.statement.range)
  }
}
