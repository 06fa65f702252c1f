import StoreEditing

/// What becomes of each statement of a closure.
struct ClosurePlan {
  /// A statement.
  struct Part {
    let statement: Statement

    /// The place in the state that it changes; nil if it changes none, or that isn't known.
    let place: PlacePath?

    let text: String

    /// Whether it is a macro, which changes nothing.
    var isMacro: Bool { if case .macro = statement.kind { true } else { false } }

    init(_ statement: Statement, in file: SourceFile, state: String) {
      self.statement = statement
      text = file[statement.range]
      place = PlacePath(changedBy: statement, in: file).flatMap { $0.begins(at: state) ? $0 : nil }
    }
  }

  enum Action {
    case keep
    case remove
    case replace([ChangeStatement])
  }

  let parts: [Part]
  private(set) var actions: [Action]
  private(set) var added: [ChangeStatement] = []

  /// The places that are corrected already.
  private var corrected: [PlacePath] = []

  /// Whether each assignment asserts a field, so that it stays with another value.
  private let assertsFields: Bool

  init(_ parts: [Part], assertsFields: Bool) {
    self.parts = parts
    self.assertsFields = assertsFields
    actions = parts.map { _ in .keep }
  }

  /// Corrects a part of the state.
  ///
  /// - Parameters:
  ///   - correction: The statement that corrects what the closure asserts.
  ///   - whole: The statements that make the whole change.
  mutating func correct(_ correction: ChangeStatement, whole: [ChangeStatement]) {
    guard let place = correction.place else { return added.append(correction) }
    guard !corrected.contains(where: { $0.isRelated(to: place) }) else { return }
    let group = group(of: place, whole)
    // A statement whose effect isn't known may change the place as well. The correction follows it.
    let isUnclear = parts.contains { part in
      part.place == nil && !part.isMacro && (place.parts.count < 2 || part.text.contains(place.parts[1]))
    }
    guard !isUnclear, !group.parts.isEmpty else { return added.append(correction) }
    corrected += group.places
    if assertsFields, group.statements.isEmpty, group.parts.count == 1,
      parts[group.parts[0]].place?.isSame(as: place) ?? false
    {
      actions[group.parts[0]] = .replace([correction])
      return
    }
    actions[group.parts[0]] = group.statements.isEmpty ? .remove : .replace(group.statements)
    for index in group.parts.dropFirst() { actions[index] = .remove }
  }

  /// Returns everything that changes a place, or a part of it, or what contains it.
  private func group(
    of place: PlacePath,
    _ whole: [ChangeStatement]
  ) -> (parts: [Int], statements: [ChangeStatement], places: [PlacePath]) {
    var places = [place]
    var found: Set<Int> = []
    var statements: Set<Int> = []
    while true {
      let isRelated = { (other: PlacePath?) in
        other.map { other in places.contains { $0.isRelated(to: other) } } ?? false
      }
      let nextParts = parts.indices.filter { !found.contains($0) && isRelated(parts[$0].place) }
      let nextStatements = whole.indices.filter { !statements.contains($0) && isRelated(whole[$0].place) }
      guard !nextParts.isEmpty || !nextStatements.isEmpty else { break }
      found.formUnion(nextParts)
      statements.formUnion(nextStatements)
      places += nextParts.compactMap { parts[$0].place } + nextStatements.compactMap { whole[$0].place }
    }
    return (found.sorted(), statements.sorted().map { whole[$0] }, places)
  }
}
