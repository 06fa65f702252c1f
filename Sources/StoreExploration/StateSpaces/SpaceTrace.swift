import StoreCore
import StoreDependencies
import StoreTesting

/// A path through a state space, as text and as test code.
struct SpaceTrace<Space: ExploredSpace> {
  private typealias Feature = Space.Feature

  /// The maximum number of formatted steps.
  private static var limit: Int { 100 }

  /// The steps of the path, one line per step and event.
  private(set) var lines: [String] = []

  private(set) var steps: [String] = []

  /// The situation after the last step.
  private var index = 0

  private let space: Space

  private var number = 0

  init(_ space: Space) {
    self.space = space
  }

  /// Formats steps. If the steps are too many, it formats only the first and the last ones.
  mutating func follow(_ moves: [Space.Move]) {
    let omitted = moves.count > Self.limit ? Self.limit / 2..<moves.count - Self.limit / 2 : 0..<0
    for (position, move) in moves.enumerated() {
      number += 1
      let step = space.step(move, from: index)
      if omitted.contains(position) {
        if position == omitted.lowerBound { add("… \(grouped(omitted.count)) steps") }
      } else {
        tell(step)
      }
      if let target = step.target { index = target }
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

  private mutating func tell(_ step: SpaceStep<Feature>) {
    let cause = step.cause
    if let code = cause.code { steps.append(code) }
    if let title = cause.title { lines.append("\(numberText)\(title)") }
    var isFirst = cause.title == nil
    for event in step.events {
      switch event {
      case .reduced(let reduction):
        let (before, message, after) = (reduction.before, reduction.message, reduction.after)
        let change = Comparison(before, after)?.lines(Comparison.TextLimits(changes: 6, lines: 12, value: 100)) ?? []
        lines.append(title(of: message, isFirst ? cause.effect : nil, isFirst: isFirst))
        lines += change.map { "       \($0)" }
        if change.isEmpty { lines.append("       (no change)") }
        switch message {
        case .input(let input): steps.append(Suggestion.send(input, from: before, to: after))
        case .feedback(let feedback): steps.append(Suggestion.receive(feedback, from: before, to: after))
        }
        isFirst = false
      case .output(let value):
        guard let output = value as? Feature.Output else { continue }
        lines.append("       output \(describe(output))")
        steps.append(Suggestion.receiveOutput(output))
      case .started(let description): lines.append("       starts \(description.label)")
      case .cancelled(let description): lines.append("       cancels \(description.label)")
      case .ended(let description):
        if isFirst {
          lines.append("\(numberText)\(description.label) ends")
          if !cause.isWait { steps.append("// \(description.label) ends.") }
          isFirst = false
        }
      }
    }
    if isFirst {
      // An interval, or cancelled work, has ended.
      lines.append("\(numberText)\(cause.effect ?? "something") is over")
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
