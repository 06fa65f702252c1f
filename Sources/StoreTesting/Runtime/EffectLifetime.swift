import StoreCore

/// A lifetime token that all tasks of an effect carry, including each `Task {}` but not child tasks.
///
/// It is a task local without other references, so it lives as long as the last such task.
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

/// A lease that all copies of an effect's sender hold. So it lives as long as any code can send: a detached task, a
/// client that stores the sender, or a closure that another thread will run.
final class EffectLease: Sendable {
  private let effect: InFlightEffect

  init(of effect: InFlightEffect) {
    self.effect = effect
    effect.begin(Unmanaged.passUnretained(self))
  }

  deinit {
    effect.end(Unmanaged.passUnretained(self))
  }
}

extension Unmanaged {
  /// Whether a live object has exactly one reference.
  ///
  /// Safety: the object must be alive. The reference is a bitwise copy, which is neither retained nor released.
  var isUnique: Bool {
    var reference = self
    return withUnsafeMutablePointer(to: &reference) { pointer in
      pointer.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
  }
}
