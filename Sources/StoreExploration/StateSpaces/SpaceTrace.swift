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
    lines += PathText.numbered([step], number)
  }

  private mutating func tell(_ step: SpaceStep<Feature>) {
    let cause = step.cause
    if let code = cause.code { steps.append(code) }
    var text = StepText(title: cause.title, effect: cause.effect)
    for event in step.events {
      switch event {
      case .reduced(let reduction):
        let (before, after) = (reduction.before, reduction.after)
        text.add(reduction.message, changes: Comparison(before, after)?.lines(StepText.limits) ?? [])
        switch reduction.message {
        case .input(let input): steps.append(Suggestion.send(input, from: before, to: after))
        case .feedback(let feedback): steps.append(Suggestion.receive(feedback, from: before, to: after))
        }
      case .output(let value):
        guard let output = value as? Feature.Output else { continue }
        text.addOutput(output)
        steps.append(Suggestion.receiveOutput(output))
      case .started(let effect): text.addStart(of: effect)
      case .cancelled(let effect): text.addCancellation(of: effect)
      case .ended(let effect):
        if text.addEnd(of: effect), !cause.isWait { steps.append("// \(effect.label) ends.") }
      }
    }
    text.end()
    lines += PathText.numbered(text.lines, number)
  }
}

/// A path as text.
enum PathText {
  /// Returns the lines of a step, the first one with its number.
  static func numbered(_ lines: [String], _ number: Int) -> [String] {
    guard let first = lines.first else { return [] }
    return [(number < 10 ? "  \(number). " : " \(number). ") + first] + lines.dropFirst()
  }
}
