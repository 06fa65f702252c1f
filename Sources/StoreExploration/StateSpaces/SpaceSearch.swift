import StoreCore
import StoreTesting

/// Goes through a state space, nearest situations first, and judges properties on the way.
struct SpaceSearch<Feature: Reducer> where Feature.State: Hashable {
  /// What a property was found to be, and where.
  struct Finding {
    /// The situation that breaks the property, or where it is fulfilled; nil where none is known.
    var point: Int?

    /// The step behind the situation, if that is what breaks the property.
    var move: SpaceMove?

    /// How the property is broken after the situation, if it takes for ever.
    var lasso: SpaceLasso?

    var verdict: SpaceReport.Verdict?
  }

  let rules: SpaceRules<Feature>
  let bounds: SpaceBounds
  let properties: [SpaceProperty<Feature>]

  private(set) var table = SpaceTable<Feature>()

  /// From which situation each was found, and by which move.
  private(set) var parents: [(point: Int32, move: SpaceMove)] = []

  private(set) var depths: [Int32] = []

  /// Where the steps of each situation begin among all, if they are kept.
  private(set) var firstEdges: [Int] = [0]

  /// Where each step leads, if that is kept.
  private(set) var edges: [(target: Int32, isInput: Bool)] = []

  /// What was found out about each property.
  var findings: [Finding]

  private(set) var report = SpaceReport()

  /// How many situations were left behind, and so have all their steps.
  private(set) var expanded = 0

  /// How many situations had been left behind when a property was first found to be broken.
  private var brokenAt: Int?

  var progress: ExplorationProgress?

  /// The step that is being taken, in case it can't be.
  private var current: (point: Int, move: SpaceMove)?

  private let keepsEdges: Bool

  init(_ rules: SpaceRules<Feature>, _ bounds: SpaceBounds, _ properties: [SpaceProperty<Feature>]) {
    self.rules = rules
    self.bounds = bounds
    self.properties = properties
    findings = properties.map { _ in Finding() }
    keepsEdges = properties.contains(where: \.isLiveness)
  }

  /// Everything that can happen next in a situation.
  func moves(from point: SpaceNode<Feature>) -> [SpaceMove] {
    moves(from: point, inputs: rules.inputs(point.state).count)
  }

  /// Everything that can happen next, where the number of inputs is known.
  private func moves(from point: SpaceNode<Feature>, inputs: Int) -> [SpaceMove] {
    var moves = (0..<inputs).map(SpaceMove.input)
    for (index, effect) in point.effects.enumerated() {
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

  func step(_ move: SpaceMove, from point: SpaceNode<Feature>) throws -> SpaceTransition<Feature> {
    try step(move, from: point, inputs: rules.inputs(point.state))
  }

  /// What a move makes of a situation, where the inputs are known.
  private func step(
    _ move: SpaceMove,
    from point: SpaceNode<Feature>,
    inputs: [Feature.Input]
  ) throws -> SpaceTransition<Feature> {
    var step = SpaceTransition(rules, from: point)
    switch move {
    case .input(let index): try step.send(inputs[index])
    case .progress(let effect, let choice): try step.proceed(effect, choice: choice)
    }
    return step
  }

  /// Goes through the space.
  mutating func run(from state: Feature.State) throws {
    var first = SpaceTransition(rules, from: SpaceNode(state: rules.standing(for: state)))
    try first.begin()
    _ = try take(first.point, from: -1, by: .input(0))
    judgeSteps(first.events, at: 0, by: .input(0))
    // Promises are judged with all that was found, again and again, so each time there must be much more of it.
    var nextLook = 4_000
    while expanded < table.points.count, !isDecided, !isBrokenForLong {
      guard report.cut == nil || !hasNoRoom else { break }
      let point = table.points[expanded]
      if depths[expanded] >= bounds.depth {
        // What lies behind is not looked at, if there is anything.
        if !moves(from: point).isEmpty { report.cut = "at a depth of \(bounds.depth)" }
        if report.cut != nil { break }
      } else {
        try expand(point)
      }
      expanded += 1
      if expanded == nextLook {
        nextLook *= 2
        try judgePromises()
      }
      if expanded % 64 == 0 {
        let (states, depth) = (table.points.count, depths[expanded - 1])
        progress?.tell("\(grouped(states)) states, depth \(depth)")
      }
    }
    if expanded < table.points.count, report.cut == nil {
      report.cut = isDecided ? "as soon as every property was judged" : "soon after a property was found to be broken"
    }
    try SpaceHashCheck.check(table)
    report.states = table.points.count
    report.depth = Int(depths.max() ?? 0)
    report.bytesPerState = bytes / max(report.states, 1)
  }

  private var bytes: Int {
    table.bytes + parents.capacity * MemoryLayout<(point: Int32, move: SpaceMove)>.stride
      + depths.capacity * MemoryLayout<Int32>.stride + firstEdges.capacity * MemoryLayout<Int>.stride
      + edges.capacity * MemoryLayout<(target: Int32, isInput: Bool)>.stride
  }

  private var hasNoRoom: Bool { table.points.count >= bounds.states }

  private var isDecided: Bool { !findings.isEmpty && findings.allSatisfy { $0.verdict != nil } }

  /// Whether a property was found to be broken, and it is not worth waiting for the others any more: for as many situations again as that
  /// took, and some hundreds.
  private var isBrokenForLong: Bool { brokenAt.map { expanded > 2 * $0 + 200 } ?? false }

  private mutating func noteBroken(_ finding: Finding, _ number: Int) {
    findings[number] = finding
    if brokenAt == nil { brokenAt = expanded }
  }

  /// Looks for promises that are broken in what was found so far. Steps that were found are steps, so what comes later can't keep them.
  mutating func judgePromises() throws {
    for (number, property) in properties.enumerated() where findings[number].verdict == nil {
      guard case .leadsTo(let first, let second, let fairness) = property.content else { continue }
      let liveness = SpaceLiveness(search: self, first: first, second: second, fairness: fairness)
      guard let (point, lasso) = try liveness.violation() else { continue }
      noteBroken(Finding(point: point, lasso: lasso, verdict: .broken), number)
    }
  }

  /// Takes every step that leads out of a situation.
  private mutating func expand(_ point: SpaceNode<Feature>) throws {
    let inputs = rules.inputs(point.state)
    let moves = moves(from: point, inputs: inputs.count)
    if moves.isEmpty { report.deadEnds += 1 }
    for move in moves {
      current = (expanded, move)
      let step = try step(move, from: point, inputs: inputs)
      judgeSteps(step.events, at: expanded, by: move)
      report.edges += 1
      let next = step.point
      guard next.effects.count <= bounds.runningEffects else {
        report.cut = "at \(count(bounds.runningEffects, "running effect"))"
        continue
      }
      let target = try take(next, from: expanded, by: move)
      guard keepsEdges, let target else { continue }
      var isInput = false
      if case .input = move { isInput = true }
      edges.append((Int32(target), isInput))
    }
    if keepsEdges { firstEdges.append(edges.count) }
  }

  /// Takes a situation, and judges it if it is new.
  private mutating func take(_ point: SpaceNode<Feature>, from parent: Int, by move: SpaceMove) throws -> Int? {
    let known = table.points.count
    guard let (index, _) = table.find(point, limit: max(bounds.states, 1)) else {
      report.cut = "at \(grouped(bounds.states)) states"
      return nil
    }
    guard index == known else { return index }
    parents.append((Int32(parent), move))
    depths.append(parent < 0 ? 0 : depths[parent] + 1)
    if parent >= 0 { try SpaceHashCheck.check(point, table.points[parent]) }
    // With a hash like that a space may have no end, so it is not waited for.
    if table.points.count == SpaceHashCheck.sampleSize { try SpaceHashCheck.check(table) }
    judge(point.situation, at: index)
    return index
  }

  private mutating func judge(_ situation: Situation<Feature>, at index: Int) {
    for (number, property) in properties.enumerated() where findings[number].verdict == nil {
      switch property.content {
      case .always(let condition) where !condition(situation):
        noteBroken(Finding(point: index, verdict: .broken), number)
      case .sometimes(let condition) where condition(situation):
        findings[number] = Finding(point: index, verdict: .holds)
      default: break
      }
    }
  }

  private mutating func judgeSteps(_ events: [SpaceEvent<Feature>], at index: Int, by move: SpaceMove) {
    for (number, property) in properties.enumerated() where findings[number].verdict == nil {
      guard case .alwaysStep(let condition) = property.content else { continue }
      for case .reduced(let before, let message, let after) in events where !condition(before, message, after) {
        noteBroken(Finding(point: index, move: move, verdict: .broken), number)
        break
      }
    }
  }

  /// The moves that lead to a situation, on the shortest way.
  func path(to point: Int) -> [SpaceMove] {
    var moves: [SpaceMove] = []
    var index = point
    while parents[index].point >= 0 {
      moves.append(parents[index].move)
      index = Int(parents[index].point)
    }
    return moves.reversed()
  }
}

/// Looks for states that are equal and have different hashes.
enum SpaceHashCheck {
  /// How many situations are compared with each other.
  static let sampleSize = 200

  /// Compares a situation with the one that it was found from: a step often changes little, or nothing that `==` sees.
  static func check<Feature>(_ point: SpaceNode<Feature>, _ parent: SpaceNode<Feature>) throws {
    guard point.state == parent.state, point.state.hashValue != parent.state.hashValue else { return }
    let lines = differences(parent.state, point.state, limit: 3).map { $0.line(" and ") }
    throw SpaceError.brokenHash(list(lines.isEmpty ? [describe(point.state)] : lines))
  }

  /// Compares the first situations with each other.
  static func check<Feature>(_ table: SpaceTable<Feature>) throws {
    let some = table.points.prefix(sampleSize)
    for (index, point) in some.enumerated() {
      for other in some.prefix(index) { try check(point, other) }
    }
  }
}

extension SpaceSearch {
  func isIdle(_ state: Feature.State) throws -> Bool {
    var first = SpaceTransition(rules, from: SpaceNode(state: rules.standing(for: state)))
    try first.begin()
    return first.point.effects.isEmpty
  }

  /// The way to the step that can't be taken, a line each.
  var wayToObstacle: [String] {
    guard let current else { return [] }
    var trace = SpaceTrace(self)
    guard (try? trace.follow(path(to: current.point))) != nil else { return [] }
    let point = table.points[current.point]
    let last =
      switch current.move {
      case .input(let index): "send \(describe(rules.inputs(point.state)[index]))"
      case .progress(let index, _): "\(point.effects[index].description.label) goes on"
      }
    trace.add(step: last)
    return trace.lines
  }

  /// What is known of a space that can't be looked at.
  var unknownReport: SpaceReport {
    var report = report
    report.states = table.points.count
    report.cut = report.cut ?? "by a mistake in the feature"
    report.verdicts = properties.map { ($0.name, .unknown) }
    return report
  }
}
