import StoreCore
import StoreTesting

/// An exploration of a state space, nearest situations first, which judges properties on the way.
struct SpaceSearch<Feature: Reducer> where Feature.State: Hashable {
  let rules: SpaceRules<Feature>
  let bounds: SpaceBounds
  let properties: [SpaceProperty<Feature>]

  private(set) var table = SpaceTable<Feature>()

  /// The events of the start.
  private(set) var beginning: [SpaceEvent<Feature>] = []

  /// The situation and the move from which each situation was found.
  private(set) var parents: [(node: Int32, move: SpaceMove)] = []

  private(set) var depths: [Int32] = []

  /// The index of the first transition of each situation, if transitions are stored.
  private(set) var firstEdges: [Int] = [0]

  /// The targets of the transitions, if they are stored.
  private(set) var edges: [SpaceEdge] = []

  /// The verdicts on the properties.
  var findings: [SpaceFinding<SpaceMove>]

  private(set) var report = SpaceReport()

  /// The number of expanded situations, whose transitions are complete.
  private(set) var expanded = 0

  /// The number of expanded situations when a property was first found violated.
  private var brokenAt: Int?

  var progress: ExplorationProgress?

  /// The current step, for errors.
  private var current: (node: Int, move: SpaceMove)?

  private let keepsEdges: Bool

  init(
    _ rules: SpaceRules<Feature>,
    within bounds: SpaceBounds,
    properties: [SpaceProperty<Feature>] = [],
    keepsEdges: Bool = false
  ) {
    self.rules = rules
    self.bounds = bounds
    self.properties = properties
    findings = properties.map { _ in SpaceFinding() }
    self.keepsEdges = keepsEdges || properties.contains(where: \.isLiveness)
  }

  /// Returns the possible steps in a situation.
  func moves(from node: SpaceNode<Feature>) -> [SpaceMove] {
    moves(from: node, inputs: rules.inputs(node.state).count)
  }

  /// Returns the possible steps, given the number of inputs.
  private func moves(from node: SpaceNode<Feature>, inputs: Int) -> [SpaceMove] {
    var moves = (0..<inputs).map(SpaceMove.input)
    for (index, effect) in node.effects.enumerated() {
      guard effect.kind == .work else {
        moves.append(.progress(effect: index, choice: 0))
        continue
      }
      for (choice, response) in effect.responses.enumerated() {
        let isPossible =
          effect.choice == nil
          ? !(response.feedbacks.isEmpty && response.end == .neverCompletes)
          : effect.choice == choice && effect.isForced
        if isPossible { moves.append(.progress(effect: index, choice: choice)) }
      }
    }
    return moves
  }

  func step(_ move: SpaceMove, from node: SpaceNode<Feature>) throws(SpaceError) -> SpaceTransition<Feature> {
    try step(move, from: node, inputs: rules.inputs(node.state))
  }

  /// Returns the transition of a move, given the inputs.
  private func step(
    _ move: SpaceMove,
    from node: SpaceNode<Feature>,
    inputs: [Feature.Input]
  ) throws(SpaceError) -> SpaceTransition<Feature> {
    var step = SpaceTransition(rules, from: node)
    switch move {
    case .input(let index): try step.send(inputs[index])
    case .progress(let effect, let choice): try step.proceed(effect, choice: choice)
    }
    return step
  }

  /// Explores the space.
  mutating func run(from state: Feature.State) throws(SpaceError) {
    var first = SpaceTransition(rules, from: SpaceNode(state: rules.canonicalState(for: state)))
    try first.begin()
    beginning = first.events
    _ = try take(first.node, from: -1, by: .input(0))
    judgeSteps(beginning, at: 0, by: nil)
    // Performance: each liveness check covers the whole space so far, so the interval between checks grows.
    var nextLook = 4_000
    while expanded < table.nodes.count, !isDecided, !isBrokenForLong {
      guard report.cut == nil || !hasNoRoom else { break }
      let node = table.nodes[expanded]
      // The search doesn't explore situations beyond the depth limit.
      if depths[expanded] >= bounds.depth, !moves(from: node).isEmpty {
        report.cut = "at a depth of \(bounds.depth)"
        break
      }
      try expand(node)
      expanded += 1
      if expanded == nextLook {
        nextLook *= 2
        judgePromises()
      }
      if expanded % 64 == 0 {
        let (states, depth) = (table.nodes.count, depths[expanded - 1])
        progress?.tell("\(grouped(states)) states, depth \(depth)")
      }
    }
    if expanded < table.nodes.count, report.cut == nil {
      report.cut = isDecided ? "as soon as every property was judged" : "soon after a property was found to be broken"
    }
    try SpaceHashCheck.check(table)
    report.states = table.nodes.count
    report.depth = Int(depths.max() ?? 0)
    report.bytesPerState = bytes / report.states
  }

  private var bytes: Int {
    table.bytes + parents.capacity * MemoryLayout<(node: Int32, move: SpaceMove)>.stride
      + depths.capacity * MemoryLayout<Int32>.stride + firstEdges.capacity * MemoryLayout<Int>.stride
      + edges.capacity * MemoryLayout<SpaceEdge>.stride
  }

  private var hasNoRoom: Bool { table.nodes.count >= bounds.states }

  private var isDecided: Bool { !findings.isEmpty && findings.allSatisfy { $0.verdict != nil } }

  /// Whether the search found a violated property long ago. After the violation, it expands as many situations again,
  /// plus 200, to find a shorter failure of another property.
  private var isBrokenForLong: Bool { brokenAt.map { expanded > 2 * $0 + 200 } ?? false }

  private mutating func noteBroken(_ finding: SpaceFinding<SpaceMove>, _ number: Int) {
    findings[number] = finding
    if brokenAt == nil { brokenAt = expanded }
  }

  /// Finds the liveness properties violated so far. Later situations can't repair them, because known transitions stay.
  mutating func judgePromises() {
    for (number, property) in properties.enumerated() where findings[number].verdict == nil {
      guard case .leadsTo(let first, let second, let fairness) = property.content else { continue }
      let liveness = SpaceLiveness(space: self, first: first, second: second, fairness: fairness)
      guard let (node, lasso) = liveness.violation() else { continue }
      noteBroken(SpaceFinding(node: node, lasso: lasso, verdict: .broken), number)
    }
  }

  /// Takes every step from a situation.
  private mutating func expand(_ node: SpaceNode<Feature>) throws(SpaceError) {
    let inputs = rules.inputs(node.state)
    let moves = moves(from: node, inputs: inputs.count)
    if moves.isEmpty { report.deadEnds += 1 }
    for move in moves {
      current = (expanded, move)
      let step = try step(move, from: node, inputs: inputs)
      judgeSteps(step.events, at: expanded, by: move)
      report.edges += 1
      let next = step.node
      guard next.effects.count <= bounds.runningEffects else {
        report.cut = "at \(count(bounds.runningEffects, "running effect"))"
        continue
      }
      let target = try take(next, from: expanded, by: move)
      guard keepsEdges, let target else { continue }
      edges.append(SpaceEdge(target: Int32(target), isInput: isInput(move)))
    }
    if keepsEdges { firstEdges.append(edges.count) }
  }

  /// Adds a situation, and judges it if it is new.
  private mutating func take(_ node: SpaceNode<Feature>, from parent: Int, by move: SpaceMove) throws(SpaceError)
    -> Int?
  {
    let known = table.nodes.count
    guard let (index, _) = table.find(node, limit: max(bounds.states, 1)) else {
      report.cut = "at \(grouped(bounds.states)) states"
      return nil
    }
    guard index == known else { return index }
    parents.append((Int32(parent), move))
    depths.append(parent < 0 ? 0 : depths[parent] + 1)
    if parent >= 0 { try SpaceHashCheck.check(node, table.nodes[parent]) }
    // An invalid hash may make a space infinite, so this check doesn't wait for the end of the search.
    if table.nodes.count == SpaceHashCheck.sampleSize { try SpaceHashCheck.check(table) }
    judge(node.situation, at: index)
    return index
  }

  private mutating func judge(_ situation: Situation<Feature>, at index: Int) {
    for (number, property) in properties.enumerated() where findings[number].verdict == nil {
      switch property.content {
      case .always(let condition) where !condition(situation):
        noteBroken(SpaceFinding(node: index, verdict: .broken), number)
      case .sometimes(let condition) where condition(situation):
        findings[number] = SpaceFinding(node: index, verdict: .holds)
      default: break
      }
    }
  }

  /// Judges the reductions of a step from a situation, or of the start, which has no move.
  private mutating func judgeSteps(_ events: [SpaceEvent<Feature>], at index: Int, by move: SpaceMove?) {
    for (number, property) in properties.enumerated() where property.isOfStep {
      for case .reduced(let reduction) in events where findings[number].verdict == nil {
        switch property.content {
        case .alwaysStep(let condition) where !condition(reduction.before, reduction.message, reduction.after):
          noteBroken(SpaceFinding(node: index, move: move, verdict: .broken), number)
        case .sometimesStep(let condition) where condition(reduction.before, reduction.message, reduction.after):
          findings[number] = SpaceFinding(node: index, move: move, verdict: .holds)
        default: break
        }
      }
    }
  }
}

extension SpaceSearch {
  func isIdle(_ state: Feature.State) throws(SpaceError) -> Bool {
    var first = SpaceTransition(rules, from: SpaceNode(state: rules.canonicalState(for: state)))
    try first.begin()
    return first.node.effects.isEmpty
  }

  /// The path to the step that caused an error, one line per step.
  var pathToError: [String] {
    guard let current else { return [] }
    var trace = SpaceTrace(steps(along: path(to: current.node)))
    let node = table.nodes[current.node]
    let last =
      switch current.move {
      case .input(let index): "send \(describe(rules.inputs(node.state)[index]))"
      case .progress(let index, _): "\(node.effects[index].description.label) continues"
      }
    trace.add(step: last)
    return trace.lines
  }

  /// The report of a space whose exploration failed.
  var unknownReport: SpaceReport {
    var report = report
    report.states = table.nodes.count
    report.cut = report.cut ?? "by a mistake in the feature"
    report.verdicts = properties.map { .init(name: $0.name, verdict: .unknown) }
    return report
  }
}
