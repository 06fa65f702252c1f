import StoreCore

/// A lease that all copies of an effect's sender hold. So it lives as long as any code can send: a detached task, a
/// client that stores the sender, or a closure that another thread will run.
final class EffectLease: Sendable {
  private let effect: InFlightEffect

  init(of effect: InFlightEffect) {
    self.effect = effect
    effect.beginLease(Unretained(self))
  }

  deinit {
    effect.endLease(Unretained(self))
  }
}
