import StoreTesting

/// What no mutant of a model changes, as the model's code can't be changed from outside.
struct ModelLimits: Sendable {
  /// The name of the model.
  let model: String

  /// Whether a gate has given an answer.
  private(set) var hasAnswers: Bool

  /// Whether a gate has given an element of a stream.
  private(set) var hasElements: Bool

  /// Whether the model has slept on a test clock.
  private(set) var hasSleeps: Bool

  init(of type: Any.Type, _ record: SurroundingsRecord) {
    model = shortName(of: type)
    hasAnswers = !record.answers.isEmpty
    hasElements = !record.elements.isEmpty
    hasSleeps = !record.sleeps.isEmpty
  }

  /// Adds what another test has reached.
  mutating func formUnion(_ other: Self) {
    hasAnswers = hasAnswers || other.hasAnswers
    hasElements = hasElements || other.hasElements
    hasSleeps = hasSleeps || other.hasSleeps
  }

  /// What is not changed, as lines of a list.
  var lines: [String] {
    [
      "the code of \(model) itself, such as its conditions and what it cancels",
      hasAnswers ? nil : "answers, as no call waits at a gate",
      hasElements ? nil : "elements of streams, as none comes from a gate",
      hasSleeps ? nil : "pauses, as no task sleeps on a test clock",
    ]
    .compactMap(\.self)
  }
}
