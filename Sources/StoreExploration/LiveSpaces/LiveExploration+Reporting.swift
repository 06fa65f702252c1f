import StoreTesting

extension LiveExploration {
  private var feature: String { sourceName(of: featureType(of: Feature.self)) }

  /// Where situations that look alike went on differently, as text; nil if none did.
  var deviation: String? { ambiguity.map { "where situations that look alike went on differently: \($0)" } }

  /// What may be the cause of a deviation, and the way out.
  private static var advice: String {
    """
    What a feature does next may depend only on what its situation shows. An effect that has captured a value shows it if \
    it is about it: '.run("search", of: query)'. An object shows nothing. Random numbers and dates must come from \
    dependencies.
    """
  }

  /// Reports that there was nothing to explore.
  func reportIfIdle() {
    guard nodes.count == 1, nodes[0].possible.isEmpty, hindrance == nil else { return }
    reportMisuse(
      "There is nothing to explore of \(feature).",
      details: "No effect runs at its start, and 'inputs' has none. Name the inputs to try.",
      at: site
    )
  }

  /// Reports why the first store has no situation to explore, and throws an error; does nothing if it has one.
  func checkStart() throws(StartlessExploration) {
    guard nodes.isEmpty else { return }
    for problem in problems { problem.failure.report(to: nil) }
    if problems.isEmpty {
      reportMisuse(
        "The exploration of \(feature) has stopped at its start\(cut.map { ", \($0)" } ?? "").",
        details: "Raise 'bounds', or let the store start fewer effects.",
        at: site
      )
    }
    throw StartlessExploration()
  }

  /// Warns if something other than a limit hides a part of the feature.
  func warnIfHindered() {
    guard let place = deviation ?? hindrance else { return }
    TestFailure(
      .undecidedProperty,
      "The search for bugs of \(feature) has seen a part of it. It stopped \(place).",
      details: paragraphs("What lies behind that isn't known.", deviation.map { _ in Self.advice }),
      at: site,
      isWarning: true
    )
    .report(to: nil)
  }

  /// Returns how a store begins in another way than the first one.
  func difference(ofStart state: Feature.State) -> String {
    let lines = Comparison(nodes[0].situation.state, state)?.lines(
      Comparison.TextLimits(changes: 3, lines: 3, value: 60)
    )
    return "two stores begin differently" + (lines.map { ": \($0.joined(separator: ", "))" } ?? "")
  }
}
