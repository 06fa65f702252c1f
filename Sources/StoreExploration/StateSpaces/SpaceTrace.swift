import StoreCore
import StoreDependencies
import StoreTesting

/// A path through a state space, as text and as test code.
struct SpaceTrace<Feature: Reducer> where Feature.State: Equatable {
  /// The maximum number of formatted steps.
  private static var limit: Int { 100 }

  /// The steps of the path, one line per step and event.
  private(set) var lines: [String] = []

  /// The steps of the path, as code.
  private(set) var steps: [String] = []

  private var number = 0

  init(_ path: [SpaceStep<Feature>] = []) {
    follow(path)
  }

  /// Formats steps. If the steps are too many, it formats only the first and the last ones.
  mutating func follow(_ path: [SpaceStep<Feature>]) {
    let omitted = path.count > Self.limit ? Self.limit / 2..<path.count - Self.limit / 2 : 0..<0
    for (position, step) in path.enumerated() {
      number += 1
      if omitted.contains(position) {
        if position == omitted.lowerBound { add("… \(grouped(omitted.count)) steps") }
      } else {
        tell(step)
      }
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
    if let makeCode = cause.makeCode { steps.append(makeCode()) }
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
