import StoreCore
import StoreDependencies
import StoreTesting

/// A path through a state space, as text and as test code.
struct SpaceTrace<Feature: Reducer> where Feature.State: Hashable {
  /// The maximum number of formatted steps.
  private static var limit: Int { 100 }

  /// The steps of the path, one line per step and event.
  private(set) var lines: [String] = []

  private(set) var steps: [String] = []

  private var node: SpaceNode<Feature>

  private let search: SpaceSearch<Feature>

  private var number = 0

  init(_ search: SpaceSearch<Feature>) {
    self.search = search
    node = search.table.nodes[0]
  }

  /// Formats steps. If the steps are too many, it formats only the first and the last ones.
  mutating func follow(_ moves: [SpaceMove]) throws {
    let omitted = moves.count > Self.limit ? Self.limit / 2..<moves.count - Self.limit / 2 : 0..<0
    for (index, move) in moves.enumerated() {
      number += 1
      let step = try search.step(move, from: node)
      if omitted.contains(index) {
        if index == omitted.lowerBound { add("… \(grouped(omitted.count)) steps") }
      } else {
        tell(move, step.events)
      }
      node = step.node
      // Equal situations may number chains and effects differently, so the path continues from the stored one.
      if let (index, _) = search.table.known(node) { node = search.table.nodes[index] }
    }
  }

  /// Adds a line that isn't a step.
  mutating func add(_ line: String) {
    lines.append(line)
    steps.append("// \(line)")
  }

  /// Adds a step that caused an error.
  mutating func add(step: String) {
    number += 1
    lines.append("\(numberText)\(step)")
  }

  private mutating func tell(_ move: SpaceMove, _ events: [SpaceEvent<Feature>]) {
    var effect: PendingEffect<Feature>?
    if case .progress(let index, _) = move { effect = node.effects[index] }
    // A wait or an interval that ends only takes time.
    if let delay = effect?.waitToEnd { steps.append("await store.clock.advance(by: \(describe(delay)))") }
    var isFirst = true
    for event in events {
      switch event {
      case .reduced(let before, let message, let after):
        let change = Comparison(before, after)?.lines(Comparison.TextLimits(changes: 6, lines: 12, value: 100)) ?? []
        lines.append(title(of: message, isFirst ? effect?.description.label : nil, isFirst: isFirst))
        lines += change.map { "       \($0)" }
        if change.isEmpty { lines.append("       (no change)") }
        switch message {
        case .input(let input): steps.append(Suggestion.send(input, from: before, to: after))
        case .feedback(let feedback): steps.append(Suggestion.receive(feedback, from: before, to: after))
        }
        isFirst = false
      case .performed(.output(let output as Feature.Output), _):
        lines.append("       output \(describe(output))")
        steps.append(Suggestion.receiveOutput(output))
      case .performed(.start, let description?): lines.append("       starts \(description.label)")
      case .performed(.cancel, let description?): lines.append("       cancels \(description.label)")
      case .performed(.end, let description?):
        if isFirst {
          lines.append("\(numberText)\(description.label) ends")
          if effect?.waitToEnd == nil { steps.append("// \(description.label) ends.") }
          isFirst = false
        }
      case .performed: break
      }
    }
    if isFirst {
      // An interval, or cancelled work, has ended.
      lines.append("\(numberText)\(effect?.description.label ?? "something") is over")
    }
  }

  /// The number of the step, as the beginning of a line.
  private var numberText: String { number < 10 ? "  \(number). " : " \(number). " }

  /// Returns the line of a step.
  private func title(of message: Message<Feature.Input, Feature.Feedback>, _ label: String?, isFirst: Bool) -> String {
    switch message {
    case .input(let input): "\(numberText)send \(describe(input))"
    case .feedback(let feedback):
      isFirst ? "\(numberText)\(label ?? "an effect") sends \(describe(feedback))" : "     then \(describe(feedback))"
    }
  }
}

extension PendingEffect {
  /// The duration of a wait or an interval.
  fileprivate var waitToEnd: Duration? {
    switch kind {
    case .wait, .interval: description.delay
    case .work, .ending: nil
    }
  }
}
