import StoreCore
import StoreTesting

extension RecordedSpace {
  /// Reports a failure of the feature, with the shortest path to it.
  func report(_ problem: LiveExploration<Feature>.Problem, at site: CallSite) {
    let moves = problem.place.map { node, step in
      path(to: node) + [RecordedMove(number: step, isInput: step < nodes[node].inputCount)]
    }
    let trace = SpaceTrace(steps(along: moves ?? []))
    TestFailure(
      problem.failure.kind,
      "In the state space of \(sourceName(of: featureType(of: Feature.self))): \(problem.failure.headline)",
      details: paragraphs(problem.failure.details, trace.lines.isEmpty ? nil : "After:\n\n" + code(trace.lines)),
      at: site
    )
    .report(to: nil)
  }
}
