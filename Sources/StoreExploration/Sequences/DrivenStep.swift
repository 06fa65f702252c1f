/// A step that drives a real store, with all of its choices.
enum DrivenStep: Hashable, Sendable {
  /// A command or an input, by its position among those that an exploration tries.
  case command(Int, draws: [UInt64] = [])

  /// An answer to one of the waiting calls at a gate.
  case answer(gate: String, call: Int, answer: Int)

  /// Time passes until something wakes.
  case time

  /// A duration passes, in which something may wake.
  case duration(Duration)

  /// Whether it lets effects go on, without an input.
  var isOfEffects: Bool { if case .command = self { false } else { true } }
}
