import StoreCore
import StoreDependencies
import StoreTesting

/// A request for tests of a feature, which are chosen of the ways that a search finds.
struct SuiteRequest<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of ways to try. `STORE_TESTING_EFFORT` multiplies it, but for a file of its own: a suite that is
  /// compared with its file must not depend on the environment.
  let runs: Int

  /// The greatest number of steps of a way.
  let steps: Int

  let site: CallSite
  let makeStore: () throws -> TestStore<Feature>
  let commands: [Command<Feature>]

  /// Whether the tests stand in a file of their own, which must be able to name the feature.
  var hasOwnFile = false

  /// Searches the feature.
  ///
  /// - Parameter title: The name of what is written, for the progress on a terminal.
  /// - Returns: The ways that were found; nil after misuse, which is reported.
  func ways(for title: String) async throws -> SuiteWays<Feature>? {
    let effort = ExplorationEffort.current
    if let complaint = effort.complaint {
      reportMisuse(complaint, details: "Set it to a valid value, or remove it.", at: site)
    }
    if let complaint {
      complaint.report()
      return nil
    }
    let driver = SuiteDriver(makeStore, commands, site)
    var search = SuiteSearch(driver, within: .init(runs: hasOwnFile ? runs : effort.scaled(runs), steps: steps))
    var progress = ExplorationProgress(title)
    try await search.run(&progress)
    progress.end("\(grouped(driver.runCount)) ways tried")
    return SuiteWays(driver, search, site)
  }

  /// What is wrong with the request; nil if nothing is.
  private var complaint: SequenceComplaint? {
    if Feature.self is any FeedbackWording.Type {
      return SequenceComplaint(
        "No suite can be written of a container: its calls are code, which no test can repeat from its name.",
        "Write its tests by hand, or check it with 'checkSequences', whose commands are the same.",
        site
      )
    }
    if hasOwnFile, let hidden = SuiteFeature.hiddenType(of: Feature.self) {
      return SequenceComplaint(
        "No suite can be written of \(hidden): no other file can name it.",
        "Remove 'private' or 'fileprivate' from it and the types around it, or move it out of the function.",
        site
      )
    }
    return SequenceComplaint(runs: runs, steps: steps, commands, site)
  }
}
