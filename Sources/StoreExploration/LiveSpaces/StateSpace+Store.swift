public import StoreCore
import StoreDependencies
public import StoreTesting

extension LiveExploration {
  /// Explores a feature, and distinguishes situations no more than needed.
  ///
  /// - Returns: The exploration. It has no situation if its first store can't begin, or begins beyond the limits.
  static func explore(
    _ makeStore: @escaping () throws -> TestStore<Feature>,
    _ inputs: @escaping (Feature.State) -> [Feature.Input],
    within bounds: SpaceBounds,
    until deadline: ContinuousClock.Instant? = nil,
    unless hasLeft: @escaping () -> Bool = { false },
    _ site: CallSite,
    isolation: isolated (any Actor)?
  ) async throws -> LiveExploration {
    var distinction = LiveDistinction()
    let bounds = bounds.checked(at: site)
    var coarser: LiveExploration?
    while true {
      let exploration = LiveExploration(
        makeStore,
        inputs,
        within: bounds,
        until: deadline,
        unless: hasLeft,
        by: distinction,
        site
      )
      try await exploration.run(isolation: isolation)
      guard !exploration.nodes.isEmpty else { return coarser ?? exploration }
      coarser = exploration
      if exploration.needsScreenNames {
        distinction.namesScreens = true
      } else if exploration.ambiguity != nil, !exploration.beginsDifferently, !distinction.isFinest {
        distinction.refine()
      } else {
        return exploration
      }
    }
  }
}

/// The error of an exploration whose first store can't begin, or begins beyond its limits.
struct StartlessExploration: Error {}

extension StateSpace {
  /// Explores all that a real feature can do: each input, each answer at a gate, and each wake of the clock, in every
  /// order.
  ///
  /// The effects run, so nothing about them is described. Two situations are the same if their states are equal, and
  /// their running effects, which wait for equal calls, streams and remaining times. The next sleeper wakes as one
  /// step, so durations count: what can't happen at the feature's times isn't part of the space.
  ///
  /// ```swift
  /// let space = try await StateSpace(inputs: [.queryChanged("a"), .queryChanged("")]) {
  ///   let store = TestStore(initialState: Search.State()) { Search() }
  ///   _ = store.gate("search", at: \.searchClient.search) { _ in [.success([]), .failure(Offline())] }
  ///   return store
  /// }
  /// space.check(.always("a spinner means a search") { !$0.isLoading || $0.isRunning("search") })
  /// ```
  ///
  /// The exploration ends here; properties, diagrams and promises then use its record. If the feature fails on the way,
  /// for example because a dependency has no test value, this is a failure at the caller's line, with the path. A call at
  /// a gate without `answers:`, an effect that waits for the outside, and situations that look alike but go on
  /// differently make the space incomplete, and ``SpaceReport/cut`` says so.
  ///
  /// - Parameters:
  ///   - inputs: The inputs that are possible at any time.
  ///   - bounds: The limits of the exploration.
  ///   - isolation: The actor of the test, on which the closures run. Omit it.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - makeStore: Creates a store with its gates. Each store must begin alike.
  /// - Throws: The error of `makeStore`, or an error if its first store can't begin, as it has ended before, or if it
  ///   begins beyond the limits.
  public init(
    inputs: [Feature.Input],
    bounds: SpaceBounds = SpaceBounds(states: 10_000, depth: 100),
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    store makeStore: @escaping () throws -> TestStore<Feature>
  ) async throws {
    try await self.init(
      inputs: { _ in inputs },
      bounds: bounds,
      isolation: isolation,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      store: makeStore
    )
  }

  /// Explores all that a real feature can do, with inputs that depend on the state.
  ///
  /// - Parameters:
  ///   - inputs: Returns the possible inputs of a state. They can bound an otherwise infinite space.
  ///   - bounds: The limits of the exploration.
  ///   - isolation: The actor of the test, on which the closures run. Omit it.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - makeStore: Creates a store with its gates. Each store must begin alike.
  /// - Throws: The error of `makeStore`, or an error if its first store can't begin, as it has ended before, or if it
  ///   begins beyond the limits.
  public init(
    inputs: @escaping (Feature.State) -> [Feature.Input],
    bounds: SpaceBounds = SpaceBounds(states: 10_000, depth: 100),
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    store makeStore: @escaping () throws -> TestStore<Feature>
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let exploration = try await LiveExploration.explore(makeStore, inputs, within: bounds, site, isolation: isolation)
    try exploration.checkStart()
    let (recording, problems) = exploration.result
    for problem in problems { recording.report(problem, at: site) }
    if problems.isEmpty { exploration.reportIfIdle() }
    self.init(recording, from: recording.nodes[0].situation.state, at: site)
  }
}
