public import StoreCore
public import StoreDependencies
import StoreTesting

/// All situations that a feature can be brought into: each input at each time, each answer of the outside, in each order.
///
/// Nothing is executed. An effect is what its description says, and goes on in one of the ways that `responses` declares for it;
/// ids, cancellation, chains, throttling and children count as in a store. Time does not: a wait may end at any
/// moment, so whatever holds here holds for any durations. A space is looked at synchronously, and shares nothing.
///
/// ```swift
/// let space = StateSpace(initialState: Search.State(), inputs: [.queryChanged("a"), .queryChanged("")]) {
///   Search()
/// } responses: { _ in
///   [.sends(.debounceCompleted, .searchSucceeded([])), .sends(.debounceCompleted, .searchFailed(.offline))]
/// }
/// space.check(.always("a spinner means a search") { !$0.isLoading || $0.isRunning("search") })
/// ```
public struct StateSpace<Feature: Reducer> where Feature.State: Hashable {
  let initialState: Feature.State
  let rules: () -> SpaceRules<Feature>
  let bounds: SpaceBounds

  /// Declares a space whose inputs depend on the state.
  ///
  /// - Parameters:
  ///   - initialState: Where everything begins.
  ///   - inputs: What can be sent in a state. It bounds a space that would have no end otherwise.
  ///   - bounds: How far to look.
  ///   - canonical: Turns a state into the one that stands for all that are alike, such as by sorting rows whose order
  ///     does not matter. It is applied after every reduction.
  ///   - reducer: Makes the feature's logic.
  ///   - responses: In which ways the outside may answer an effect. It must depend on nothing but the effect. Waits of
  ///     `debounce` and `throttle` are not asked for.
  ///   - dependencies: Sets what the reducer itself reads. Effects read nothing, as they are not executed.
  public init(
    initialState: Feature.State,
    inputs: @escaping (Feature.State) -> [Feature.Input],
    bounds: SpaceBounds = SpaceBounds(),
    canonical: ((inout Feature.State) -> Void)? = nil,
    reducer: @escaping () -> Feature,
    responses: @escaping (RunningEffect) -> [Response<Feature.Feedback>] = { _ in [] },
    withDependencies dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) {
    self.initialState = initialState
    self.bounds = bounds
    rules = {
      SpaceRules(
        reducer: reducer,
        inputs: inputs,
        responses: responses,
        canonical: canonical,
        dependencies: dependencies
      )
    }
  }

  /// Declares a space with the same inputs everywhere.
  ///
  /// - Parameters:
  ///   - initialState: Where everything begins.
  ///   - inputs: What can be sent at any time.
  ///   - bounds: How far to look.
  ///   - canonical: Turns a state into the one that stands for all that are alike.
  ///   - reducer: Makes the feature's logic.
  ///   - responses: In which ways the outside may answer an effect.
  ///   - dependencies: Sets what the reducer itself reads.
  public init(
    initialState: Feature.State,
    inputs: [Feature.Input],
    bounds: SpaceBounds = SpaceBounds(),
    canonical: ((inout Feature.State) -> Void)? = nil,
    reducer: @escaping () -> Feature,
    responses: @escaping (RunningEffect) -> [Response<Feature.Feedback>] = { _ in [] },
    withDependencies dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      initialState: initialState,
      inputs: { _ in inputs },
      bounds: bounds,
      canonical: canonical,
      reducer: reducer,
      responses: responses,
      withDependencies: dependencies
    )
  }

  /// Looks at the whole space, nearest situations first, and fails the test at the caller's line if a property is broken.
  ///
  /// There is one failure at most: for the property whose way to its failure is the shortest, with that way, and what
  /// else is broken. If none is broken and the space was cut before all were judged, the failure says that they are
  /// unknown.
  ///
  /// - Parameters:
  ///   - properties: What the feature promises.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The figures of the space, and what was found out.
  @discardableResult
  public func check(
    _ properties: SpaceProperty<Feature>...,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> SpaceReport {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var search = SpaceSearch(rules(), bounds, properties)
    do {
      // A feature that can't be sent anything, and runs nothing, would pass for flawless.
      if search.rules.inputs(initialState).isEmpty, try search.isIdle(initialState) {
        reportMisuse(
          "The state space of \(sourceName(of: featureType(of: Feature.self))) has no inputs, so nothing can happen in it.",
          details: "Say what can be sent: 'inputs' is empty for the first state, and no effect begins the feature.",
          at: site
        )
        return search.report
      }
      search.progress = ExplorationProgress("The state space of \(sourceName(of: Feature.self))")
      try search.run(from: initialState)
      search.progress?.end("\(search.report)")
      return try SpaceVerdict(search).report(at: site)
    } catch let obstacle as SpaceError {
      obstacle.failure(Feature.self, after: search.wayToObstacle, at: site).report(to: nil)
      return search.unknownReport
    } catch {
      preconditionFailure("Nothing else is thrown.")
    }
  }
}
