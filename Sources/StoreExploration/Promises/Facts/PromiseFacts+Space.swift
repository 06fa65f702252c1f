import StoreCore
import StoreTesting

extension PromiseFacts {
  /// Reads an explored space.
  init(_ space: some ExploredSpace) {
    let situations = (0..<space.situationCount).map { index in
      let situation = space.situation(at: index)
      return Situation(
        state: StateFacts(of: situation.state),
        running: situation.running.map { Self.name(of: $0.description) },
        labels: situation.running.map(\.label),
        places: situation.running.map(\.place)
      )
    }
    let shown = situations.indices.map { space.shownEffects(at: $0) }
    var steps: [Step] = []
    var isExplored = Array(repeating: false, count: situations.count)
    for from in 0..<space.expanded {
      isExplored[from] = space.isExplored(at: from)
      for (number, move) in space.moves(from: from).enumerated() {
        let step = space.step(move, from: from)
        guard let to = step.target else { continue }
        var facts = Step(step, from: from, to: to, number: number, isInput: space.isInput(move))
        facts.survivors = shown[from].map { before in step.survivors[before].flatMap { shown[to].firstIndex(of: $0) } }
        steps.append(facts)
      }
    }
    self.init(situations, steps: steps, isExplored: isExplored)
  }
}

extension RunningEffect {
  /// The label with the ids of the children in which it runs.
  var place: String {
    childIDs.isEmpty ? label : "\(label) in the child \(childIDs.map { describe($0) }.joined(separator: ", "))"
  }
}

extension PromiseFacts.Step {
  fileprivate init<Feature: Reducer>(_ step: SpaceStep<Feature>, from: Int, to: Int, number: Int, isInput: Bool)
  where Feature.State: Equatable {
    self.init(from: from, to: to, number: number)
    for event in step.events {
      switch event {
      case .reduced(let reduction):
        let isChange = reduction.before != reduction.after
        add(reduction.message, from: reduction.sender?.label, isChange: isChange) { reduction.before }
      case .started(let effect): addStart(of: effect)
      case .cancelled(let effect): addCancellation(of: effect)
      case .output: addOutput()
      case .ended: break
      }
    }
    if isInput { input = messages.first?.name }
    isFailure = step.cause.isFailure
    isElement = step.cause.isElement
    endsStream = step.cause.endsStream
    call = step.cause.call
    command = step.cause.command
  }
}
