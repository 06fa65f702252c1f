import StoreCore
import StoreDependencies
public import StoreTesting

extension StateSpace {
  /// Returns a diagram of the modes of the feature, and of every message that leads from one to another in the space.
  ///
  /// `StateDiagram.covered(by:feature:mode:)` marks the transitions that recorded tests took. If the exploration fails,
  /// this method reports a failure, like ``check(_:suspects:fileID:filePath:line:column:)``, and returns an empty diagram.
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
    do {
      let space = try content.explored(at: site)
      diagram.mode(mode(stateText(space.situation(at: 0).state)))
      space.walk { event in
        guard case .reduced(let step) = event else { return }
        diagram.explore(
          from: mode(stateText(step.before)),
          by: StateDiagram.name(of: describe(step.message)),
          to: mode(stateText(step.after))
        )
      }
    } catch {
      error.failure.report(to: nil)
      return StateDiagram()
    }
    return diagram
  }
}
