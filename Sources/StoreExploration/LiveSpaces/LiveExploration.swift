import StoreCore
import StoreDependencies
import StoreTesting

/// An exploration of all that a real store can do, in which situations that look alike count as one.
///
/// A store can't go back. So a run goes on from where it is as long as something new is near, and the shortest paths are
/// found in the end.
final class LiveExploration<Feature: Reducer> where Feature.State: Equatable {
  /// A failure on the way.
  struct Problem {
    let failure: TestFailure

    /// The situation and the step that failed; nil at the start.
    let place: (node: Int, step: Int)?
  }

  /// The greatest number of steps of a run. The log of a store grows with them.
  private static var runLimit: Int { 400 }

  /// The greatest number of running effects with the same name and payload. An effect that is started again and again, and
  /// not cancelled, would make the space endless.
  private static var alikeLimit: Int { 2 }

  /// The number of steps that are taken however long that takes, so that a small feature has the same result on a busy
  /// machine.
  private static var sureStepCount: Int { 10_000 }

  let makeStore: () throws -> TestStore<Feature>
  let inputs: (Feature.State) -> [Feature.Input]
  let bounds: SpaceBounds
  let site: CallSite

  /// The time at which the exploration ends; nil without a limit.
  let deadline: ContinuousClock.Instant?

  /// Whether the newest store can't go on.
  private let hasLeft: () -> Bool

  let distinction: LiveDistinction

  var nodes: [LiveNode<Feature>] = []
  private(set) var beginning: [SpaceEvent<Feature>] = []
  private(set) var problems: [Problem] = []

  /// The limit that the exploration has met; nil if it is complete so far.
  var cut: String?

  /// What hides a part of the feature, as text; nil if nothing but a limit does.
  private(set) var hindrance: String?

  /// The first step that went on differently at another time, as text.
  private(set) var ambiguity: String?

  /// Whether two stores have begun differently, so that what one has done says nothing of another.
  private(set) var beginsDifferently = false

  /// Whether states have ids of screens, which the exploration takes for different situations.
  private(set) var needsScreenNames = false

  /// The steps to known situations with an effect that was started in another state there, or has gone on less often.
  private(set) var merges: [(node: Int, step: Int)] = []

  private(set) var map: LiveMap

  private var stepCount = 0

  private var numbers: [LiveKey<Feature>: Int] = [:]

  /// The first situations with each state.
  private var stateNumbers: [StateKey<Feature.State>: Int] = [:]

  private var progress: ExplorationProgress

  init(
    _ makeStore: @escaping () throws -> TestStore<Feature>,
    _ inputs: @escaping (Feature.State) -> [Feature.Input],
    within bounds: SpaceBounds,
    until deadline: ContinuousClock.Instant?,
    unless hasLeft: @escaping () -> Bool,
    by distinction: LiveDistinction,
    _ site: CallSite
  ) {
    self.makeStore = makeStore
    self.inputs = inputs
    self.bounds = bounds
    self.distinction = distinction
    self.deadline = deadline
    self.hasLeft = hasLeft
    self.site = site
    map = LiveMap(depthLimit: bounds.depth)
    progress = ExplorationProgress("The state space of \(sourceName(of: featureType(of: Feature.self)))")
  }

  /// Explores until every step is known, or a limit is met.
  func run(isolation: isolated (any Actor)?) async throws {
    try await walk(to: nil, isolation: isolation)
    // An exploration that distinguishes more may resolve what is ambiguous.
    while !Task.isCancelled, distinction.isFinest || ambiguity == nil, !needsScreenNames,
      nodes.count < bounds.states, let goal = map.nearestOpen()
    {
      let next = map.nextStep(of: goal)
      try await walk(to: goal, isolation: isolation)
      guard !isOver else {
        cut = cut ?? "when its time was over"
        break
      }
      if map.nextStep(of: goal) == next {
        map.leaveOut(goal)
        cut = cut ?? "at a situation that was not reached a second time"
      }
      progress.tell("\(grouped(nodes.count)) states, depth \(map.depth(of: goal))")
    }
    if Task.isCancelled { cut = cut ?? "when its task was cancelled" }
    if nodes.count >= bounds.states, map.hasUnknownSteps {
      cut = "at \(grouped(bounds.states)) states"
    }
    if cut == nil, ambiguity == nil, !needsScreenNames { try await doubt(isolation: isolation) }
  }

  /// Whether its time has passed.
  var isOver: Bool { isOver(at: deadline) }

  /// Whether a deadline has passed, and enough steps are taken.
  func isOver(at deadline: ContinuousClock.Instant?) -> Bool {
    guard stepCount >= Self.sureStepCount, let deadline else { return false }
    return ContinuousClock.now >= deadline
  }

  // MARK: - Runs

  /// Takes the steps to a situation on a new store, and goes on from there.
  private func walk(to goal: Int?, isolation: isolated (any Actor)?) async throws {
    let limit = Self.runLimit + (goal.map { 2 * map.depth(of: $0) } ?? 0)
    try await walk(isolation: isolation) { take, start in
      var here: Int? = start
      var count = 0
      func follow(_ path: [Int]) async throws {
        for step in path {
          guard let node = here else { return }
          here = try await take(step, node)
          count += 1
        }
      }
      try await follow(goal.map(map.path(to:)) ?? [])
      while let node = here, count < limit, nodes.count < bounds.states, !needsScreenNames, !isOver,
        let path = map.way(from: node)
      {
        try await follow(path)
      }
    }
  }

  /// Takes steps on a new store.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the test.
  ///   - body: Receives a function that takes a step of a situation, by its number, and returns the situation after it, or
  ///     nil if the run can't go on; and the start.
  func walk(
    isolation: isolated (any Actor)?,
    _ body: (_ take: (_ step: Int, _ node: Int) async throws -> Int?, _ start: Int) async throws -> Void
  ) async throws {
    let failures = try await recordingFailures {
      do {
        try await onNewStore(isolation: isolation) { live in
          await live.begin()
          var run = LiveRun()
          let start = live.session.log.firstState
          let first = arrive(live, &run, from: nil, cause: SpaceCause()) { live.events(after: 0, from: start) }
          // The start of the first store may lie beyond the limits.
          guard !nodes.isEmpty else { return }
          guard first == 0 else {
            beginsDifferently = true
            return ambiguity = difference(ofStart: live.session.engine.state)
          }
          try await body({ try await take($0, live, &run, from: $1) }, 0)
        }
      } catch is DrivenStore<Feature>.Obstacle {
        ambiguity = ambiguity ?? "a step is possible at one time and not at another"
      }
    }
    if let failure = failures.first, problems.isEmpty { problems.append(Problem(failure: failure, place: nil)) }
  }

  /// Runs code with a new store, and ends the store.
  ///
  /// - Parameters:
  ///   - isShown: Whether the observers of the test see the store.
  ///   - isolation: The actor of the test.
  ///   - body: The code.
  func onNewStore(
    isShown: Bool = false,
    isolation: isolated (any Actor)?,
    _ body: (LiveStore<Feature>) async throws -> Void
  ) async throws {
    try await DrivenStore.withNewStore(
      makeStore,
      at: site,
      observers: isShown ? Hooks.observers : [],
      isolation: isolation
    ) { store in
      try await body(LiveStore(store: store, inputs: inputs, distinction: distinction))
    }
  }

  /// Takes a step on a store.
  ///
  /// - Returns: The situation after it; nil if the run can't go on.
  private func take(_ number: Int, _ live: LiveStore<Feature>, _ run: inout LiveRun, from node: Int) async throws
    -> Int?
  {
    let step = nodes[node].possible[number]
    let count = live.session.log.count
    let state = live.session.engine.state
    let failures = live.session.log.failures.count
    map.take(number, of: node)
    stepCount += 1
    let cause = try await live.take(step, isKnown: nodes[node].steps[number] != nil)
    if hasLeft() {
      cut = cut ?? "at what is not known without a change"
      nodes[node].steps[number] = SpaceStep(cause: cause, events: [], target: nil, survivors: [])
      return nil
    }
    if live.session.log.failures.count > failures {
      cut = cut ?? "at a failure of the feature"
      if problems.count < 3, nodes[node].steps[number] == nil {
        problems.append(Problem(failure: live.session.log.failures[failures].failure, place: (node, number)))
      }
      nodes[node].steps[number] = SpaceStep(
        cause: cause,
        events: live.events(after: count, from: state).events,
        target: nil,
        survivors: []
      )
      return nil
    }
    return arrive(live, &run, from: (node, number), cause: cause) { live.events(after: count, from: state) }
  }

  /// Adds the situation of a store, and the step to it.
  private func arrive(
    _ live: LiveStore<Feature>,
    _ run: inout LiveRun,
    from place: (node: Int, step: Int)?,
    cause: SpaceCause,
    events makeEvents: () -> (events: [SpaceEvent<Feature>], senders: Set<Int>)
  ) -> Int? {
    let effects = live.effects(after: run, from: place?.node, answering: cause.answered) { nodes[$0].stateNumber }
    let before = run
    run = LiveRun(effects: effects, now: live.session.time.now)
    // Most steps are known, as a run takes them on its way to an unknown one.
    if let place, let known = nodes[place.node].steps[place.step] {
      // What lies beyond the limits, or behind a failure, is not known.
      guard let target = known.target else { return nil }
      guard live.isAt(nodes[target].key, effects) else {
        ambiguity = ambiguity ?? "after \(known.cause.title ?? known.inputText ?? "an input")"
        return nil
      }
      return target
    }
    let knownCount = nodes.count
    let target = find(live, live.key(effects, near: place.map { nodes[$0.node].key }), effects, from: place)
    if let place, let target, target < knownCount,
      before.goesOn(effects, answering: cause.answered, at: run.now) || isMerge(effects, into: target)
    {
      merges.append(place)
    }
    let (events, senders) = makeEvents()
    guard let place else {
      if beginning.isEmpty { beginning = events }
      return target
    }
    let proceeding = cause.answered.map { senders.union([$0]) } ?? senders
    let survivors = before.survivors(in: effects, proceeding, at: run.now)
    nodes[place.node].steps[place.step] = SpaceStep(cause: cause, events: events, target: target, survivors: survivors)
    if let target { map.connect(place, to: target) }
    return target
  }

  private func hinder(_ place: String) {
    cut = place
    hindrance = place
  }

  /// Whether an effect was started in another state than in a situation that looks alike.
  private func isMerge(_ effects: [LiveEffect], into node: Int) -> Bool {
    zip(effects, nodes[node].effects).contains { one, other in
      guard let first = one.start, let second = other.start, first != second else { return false }
      return nodes[first].situation.state != nodes[second].situation.state
    }
  }

  /// Returns the number of the situation of a store, which may be new; nil if it lies beyond the limits.
  private func find(
    _ live: LiveStore<Feature>,
    _ key: LiveKey<Feature>,
    _ effects: [LiveEffect],
    from place: (node: Int, step: Int)?
  ) -> Int? {
    if let known = numbers[key] { return known }
    guard effects.count <= bounds.runningEffects else {
      cut = "at \(count(bounds.runningEffects, "running effect"))"
      return nil
    }
    if let effect = effects.first(where: { effect in
      effects.count { $0.label == effect.label } > Self.alikeLimit
    }) {
      cut = "where \(effect.label) would run more than twice at a time"
      return nil
    }
    guard nodes.count < bounds.states else {
      cut = "at \(grouped(bounds.states)) states"
      return nil
    }
    if let gate = live.store.silentGates.first { hinder("at gate \(quoted(gate)), whose calls have no 'answers:'") }
    if let effect = effects.first(where: { $0.wait == .outside }) {
      hinder("at \(effect.label), which waits for something outside of the test's clocks and gates")
    }
    let state = live.session.engine.state
    if state != state { hinder("at a state that isn't equal to itself, as with a number that is 'nan'") }
    let possible = live.steps
    let number = nodes.count
    if !distinction.namesScreens, number < 256 || number.isMultiple(of: 16) {
      let names = ScreenNames()
      _ = names.text(of: live.session.engine.state)
      needsScreenNames = needsScreenNames || !names.isEmpty
    }
    numbers[key] = number
    let node = LiveNode(
      Situation(state: live.session.engine.state, running: effects.map { $0.origin.running }),
      key: key,
      effects: effects,
      possible: possible
    )
    // Only effects that start later ask for it.
    if distinction.isFinest, let view = key.view {
      node.stateNumber = stateNumbers[view.state] ?? number
      stateNumbers[view.state] = node.stateNumber
    }
    nodes.append(node)
    map.add(stepCount: possible.count, from: place)
    if map.depth(of: number) >= bounds.depth, !possible.isEmpty { cut = cut ?? "at a depth of \(bounds.depth)" }
    return number
  }
}
