public import StoreCore
public import StoreDependencies
import StoreTesting

/// All reachable situations of a feature: each input at each time, and each response of each effect, in every order.
///
/// A space executes no work. An effect consists of its description, and proceeds by one of the responses declared in
/// `responses`. Ids, cancellation, chains, throttling and children work as in a store. Time is abstract: a wait may end
/// at any time, so a property that holds here holds for all durations. An exploration is synchronous, and shares no
/// state.
///
/// ```swift
/// let space = StateSpace(initialState: Search.State(), inputs: [.queryChanged("a"), .queryChanged("")]) {
///   Search()
/// } responses: { _ in
///   [.sends(.debounceCompleted, .searchSucceeded([])), .sends(.debounceCompleted, .searchFailed(.offline))]
/// }
/// space.check(.always("a spinner means a search") { !$0.isLoading || $0.isRunning("search") })
/// ```
public struct StateSpace<Feature: Reducer> where Feature.State: Equatable {
  /// The initial state.
  let initialState: Feature.State

  let content: any SpaceContent<Feature>

  /// The line that created the space.
  let site: CallSite

  /// Creates a space whose inputs depend on the state.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - inputs: Returns the possible inputs of a state. They can bound an otherwise infinite space.
  ///   - bounds: The limits of the exploration.
  ///   - canonical: Changes a state into the canonical one of its equivalence class, for example by sorting rows whose
  ///     order doesn't matter. The search applies it to the initial state, and after every reduction.
  ///   - reducer: Creates the reducer of the feature.
  ///   - responses: Returns the possible responses of an effect, and must depend on the effect alone. The search
  ///     doesn't call it for the waits of `debounce` and `throttle`.
  ///   - dependencies: Sets the dependencies of the reducer. They take precedence over those in force where the space is
  ///     explored, and these over those in force where it was created. Effects use none, because the search doesn't
  ///     execute them.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    initialState: Feature.State,
    inputs: @escaping (Feature.State) -> [Feature.Input],
    bounds: SpaceBounds = SpaceBounds(),
    canonical: ((inout Feature.State) -> Void)? = nil,
    reducer: @escaping () -> Feature,
    responses: @escaping (RunningEffect) -> [Response<Feature.Feedback>] = { _ in [] },
    withDependencies dependencies: @escaping (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Feature.State: Hashable {
    let surroundings = DependencyValues.aroundStore
    let description = SpaceDescription<Feature>(initialState: initialState, bounds: bounds) {
      SpaceRules(
        reducer: reducer,
        inputs: inputs,
        responses: responses,
        canonical: canonical,
        surroundings: surroundings,
        dependencies: dependencies
      )
    }
    self.init(
      description,
      from: initialState,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  init(_ content: any SpaceContent<Feature>, from initialState: Feature.State, at site: CallSite) {
    self.content = content
    self.initialState = initialState
    self.site = site
  }

  /// Creates a space with the same inputs in every state.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - inputs: The inputs that are possible at any time.
  ///   - bounds: The limits of the exploration.
  ///   - canonical: Changes a state into the canonical one of its equivalence class.
  ///   - reducer: Creates the reducer of the feature.
  ///   - responses: Returns the possible responses of an effect.
  ///   - dependencies: Sets the dependencies of the reducer.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    initialState: Feature.State,
    inputs: [Feature.Input],
    bounds: SpaceBounds = SpaceBounds(),
    canonical: ((inout Feature.State) -> Void)? = nil,
    reducer: @escaping () -> Feature,
    responses: @escaping (RunningEffect) -> [Response<Feature.Feedback>] = { _ in [] },
    withDependencies dependencies: @escaping (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Feature.State: Hashable {
    self.init(
      initialState: initialState,
      inputs: { _ in inputs },
      bounds: bounds,
      canonical: canonical,
      reducer: reducer,
      responses: responses,
      withDependencies: dependencies,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension StateSpace: CustomStringConvertible {
  /// The feature of the space.
  public var description: String { "the state space of \(sourceName(of: featureType(of: Feature.self)))" }
}
