import StoreValues

/// The change of a closure that asserts a change of the state.
struct ClosureChange {
  /// The state before the step.
  let before: Any

  /// The state that the closure asserts; the one before the step without a closure.
  let asserted: Any

  /// The state after the step.
  let after: Any

  /// The type of the state.
  let type: Any.Type

  /// The path of the test's file.
  let file: String

  /// The fields to which it is limited; nil for all.
  var fields: [PlacePath]?

  /// Whether each assignment asserts a field, even one that didn't change.
  var assertsFields = false

  /// Creates the change of a closure.
  ///
  /// - Parameters:
  ///   - before: The state before the step.
  ///   - asserted: The state that the closure asserts.
  ///   - after: The state after the step.
  ///   - file: The path of the test's file.
  init<State>(from before: State, asserted: State, to after: State, near file: String) {
    self.before = before
    self.asserted = asserted
    self.after = after
    self.file = file
    type = State.self
  }

  /// Returns the statements that change the state from before the step into the one after it.
  ///
  /// - Parameter target: The name of the state in the closure.
  func whole(_ target: String) -> [ChangeStatement] { statements(from: before, target) }

  /// Whether nothing is to be asserted.
  var isEmpty: Bool { !assertsFields && whole("$0").isEmpty }

  /// Returns the lines of a new closure.
  ///
  /// - Parameter isRelative: Whether numbers are changed by their differences.
  func lines(isRelative: Bool) -> [String] {
    let lines = whole("$0").flatMap(\.lines)
    guard isRelative else { return lines }
    return lines.map { String(relative("\($0)\n").dropLast()) }
  }

  /// Returns the statements that correct the asserted state.
  ///
  /// - Parameter target: The name of the state in the closure.
  func correction(_ target: String) -> [ChangeStatement] { statements(from: asserted, target) }

  private func statements(from first: Any, _ target: String) -> [ChangeStatement] {
    guard let change = Comparer.compare(first, after) else { return [] }
    var writer = AssignmentWriter(near: file)
    writer.write(change, target: target, declared: type)
    let statements = ChangeStatement.statements(writer.lines.filter { !SourceText.isRemark($0) })
    guard let fields else { return statements }
    return statements.filter { statement in
      statement.place.map { place in fields.contains { $0.isRelated(to: place) } } ?? false
    }
  }

  /// Returns code with the differences of numbers in place of their new values.
  func relative(_ code: String) -> String {
    var code = code
    for difference in differences(before, after) where !difference.path.isEmpty {
      guard let step = difference.step, let second = difference.second else { continue }
      for end in ["\n", " }"] {
        code = code.replacing("\(difference.target) = \(describe(second))\(end)", with: step + end)
      }
    }
    return code
  }

  /// Returns by how much a number has changed in the step; nil if the place holds no number.
  func difference(at target: PlacePath) -> Int? {
    differences(before, after).first { PlacePath($0.target).isSame(as: target) }?.change
  }
}
