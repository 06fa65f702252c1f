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

/// A judge of the elements that an effect reads at a gate.
package protocol ElementJudge: AnyObject, Sendable {
  /// Decides about the next element.
  func fateOfNext() -> ElementFate
}

extension Hooks {
  /// The judge of the elements that the current effect reads at gates; nil if it gets all of them.
  ///
  /// It is an object, as a release build of Swift 6.3 crashes when a task local is a closure.
  @TaskLocal package static var elementJudge: (any ElementJudge)?
}
