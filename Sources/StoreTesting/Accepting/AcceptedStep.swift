import StoreDependencies
import StoreEditing
import StoreValues

/// One execution of a step of a test, with the change of its source that makes the test assert what its store did.
struct AcceptedStep: Sendable {
  /// The line of the call.
  let site: CallSite

  /// The name of the called method; nil for a step of several stores, such as an advance of their clock.
  let name: String?

  /// The number of the first event that happened in the step or after it.
  let firstEvent: Int

  /// The level of the test in the step; nil for a step of several stores.
  var level: Exhaustivity?

  /// The execution of a step that several stores share; nil for a step of one store.
  var execution: SharedExecution?

  /// Whether the step has ended, so that later events are asserted behind it.
  var isOver = false

  /// The number of the newest event that the step asserts; nil if it asserts none.
  var asserted: Int?

  /// The number of the oldest feedback that the step skips; nil if it skips none.
  var skipped: Int?

  /// The steps to insert before it.
  var before: [AcceptedLines] = []

  /// The steps to insert after it.
  var after: [AcceptedLines] = []

  /// Whether the step is to be removed, because what it expects can't happen.
  var isRemoved = false

  /// The change of an argument.
  var argument: TextEdit?

  /// All new arguments of the call.
  var arguments: String?

  /// The edits of the closure, and those with differences of numbers.
  var closure = ClosureEdits()

  /// The reason why the source can't be changed as needed.
  var refusal: AcceptanceRefusal?

  /// Whether its source stays as it is.
  var isUnchanged: Bool { hasNoEdit && refusal == nil }

  /// Whether the method is one of a store. The task of a `send` has a `finish` and a `cancel`, too.
  var isOfStoreItself: Bool { name.map { !["TestStore", "finish", "cancel"].contains($0) } ?? false }

  /// Whether a call seems to be the one of a store, and not of a helper function with the same name.
  func isOfStore(_ call: Call, in file: SourceFile) -> Bool {
    guard let name, name != "TestStore", !name.hasPrefix("expect") else { return true }
    guard call.base.map({ file[$0] }) ?? "self" == "self" else { return true }
    // In an extension of the store. Elsewhere it is a helper function, which passes the place of its own call on.
    return file.text.contains("extension TestStore") && !file.text.contains("func \(name)(")
  }

  /// Whether nothing of its source changes.
  var hasNoEdit: Bool {
    before.isEmpty && after.isEmpty && !isRemoved && argument == nil && arguments == nil && closure.absolute.isEmpty
  }

  /// Whether another execution of the line needs the same change.
  func makesSameChange(as other: Self) -> Bool {
    before.map(\.absolute) == other.before.map(\.absolute) && after.map(\.absolute) == other.after.map(\.absolute)
      && isRemoved == other.isRemoved && argument == other.argument && arguments == other.arguments
      && closure.absolute == other.closure.absolute && refusal == other.refusal
  }

  /// The lines of the change.
  private var lines: [Substring] {
    if let refusal { return [refusal.reason[...]] }
    var texts = (before + after).map(\.absolute) + closure.absolute.map(\.replacement)
    if let argument { texts.append(argument.replacement) }
    if let arguments { texts.append(arguments) }
    if isRemoved { texts.append("its removal") }
    return texts.joined(separator: "\n").split(separator: "\n").map(\.trimmingSpaces).filter { !$0.isEmpty }
  }

  /// Returns the first lines of two changes that differ.
  func difference(to other: Self) -> (first: String, second: String) {
    let pairs = zip(lines.map(Optional.some) + [nil], other.lines.map(Optional.some) + [nil])
    let found = pairs.first { $0 != $1 }
    func text(_ line: Substring?) -> String { line.map { "'\($0)'" } ?? "no change" }
    return (text(found?.0), text(found?.1))
  }

  /// The step with the differences of numbers in place of their values.
  var relative: Self {
    var step = self
    step.before = before.map { AcceptedLines($0.relative, $0.relative) }
    step.after = after.map { AcceptedLines($0.relative, $0.relative) }
    step.closure = ClosureEdits(absolute: closure.relative, relative: closure.relative)
    return step
  }

  /// Replaces the new step that asserts an event.
  mutating func replaceLines(asserting event: Int, with lines: AcceptedLines) {
    var lines = lines
    lines.event = event
    if let index = before.firstIndex(where: { $0.event == event }) { before[index] = lines }
    if let index = after.firstIndex(where: { $0.event == event }) { after[index] = lines }
  }

  /// Leaves its source as it is.
  mutating func withhold(_ reason: String) {
    if !hasNoEdit { refusal = AcceptanceRefusal(reason) }
    (before, after, isRemoved, argument, arguments, closure) = ([], [], false, nil, nil, ClosureEdits())
  }

  /// Returns the edits of its source.
  func edits(of call: Call, in file: SourceFile) -> [TextEdit] {
    let before = SourceText.withLoops(before.map(\.absolute)).joined(separator: "\n")
    let after = SourceText.withLoops(after.map(\.absolute)).joined(separator: "\n")
    let new = [before, after].filter { !$0.isEmpty }.joined(separator: "\n")
    guard !isRemoved else {
      return new.isEmpty
        ? [file.removal(of: call.statement)] : [file.replacement(of: call.statement, with: new)]
    }
    var edits = closure.absolute
    if let argument { edits.append(argument) }
    if let arguments, let range = call.parentheses {
      edits.append(TextEdit(range: range, replacement: "(\(arguments))"))
    }
    if !before.isEmpty { edits += file.insertion(of: before, before: call.statement) }
    if !after.isEmpty { edits += file.insertion(of: after, after: call.statement) }
    return edits
  }

  /// Whether it waits for events before it judges them.
  var waits: Bool { name != nil && name != "send" && name != "call" && name != "TestStore" }
}

/// One execution of a step that several stores share, such as an advance of their clock.
final class SharedExecution: Sendable {}

/// The edits of a closure.
struct ClosureEdits: Hashable, Sendable {
  /// The edits with the values that numbers have after the step.
  var absolute: [TextEdit] = []

  /// The edits with the differences of numbers, so that the step can be repeated in a loop.
  var relative: [TextEdit] = []
}

extension ClosureEdits {
  /// Creates the edits of the closure of a call.
  init(of call: Call, in file: SourceFile, _ change: ClosureChange) throws(AcceptanceRefusal) {
    absolute = try ClosureEditor(of: call, in: file, change, isRelative: false).edits()
    relative = try ClosureEditor(of: call, in: file, change, isRelative: true).edits()
  }
}

/// A reason why a change of a test's source isn't accepted.
struct AcceptanceRefusal: Error, Hashable {
  /// The reason, as a sentence.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate var trimmingSpaces: Substring {
    let tail = drop { $0 == " " }
    return tail.prefix(tail.count - tail.reversed().prefix { $0 == " " }.count)
  }
}
