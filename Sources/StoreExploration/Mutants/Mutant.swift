/// A change of what a feature does in one of its transitions, as a bug would be.
struct Mutant: Hashable, Sendable {
  /// What a mutant changes.
  enum Kind: String, CaseIterable, Sendable {
    /// A message is ignored.
    case messages

    /// A field of the state has another value.
    case state

    /// An effect is left out, runs twice, or asks for something else.
    case effects

    /// An output is left out, doubled, or another one.
    case outputs

    /// An effect can't be cancelled, or others are cancelled.
    case cancellation

    /// A pause, a debounce or a throttle lasts longer or shorter.
    case time

    /// A feedback is delivered twice, or never.
    case delivery
  }

  /// What it changes.
  let kind: Kind

  /// Where it changes something; nil if it does so everywhere.
  let transition: TransitionName?

  /// What it does, as the end of a sentence in the past tense.
  let change: String

  /// The mutant in a sentence without its end.
  var text: String { transition.map { "\($0.phrase): \(change)" } ?? "In every mode: \(change)" }
}
