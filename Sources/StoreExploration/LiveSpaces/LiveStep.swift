/// A step of a real store.
enum LiveStep: Hashable, Sendable {
  /// An input, by its position among those that can be sent.
  case input(Int)

  /// An answer to one of the waiting calls at a gate.
  case answer(gate: String, call: Int, answer: Int)

  /// Time passes until something wakes.
  case time

  var isInput: Bool { if case .input = self { true } else { false } }
}
