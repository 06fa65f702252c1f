import StoreTesting

/// What holds in a feature, what nearly holds, and what could not be judged.
public struct Promises: Sendable, CustomStringConvertible {
  /// Something that a feature keeps, or nearly keeps.
  public struct Promise: Sendable, CustomStringConvertible {
    /// The promise as a sentence.
    public let text: String

    /// The promise as an argument of ``StateSpace/check(_:suspects:fileID:filePath:line:column:)``; nil if it can't be written so.
    public let code: String?

    /// The number of situations or steps that speak for it.
    public let support: Int

    /// The number of situations or steps that speak against it.
    public let exceptions: Int

    /// What is wrong in the exceptions, as a sentence; empty without exceptions.
    public let complaint: String

    /// The shortest path to an exception, one step per line; empty without exceptions.
    public let trace: [String]

    /// The path as steps of a test.
    public let steps: [String]

    /// The numbers of the steps of the path in a recorded space.
    let path: [Int]

    /// Promises that are broken likewise.
    public internal(set) var others: [String] = []

    /// The promise with what speaks for and against it.
    var expectation: String {
      // Numbers speak for it only where they are on its side.
      "Expected: \(text)\(support > exceptions ? " (\(support) for it, \(exceptions) against)" : "")."
    }

    /// Adds a promise that is broken likewise, and keeps the one with the shorter path.
    mutating func merge(_ other: Self) {
      var (first, second) = (self, other)
      if second.path.count < first.path.count { swap(&first, &second) }
      first.others = others + other.others
      if second.text != first.text { first.others.append(second.text) }
      self = first
    }

    /// The promise as a line of code.
    var line: String { (code ?? "// \(text)") + "," }

    /// The promise with the numbers.
    public var description: String {
      exceptions == 0 ? "\(text) (\(support))" : "\(text) (\(support), but \(count(exceptions, "exception")))"
    }
  }

  /// Why a report that the test has not asked for is made.
  static let unaskedAdvice = "This is a warning, as it nearly always held. 'suspects: false' turns such warnings off."

  /// The promises that hold in every situation, the strongest first.
  public let holding: [Promise]

  /// The promises that hold nearly everywhere, the worst first: they are suspected to be bugs. One that follows from another stands behind
  /// that.
  public let suspects: [Promise]

  /// What could not be judged, and why.
  public let unjudged: [String]

  /// The numbers of the space.
  public let report: SpaceReport

  /// The three lists.
  public var description: String {
    paragraphs(
      suspects.isEmpty ? "No suspects: nothing nearly holds." : "Suspects, the worst first:",
      suspects.isEmpty ? nil : suspects.enumerated().map { Self.text(of: $1, $0 + 1) }.joined(separator: "\n\n"),
      holding.isEmpty
        ? nil
        : "Holds everywhere:\n\n" + code(holdingLines),
      unjudged.isEmpty ? nil : "Not judged:\n\n" + StoreTesting.list(unjudged),
      "Explored: \(report)."
    )
  }

  /// The promises that hold, as lines of code. Those that say the same of several elements are one line.
  var holdingLines: [String] {
    var counts: [String: Int] = [:]
    let roots = holding.map { $0.line.replacing(/\[[^\]]*\]/, with: "[]") }
    for root in roots { counts[root, default: 0] += 1 }
    var seen: Set<String> = []
    return zip(holding, roots).compactMap { promise, root in
      guard seen.insert(root).inserted else { return nil }
      let others = (counts[root] ?? 1) - 1
      return promise.line + (others == 0 ? "" : "  // and \(count(others, "other element"))")
    }
  }

  private static func text(of suspect: Promise, _ number: Int) -> String {
    paragraphs(
      """
      \(number). \(suspect.complaint).
         \(suspect.expectation)
      """,
      code(suspect.trace),
      suspect.others.isEmpty ? nil : "   Likewise: \(suspect.others.joined(separator: "; "))."
    )
  }
}
