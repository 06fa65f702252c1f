import StoreCore
import StoreTesting

extension StateSpace {
  /// The greatest number of situations of a search that the test has not asked for. A described space is
  /// explored a second time for them.
  private static var minableStates: Int { 2_000 }

  /// Explores the space, nearest situations first, until each property has a verdict, and fails the test at the
  /// caller's line if one is violated.
  ///
  /// It reports at most one failure: for the violated property with the shortest path, with that path and the other
  /// violated properties. If no property is violated, but the search reached a limit before all verdicts, the failure
  /// lists the undecided properties.
  ///
  /// - Parameters:
  ///   - properties: The properties to check.
  ///   - suspects: Whether what nearly always holds is reported, as warnings, if the properties hold and the whole space
  ///     was explored.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The numbers of the space, with the verdicts.
  @discardableResult
  public func check(
    _ properties: SpaceProperty<Feature>...,
    suspects: Bool = true,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> SpaceReport {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let report = content.check(properties, at: site)
    // A search that ended early has not counted the situations.
    let holds = report.isComplete && report.verdicts.allSatisfy { $0.verdict == .holds }
    if suspects, holds, (1...Self.minableStates).contains(report.states) { reportSuspects(at: site) }
    return report
  }

  /// Reports what nearly always holds.
  private func reportSuspects(at site: CallSite) {
    guard let space = try? content.explored(at: site) else { return }
    let name = sourceName(of: featureType(of: Feature.self))
    for suspect in Self.suspects(in: space) { suspect.report(on: name, at: site, advice: Promises.unaskedAdvice) }
  }

  private static func suspects(in space: some ExploredSpace<Feature>) -> [Promises.Promise] {
    PromiseSearch.unasked(ExploredPromises(space))
  }
}
