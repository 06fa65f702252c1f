package import StoreDependencies

/// The wait of an effect for the next change of a source.
///
/// The test and its effects change the source. So the test counts the wait as one for itself, as at a gate.
private final class EffectSourceWait: SourceWait {
  private let effect: InFlightEffect

  /// The source as text.
  private let source: String

  init(of effect: InFlightEffect, _ source: String) {
    self.effect = effect
    self.source = source
  }

  func begin() -> Bool { effect.begin(Suspension(.change(of: source), owner: self, number: 1)) }

  func wakeTest() { effect.wakeTest() }

  func end() { effect.endSuspension(1, by: self) }
}

extension TestEnvironment {
  package func wait(forChangeOf source: String) -> (any SourceWait)? {
    guard let effect = InFlightEffect.running else { return nil }
    effect.environment.order.willAct(for: effect.token, in: effect.environment)
    return EffectSourceWait(of: effect, source)
  }
}
