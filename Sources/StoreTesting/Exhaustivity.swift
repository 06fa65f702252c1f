/// The events of a store that its test must assert.
///
/// At every level, a missing dependency, an unhandled error and a misuse fail the test.
public enum Exhaustivity: Sendable, Equatable {
  /// All state changes, feedback, outputs and started effects must be asserted, and no effect may run at the end.
  ///
  /// `receiveEffect` asserts an effect, so that an effect without feedback is also noticed. An advance of the clock
  /// that wakes a task must end at a deadline, so that a shorter pause is noticed.
  case strict

  /// All state changes, feedback, outputs and effects without feedback must be asserted, and no effect may run at the end.
  ///
  /// An effect is asserted by its feedback, or with `receiveEffect` if it ends by itself and has sent none. A cancelled
  /// effect needs no assertion, nor does the wait before a debounced or throttled one.
  case on

  /// All state changes and outputs must be asserted, and no effect may run at the end.
  ///
  /// Feedback needn't be received, so the test asserts observable behaviour and permits internal changes. Use `settle`,
  /// `assert` or `receive` to assert state that feedback has changed.
  case observable

  /// Only the test's own assertions are checked.
  ///
  /// An assertion closure starts from the state before the step, and only the fields that it changes are compared. With
  /// `showSkipped`, unasserted events are printed as warnings.
  case off(showSkipped: Bool)

  /// Only the test's own assertions are checked, and unasserted events are not printed.
  public static let off = Self.off(showSkipped: false)

  /// Whether feedback must be received.
  package var coversFeedback: Bool { self == .strict || self == .on }

  /// Whether any event must be asserted.
  package var isExhaustive: Bool {
    if case .off = self { false } else { true }
  }
}
