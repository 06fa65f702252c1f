/// A change of a feature's behaviour, like one that a bug would cause: in one transition, or in all.
struct Mutant: Hashable, Codable, Sendable {
  /// The subject of a mutant's change.
  enum Kind: String, CaseIterable, Codable, Sendable {
    /// A message is ignored.
    case messages

    /// A field of the state has another value.
    case state

    /// An effect is left out, runs twice, starts before another, has another payload, or throws an error.
    case effects

    /// An output is left out, doubled, or replaced.
    case outputs

    /// An effect can't be cancelled, or others are cancelled.
    case cancellation

    /// A pause, a debounce or a throttle is longer or shorter.
    case time

    /// A feedback is delivered twice, or never.
    case delivery

    /// What a model gets from outside: an answer or an element is another one, comes late, twice, or never.
    case answers
  }

  let kind: Kind

  /// The changed transition; nil if all transitions are changed.
  let transition: TransitionName?

  /// The change, as the end of a sentence in the past tense.
  let change: String

  /// The mutant as a sentence without a full stop.
  var text: String { transition.map { "\($0.phrase): \(change)" } ?? "In every mode: \(change)" }
}
