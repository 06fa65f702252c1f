import StoreCore
import StoreDependencies
import StoreTesting

extension SpaceError {
  /// Returns the failure of a test.
  ///
  /// - Parameters:
  ///   - path: The path to the error, one line per step.
  ///   - site: The line that caused the failure.
  func failure<Feature>(_: Feature.Type, after path: [String], at site: CallSite) -> TestFailure {
    failure(of: sourceName(of: featureType(of: Feature.self)), after: path, at: site)
  }

  /// Returns the failure of a test.
  ///
  /// - Parameters:
  ///   - feature: The name of the feature.
  ///   - path: The path to the error, one line per step.
  ///   - site: The line that caused the failure.
  func failure(of feature: String, after path: [String], at site: CallSite) -> TestFailure {
    switch self {
    case .impure(let message, let differences):
      return TestFailure(
        .impureReducer,
        "The reducer of \(feature) is impure: it reduced \(message) twice from the same state, with two results.",
        details: paragraphs(
          list(differences),
          path.isEmpty ? nil : "After:\n\n" + code(path),
          "A state space needs a reducer that depends only on the message, the state and its dependencies."
        ),
        at: site
      )
    case .noResponse(let label):
      return TestFailure(
        .misuse,
        "The state space does not say how the outside answers \(label), an effect of \(feature).",
        details: "Return its answers from 'responses': '.sends(...)', '.ends', or '.never' for no answer.",
        at: site
      )
    case .endlessLoop(let last, let place):
      return TestFailure(
        .livelock,
        """
        \(feature) sends feedback to itself endlessly: the search has reduced \(grouped(SpaceBounds.messageLimit)) such \
        messages in a row.
        """,
        details: paragraphs(
          "The last are \(last.joined(separator: ", ")). They were made at \(place).",
          path.isEmpty ? nil : "After:\n\n" + code(path),
          "Let the feature stop, or wait on a clock."
        ),
        at: site
      )
    case .brokenHash(let text):
      return TestFailure(
        .misuse,
        "The hash of \(feature).State disagrees with its '==': two states are equal and have different hashes.",
        details: paragraphs(text, "Let 'hash(into:)' feed only the properties that '==' compares."),
        at: site
      )
    case .dependency(let kind, let headline, let details):
      return TestFailure(
        kind,
        "In the state space of \(feature): \(headline)",
        details: paragraphs(details, path.isEmpty ? nil : "After:\n\n" + code(path)),
        at: site
      )
    }
  }
}
