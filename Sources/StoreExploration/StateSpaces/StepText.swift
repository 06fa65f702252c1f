import StoreCore
import StoreTesting

/// A step as lines of text. The first line is its cause.
struct StepText {
  /// The limits of a state's changes.
  static let limits = Comparison.TextLimits(changes: 6, lines: 12, value: 100)

  /// The greatest number of lines. An endless loop would have thousands.
  private static let lineLimit = 60

  private(set) var lines: [String] = []

  /// The effect that proceeds; nil for an input.
  private let effect: String?

  /// - Parameters:
  ///   - title: The cause as a line of its own; nil if the first message says it.
  ///   - effect: The effect that proceeds; nil for an input.
  init(title: String?, effect: String? = nil) {
    if let title { lines.append(title) }
    self.effect = effect
  }

  /// Adds a message with the changes that it makes, one per line.
  mutating func add<Input, Feedback>(_ message: Message<Input, Feedback>, changes: [String]) {
    switch message {
    case .input(let input): lines.append("send \(describe(input))")
    case .feedback(let feedback):
      lines.append(
        lines.isEmpty
          ? "\(effect ?? "an effect") sends \(describe(feedback))" : "     then \(describe(feedback))"
      )
    }
    lines += changes.isEmpty ? ["       (no change)"] : changes.map { "       \($0)" }
  }

  mutating func addOutput(_ output: Any) { lines.append("       output \(describe(output))") }

  mutating func addStart(of effect: EffectDescription) { lines.append("       starts \(effect.label)") }

  mutating func addCancellation(of effect: EffectDescription) { lines.append("       cancels \(effect.label)") }

  /// Adds the end of an effect, if nothing else has happened.
  ///
  /// - Returns: Whether it is the cause of the step.
  mutating func addEnd(of effect: EffectDescription) -> Bool {
    guard lines.isEmpty else { return false }
    lines.append("\(effect.label) ends")
    return true
  }

  /// Adds the cause, if nothing says it: an interval, or cancelled work, has ended. Leaves out the middle of a long step.
  mutating func end() {
    if lines.isEmpty { lines.append("\(effect ?? "something") is over") }
    let omitted = lines.dropFirst(Self.lineLimit / 2).dropLast(Self.lineLimit / 2)
    guard omitted.count > 1 else { return }
    lines.replaceSubrange(omitted.indices, with: ["       … \(grouped(omitted.count)) lines"])
  }
}
