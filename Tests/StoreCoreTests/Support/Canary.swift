import Synchronization

/// Counts the canaries that live.
final class Cage: Sendable {
  /// The count.
  private let count = Mutex(0)

  /// How many canaries live.
  var population: Int { count.withLock(\.self) }

  /// Makes a canary.
  func canary() -> Canary { Canary(self) }

  /// Notes a birth or a death.
  fileprivate func add(_ change: Int) { count.withLock { $0 += change } }
}

/// An object whose life tells whether something still holds it.
final class Canary: Sendable {
  /// Where its life is counted.
  private let cage: Cage

  /// Comes to life.
  fileprivate init(_ cage: Cage) {
    self.cage = cage
    cage.add(1)
  }

  deinit { cage.add(-1) }
}
