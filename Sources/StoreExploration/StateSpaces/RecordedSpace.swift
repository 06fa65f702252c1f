import StoreCore
import StoreTesting

/// A space whose steps were taken by a real store.
struct RecordedSpace<Feature: Reducer> where Feature.State: Equatable {
  /// A situation with its steps.
  struct Node {
    let situation: Situation<Feature>

    /// The effects that proceed or end some time later, by their positions.
    let forced: [Int]

    /// The number of steps on the shortest path from the start.
    let depth: Int

    /// The situation and the step before it on the shortest path; nil for the start.
    let parent: (node: Int, step: Int)?

    /// The steps, in the order in which they are possible.
    var steps: [SpaceStep<Feature>] = []

    /// Whether all of its steps are known.
    var isExplored = true

    /// The number of inputs among the steps. They come first.
    var inputCount = 0
  }

  /// The situations, nearest first.
  let nodes: [Node]

  /// The number of situations whose steps are all known.
  let expanded: Int

  var report: SpaceReport

  /// The events of the start.
  let beginning: [SpaceEvent<Feature>]

  /// The hashes of its states.
  var stateHashes: Set<Int> { Set(nodes.map { stateHash(of: $0.situation.state) }) }
}

extension RecordedSpace: ExploredSpace {
  var situationCount: Int { nodes.count }

  func isExplored(at index: Int) -> Bool { nodes[index].isExplored }

  func situation(at index: Int) -> Situation<Feature> { nodes[index].situation }

  func depth(at index: Int) -> Int { nodes[index].depth }

  func forcedEffects(at index: Int) -> [Int] { nodes[index].forced }

  func shownEffects(at index: Int) -> [Int] { Array(nodes[index].situation.running.indices) }

  func edges(from index: Int) -> ArraySlice<SpaceEdge> {
    let node = nodes[index]
    return node.steps.enumerated().compactMap { number, step in
      step.target.map { SpaceEdge(target: Int32($0), isInput: number < node.inputCount) }
    }[...]
  }

  func moves(from index: Int) -> [RecordedMove] {
    let node = nodes[index]
    return node.steps.indices.map { RecordedMove(number: $0, isInput: $0 < node.inputCount) }
  }

  func isInput(_ move: RecordedMove) -> Bool { move.isInput }

  func step(_ move: RecordedMove, from index: Int) -> SpaceStep<Feature> { nodes[index].steps[move.number] }

  func path(to index: Int) -> [RecordedMove] {
    var moves: [RecordedMove] = []
    var index = index
    while let parent = nodes[index].parent {
      moves.append(RecordedMove(number: parent.step, isInput: parent.step < nodes[parent.node].inputCount))
      index = parent.node
    }
    return moves.reversed()
  }
}

/// A step of a recorded situation, by its number.
struct RecordedMove: Hashable {
  let number: Int

  let isInput: Bool
}

// MARK: - Judging

extension RecordedSpace {
  /// Returns what the situations and steps say about properties.
  func findings(on properties: [SpaceProperty<Feature>]) -> [SpaceFinding<RecordedMove>] {
    properties.map { property in
      switch property.content {
      case .always(let condition): finding(.broken) { !condition($0) }
      case .sometimes(let condition): finding(.holds, condition)
      case .alwaysStep(let condition): finding(.broken, ofStep: { !condition($0, $1, $2) })
      case .sometimesStep(let condition): finding(.holds, ofStep: condition)
      case .leadsTo(let first, let second, let fairness):
        SpaceLiveness(space: self, first: first, second: second, fairness: fairness).violation()
          .map { SpaceFinding(node: $0.node, lasso: $0.lasso, verdict: .broken) } ?? SpaceFinding()
      }
    }
  }

  private func finding(
    _ verdict: SpaceReport.Verdict,
    _ condition: SpaceProperty<Feature>.Condition
  ) -> SpaceFinding<RecordedMove> {
    nodes.firstIndex { condition($0.situation) }.map { SpaceFinding(node: $0, verdict: verdict) } ?? SpaceFinding()
  }

  private func finding(
    _ verdict: SpaceReport.Verdict,
    ofStep condition: SpaceProperty<Feature>.StepCondition
  ) -> SpaceFinding<RecordedMove> {
    func matches(_ event: SpaceEvent<Feature>) -> Bool {
      guard case .reduced(let reduction) = event else { return false }
      return condition(reduction.before, reduction.message, reduction.after)
    }
    if beginning.contains(where: matches) { return SpaceFinding(node: 0, verdict: verdict) }
    for (index, node) in nodes.enumerated() {
      guard let number = node.steps.firstIndex(where: { $0.events.contains(where: matches) }) else { continue }
      let move = RecordedMove(number: number, isInput: number < node.inputCount)
      return SpaceFinding(node: index, move: move, verdict: verdict)
    }
    return SpaceFinding()
  }
}

extension RecordedSpace: SpaceContent {
  func explored(at site: CallSite) -> any ExploredSpace<Feature> { self }

  func check(_ properties: [SpaceProperty<Feature>], at site: CallSite) -> SpaceReport {
    SpaceVerdict(on: self, properties, findings(on: properties)).report(at: site)
  }
}
