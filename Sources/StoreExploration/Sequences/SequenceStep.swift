/// A step of a generated sequence: its command and its choices.
struct SequenceStep: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    /// A command of the test, by index.
    case command(Int)

    /// The answer to a call at a gate, by the gate's name. Its two choices are the waiting call and the answer.
    case answer(String)
  }

  var action: Action

  /// The case of the input, or the name of an advance. A replay compares it to detect changes of the commands.
  var name: String

  /// The choices, each as its distance from the simplest value.
  var draws: [UInt64]
}

/// A generated sequence that a test replays.
struct StepSequence: Sendable, Hashable, CustomStringConvertible {
  var steps: [SequenceStep]

  init(_ steps: [SequenceStep]) {
    self.steps = steps
  }

  /// The sequence as text, for `.sequence(_:)`: a version, a checksum, and the steps.
  var description: String { ReplayText.sequence.text(body) }

  /// The text without its head.
  private var body: String {
    steps.isEmpty ? "none" : steps.map(Self.text).joined(separator: ", ")
  }

  init(text: String) throws(ReplayText.Flaw) {
    let body = try ReplayText.sequence.body(of: text)
    var steps: [SequenceStep] = []
    for part in body == "none" ? [] : body.split(separator: ", ", omittingEmptySubsequences: false) {
      guard let step = Self.step(part) else { throw .damaged }
      steps.append(step)
    }
    self.steps = steps
  }

  /// Returns a step as text: `2:digit=3`, or `answer:dial/1.2`.
  private static func text(of step: SequenceStep) -> String {
    switch step.action {
    case .command(let index):
      let draws = step.draws.isEmpty ? "" : "=" + step.draws.map(String.init).joined(separator: ".")
      return "\(index + 1):\(escaped(step.name))\(draws)"
    case .answer(let gate):
      return "answer:\(escaped(gate))/" + step.draws.map { String($0 + 1) }.joined(separator: ".")
    }
  }

  private static func step(_ text: Substring) -> SequenceStep? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let (head, tail) = (text[..<colon], text[text.index(after: colon)...])
    let isAnswer = head == "answer"
    let parts = tail.split(separator: isAnswer ? "/" : "=", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first else { return nil }
    let numbers =
      parts.count < 2 ? [] : parts[1].split(separator: ".", omittingEmptySubsequences: false).map { UInt64($0) }
    let draws = numbers.compactMap(\.self)
    guard draws.count == numbers.count else { return nil }
    let name = ReplayText.unescaped(first.replacing("%3D", with: "=").replacing("%2F", with: "/"))
    if isAnswer {
      guard draws.count == 2, !draws.contains(0) else { return nil }
      return SequenceStep(action: .answer(name), name: "", draws: draws.map { $0 - 1 })
    }
    guard let number = Int(head), number > 0 else { return nil }
    return SequenceStep(action: .command(number - 1), name: name, draws: draws)
  }

  /// Escapes the separators in a name.
  private static func escaped(_ name: String) -> String {
    ReplayText.escaped(name).replacing("=", with: "%3D").replacing("/", with: "%2F")
  }
}
