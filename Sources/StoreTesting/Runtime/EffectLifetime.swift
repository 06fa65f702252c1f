import StoreCore

/// What all tasks of an effect carry along that are not child tasks, `Task {}` included.
///
/// It travels as a task local, and nothing else refers to it. So it lives as long as the last such task, wherever that runs.
final class EffectLifetime: Sendable {
  @TaskLocal static var current: EffectLifetime?

  let effect: InFlightEffect

  init(of effect: InFlightEffect) {
    self.effect = effect
    effect.begin(Unmanaged.passUnretained(self))
  }

  deinit {
    effect.endLifetime()
  }
}

/// What all copies of an effect's sender hold, so that it lives as long as anybody can send: a detached task, a client that has
/// kept the sender, or a closure on its way to another thread.
final class EffectLease: SenderLease {
  private let effect: InFlightEffect

  init(of effect: InFlightEffect) {
    self.effect = effect
    effect.begin(Unmanaged.passUnretained(self))
  }

  func another() -> any SenderLease { EffectLease(of: effect) }

  deinit {
    effect.end(Unmanaged.passUnretained(self))
  }
}

extension Unmanaged {
  /// Whether there is one reference to an object that is alive.
  ///
  /// Safety: the object must be alive. The reference that is looked at is a copy of its bits, which is neither counted nor released.
  var isUnique: Bool {
    var reference = self
    return withUnsafeMutablePointer(to: &reference) { pointer in
      pointer.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
  }
}
