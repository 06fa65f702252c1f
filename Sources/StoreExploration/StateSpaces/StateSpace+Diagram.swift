import StoreCore
import StoreDependencies
public import StoreTesting

extension StateSpace {
  /// Returns a diagram of the modes of the feature, and of every message that leads from one to another in the space.
  ///
  /// `StateDiagram.covered(by:feature:mode:)` marks the transitions that recorded tests took. If the exploration fails,
  /// this method reports a failure, like ``check(_:fileID:filePath:line:column:)``, and returns an empty diagram.
  ///
  /// - Parameters:
  ///   - mode: Derives a mode from a state's text, which has one field per line.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func diagram(
    mode: (String) -> String = { StateDiagram.mode(of: $0) },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> StateDiagram {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var diagram = StateDiagram()
    var search = SpaceSearch(rules(), within: bounds)
    do {
      diagram.mode(mode(stateText(search.rules.canonicalState(for: initialState))))
      try walk(&search) { event in
        guard case .reduced(let before, let message, let after) = event else { return }
        diagram.explore(mode(stateText(before)), StateDiagram.name(of: describe(message)), mode(stateText(after)))
      }
    } catch let error as SpaceError {
      error.failure(Feature.self, after: search.pathToError, at: site).report(to: nil)
      return StateDiagram()
    } catch {
      preconditionFailure("Nothing else is thrown.")
    }
    return diagram
  }

  /// Explores the whole space, and visits the events of each step.
  ///
  /// - Parameters:
  ///   - search: The search of the space.
  ///   - tell: Receives each event.
  func walk(_ search: inout SpaceSearch<Feature>, _ tell: (SpaceEvent<Feature>) -> Void) throws {
    try search.run(from: initialState)
    var beginning = SpaceTransition(
      search.rules,
      from: SpaceNode(state: search.rules.canonicalState(for: initialState))
    )
    try beginning.begin()
    beginning.events.forEach(tell)
    for node in search.table.nodes.prefix(search.expanded) {
      for move in search.moves(from: node) { try search.step(move, from: node).events.forEach(tell) }
    }
  }
}
