/// What becomes of an element that an effect reads at a ``StreamGate``.
package enum ElementFate: Sendable {
  /// The effect gets it.
  case taken

  /// The effect gets the next one instead.
  case lost

  /// The effect gets it twice.
  case doubled

  /// The stream ends instead, with an error if it can throw it.
  case failed(any Error)
}

extension Hooks {
  /// Decides about each element that the current effect reads at a gate; nil if it gets all of them.
  @TaskLocal package static var fateOfElement: (@Sendable () -> ElementFate)?
}
