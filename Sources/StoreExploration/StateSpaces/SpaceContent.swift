import StoreCore
import StoreTesting

/// What a space consists of: rules to explore, or the record of a store.
protocol SpaceContent<Feature> {
  associatedtype Feature: Reducer where Feature.State: Equatable

  /// Explores the space, if it has not been explored.
  ///
  /// - Parameter site: The line of a failure.
  func explored(at site: CallSite) throws(SpaceFailure) -> any ExploredSpace<Feature>

  /// Checks properties, and reports the verdicts.
  func check(_ properties: [SpaceProperty<Feature>], at site: CallSite) -> SpaceReport
}

/// A space whose effects are described.
struct SpaceDescription<Feature: Reducer>: SpaceContent where Feature.State: Hashable {
  let initialState: Feature.State
  let bounds: SpaceBounds
  let rules: () -> SpaceRules<Feature>

  func explored(at site: CallSite) throws(SpaceFailure) -> any ExploredSpace<Feature> {
    var search = SpaceSearch(rules(), within: bounds, keepsEdges: true)
    do {
      try search.run(from: initialState)
    } catch {
      throw SpaceFailure(failure: error.failure(Feature.self, after: search.pathToError, at: site))
    }
    return search
  }

  func check(_ properties: [SpaceProperty<Feature>], at site: CallSite) -> SpaceReport {
    var search = SpaceSearch(rules(), within: bounds, properties: properties)
    do {
      // A feature without inputs and effects would satisfy most properties trivially.
      if search.rules.inputs(initialState).isEmpty, try search.isIdle(initialState) {
        reportMisuse(
          "The state space of \(sourceName(of: featureType(of: Feature.self))) has no inputs, so no event can happen in it.",
          details: "Add inputs: 'inputs' is empty for the first state, and the feature has no start effect.",
          at: site
        )
        return search.report
      }
      search.progress = ExplorationProgress("The state space of \(sourceName(of: Feature.self))")
      try search.run(from: initialState)
      search.progress?.end("\(search.report)")
      search.judgePromises()
      return SpaceVerdict(on: search, properties, search.findings).report(at: site)
    } catch {
      error.failure(Feature.self, after: search.pathToError, at: site).report(to: nil)
      return search.unknownReport
    }
  }
}
