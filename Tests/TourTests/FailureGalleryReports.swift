import StoreTesting

@testable import tour

/// The reports of the wrong tests, each of which runs once in a process.
actor FailureGalleryReports {
  /// The reports that all suites share.
  static let shared = FailureGalleryReports()

  private var runs: [TestFailure.Kind: Task<[TestFailure], Never>] = [:]

  /// Returns the reports of a wrong test, and runs it if no suite has.
  func reports(of exhibit: Exhibit) async -> [TestFailure] {
    if let run = runs[exhibit.kind] { return await run.value }
    let run = Task { @concurrent in await recordingReports(exhibit.run) }
    runs[exhibit.kind] = run
    return await run.value
  }
}
