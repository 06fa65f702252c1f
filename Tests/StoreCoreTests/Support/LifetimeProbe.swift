/// Counts the deinitialised probes.
final class LifetimeCounter: Sendable {
  /// Notes the deaths.
  fileprivate let probe = Probe()

  /// How many canaries have died.
  var deaths: Int { probe.notes.count }

  /// Makes a canary.
  func canary() -> LifetimeProbe { LifetimeProbe(self) }

  /// Waits until so many canaries have died.
  func waitForDeaths(_ count: Int) async { await probe.wait(for: "death", count: count) }
}

/// An object whose lifetime shows whether it is still retained.
final class LifetimeProbe: Sendable {
  /// Where its death is noted.
  private let cage: LifetimeCounter

  /// Comes to life.
  fileprivate init(_ cage: LifetimeCounter) {
    self.cage = cage
  }

  deinit { cage.probe.note("death") }
}
