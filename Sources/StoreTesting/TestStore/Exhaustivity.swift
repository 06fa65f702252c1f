/// How much of what a store does its test must assert.
///
/// Whatever the level, a dependency that the test does not provide, an error that nothing handles and a misuse fail.
public enum Exhaustivity: Sendable, Equatable {
  /// Every state change, feedback and output, every effect that was started, and every effect still running at the end.
  ///
  /// An effect is named by `receiveEffect`, so that one that sends nothing can't slip in.
  case strict

  /// Every state change, feedback and output, and every effect still running at the end.
  case on

  /// Every state change and output, and every effect still running at the end.
  ///
  /// Feedback need not be named, so a test holds what can be seen from outside, and lets the inside change.
  /// State that feedback has changed is asserted by `settle`, `assert` or `receive`.
  case observable

  /// Nothing but what the test says.
  ///
  /// An assertion closure starts from the state before the step, as always, and only the fields that it changes are
  /// compared. With `showSkipped`, what was not asserted is shown as a warning.
  case off(showSkipped: Bool)

  /// Nothing but what the test says, and without a word about the rest.
  public static let off = Self.off(showSkipped: false)

  /// Whether feedback must be received.
  var coversFeedback: Bool { self == .strict || self == .on }

  /// Whether anything must be asserted at all.
  package var isExhaustive: Bool {
    if case .off = self { false } else { true }
  }
}
