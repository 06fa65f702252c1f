import StoreTesting

/// What ``findBugs(_:inputs:within:bounds:except:isolation:fileID:filePath:line:column:store:)-(_,[Feature.Input],_,_,_,_,_,_,_,_,_)`` has found.
public struct BugReport: Sendable, CustomStringConvertible {
  /// A suspected bug.
  public struct Finding: Sendable {
    /// What is wrong, as a sentence without a full stop.
    public let complaint: String

    /// The promise that nearly holds; nil if the feature differs with the order of what happens at the same time.
    public let suspect: Promises.Promise?

    /// The shortest path, one step per line.
    public let trace: [String]

    /// The path as a strict test, one step or more lines each. It asserts what the feature does now. Empty if the path
    /// can't be written as one.
    public let test: [String]

    /// Why there is no test, and what to do instead.
    let advice: String?

    /// The finding below its headline.
    private var details: String {
      paragraphs(
        suspect?.expectation,
        trace.isEmpty ? nil : code(trace),
        test.isEmpty ? nil : "As a test, which asserts what happens now:\n\n" + code(test),
        advice
      )
    }

    /// Returns the finding as a warning.
    func failure(on feature: String, at site: CallSite) -> TestFailure {
      TestFailure(suspecting: feature, of: complaint, details: details, at: site)
    }

    /// The finding as a part of a page.
    func text(_ number: Int) -> String { paragraphs("\(number). \(complaint).", details) }
  }

  /// The suspected bugs, the worst first, at most ten. One that follows from another stands behind that.
  public let findings: [Finding]

  /// What holds, nearly holds, and could not be judged.
  public let promises: Promises

  /// What was tried, a line each: the space, random walks, orders, coverage, and changes of the feature.
  public let tried: [String]

  /// The numbers of the space.
  public var report: SpaceReport { promises.report }

  /// All findings, what holds, and what was tried.
  public var description: String {
    paragraphs(
      findings.isEmpty ? "Nothing suspicious was found." : "Suspected bugs, the worst first:",
      findings.isEmpty
        ? nil : findings.enumerated().map { $1.text($0 + 1) }.joined(separator: "\n\n"),
      promises.holding.isEmpty ? nil : "Holds everywhere:\n\n" + code(promises.holdingLines),
      promises.unjudged.isEmpty ? nil : "Not judged:\n\n" + StoreTesting.list(promises.unjudged),
      "Tried:\n\n" + StoreTesting.list(tried)
    )
  }
}
