import StoreCore
import StoreDependencies
import StoreTesting

/// The verdicts on a state space after its exploration.
struct SpaceVerdict<Space: ExploredSpace> {
  private typealias Feature = Space.Feature

  private let space: Space
  private let properties: [SpaceProperty<Space.Feature>]
  private var findings: [SpaceFinding<Space.Move>]

  /// Creates the verdicts on properties, and decides those of which the situations alone say nothing.
  init(
    on space: Space,
    _ properties: [SpaceProperty<Space.Feature>],
    _ findings: [SpaceFinding<Space.Move>]
  ) {
    self.space = space
    self.properties = properties
    self.findings = findings
    for (number, property) in properties.enumerated() where findings[number].verdict == nil {
      self.findings[number].verdict = space.report.isComplete ? .holds : .unknown
      switch property.content {
      // An incomplete space can violate such a property, but not prove it.
      case .always, .alwaysStep, .leadsTo: break
      case .sometimes, .sometimesStep: if space.report.isComplete { self.findings[number].verdict = .broken }
      }
    }
  }

  private var feature: String { sourceName(of: featureType(of: Feature.self)) }

  /// Reports violated or undecided properties, and returns the report.
  func report(at site: CallSite) -> SpaceReport {
    var report = space.report
    report.verdicts = zip(properties, findings).map { .init(name: $0.name, verdict: $1.verdict ?? .unknown) }
    let broken = findings.indices.filter { findings[$0].verdict == .broken }
    if let worst = broken.min(by: { length(of: $0) < length(of: $1) }) {
      let trace = trace(to: worst)
      report.trace = trace?.lines ?? []
      TestFailure(
        .brokenProperty,
        "\(feature) violates \(properties[worst].name.debugDescription): \(summary(of: worst)).",
        details: paragraphs(
          trace.map { code($0.lines) },
          broken.count > 1
            ? "Also broken:\n\n" + list(broken.filter { $0 != worst }.map { properties[$0].name }) : nil,
          trace.flatMap { $0.steps.isEmpty ? nil : "As steps of a test:\n\n" + code($0.steps) },
          report.verdicts.contains { $0.verdict == .unknown }
            ? "Undecided, because the search stopped \(report.cut ?? ""):\n\n"
              + list(report.verdicts.filter { $0.verdict == .unknown }.map(\.name)) : nil,
          "Explored: \(report)."
        ),
        at: site
      )
      .report(to: nil)
    } else if report.verdicts.contains(where: { $0.verdict == .unknown })
      || properties.isEmpty && !report.isComplete
    {
      reportUnknown(report, at: site)
    }
    return report
  }

  private func reportUnknown(_ report: SpaceReport, at site: CallSite) {
    let unknown = report.verdicts.filter { $0.verdict == .unknown }.map(\.name)
    let growth = Comparison(space.situation(at: 0).state, space.situation(at: space.situationCount - 1).state)?
      .lines(Comparison.TextLimits(changes: 6, lines: 12, value: 100))
    let consequence = properties.isEmpty ? "there may be more" : "its properties are undecided"
    TestFailure(
      .undecidedProperty,
      "The search of the states of \(feature) stopped \(report.cut ?? ""), so \(consequence).",
      details: paragraphs(
        unknown.isEmpty ? nil : "Undecided:\n\n" + list(unknown),
        growth.map { "The change from the first state to the last one:\n\n" + list($0) },
        """
        If a part of the state grows without end, bound it: let 'inputs' depend on the state, or map similar states to one \
        with 'canonical'. If the space is only large, raise 'bounds'.
        """,
        "Explored: \(report)."
      ),
      at: site
    )
    .report(to: nil)
  }

  /// Returns the number of steps to a failure; the maximum without a path.
  private func length(of number: Int) -> Int {
    let finding = findings[number]
    guard let node = finding.node else { return .max }
    let own = finding.lasso.map { $0.prefix.count + $0.cycle.count } ?? (finding.move == nil ? 0 : 1)
    return space.path(to: node).count + own
  }

  /// Returns a text that describes the violation of a property.
  private func summary(of number: Int) -> String {
    let finding = findings[number]
    guard finding.node != nil else {
      return properties[number].isOfStep ? "no reduction fulfils it" : "no state fulfils it"
    }
    guard let lasso = finding.lasso else {
      let length = length(of: number)
      guard length > 0 else { return "it does not hold at the beginning" }
      return "it fails after \(count(length, "step"))"
    }
    return lasso.cycle.isEmpty ? "it may never happen" : "it may never happen, while other events repeat for ever"
  }

  /// Returns the path to a failure; nil without a path.
  private func trace(to number: Int) -> SpaceTrace<Space.Feature>? {
    let finding = findings[number]
    guard let node = finding.node else { return nil }
    let path = space.steps(
      along: space.path(to: node) + (finding.move.map { [$0] } ?? []) + (finding.lasso?.prefix ?? [])
    )
    var trace = SpaceTrace(path)
    guard let lasso = finding.lasso else { return trace }
    if lasso.cycle.isEmpty {
      trace.add("No event has to follow.")
    } else {
      trace.add("From here, these steps repeat for ever:")
      trace.follow(space.steps(along: lasso.cycle, from: path.last?.target ?? 0))
    }
    return trace
  }
}
