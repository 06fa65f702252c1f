/// Counts the deinitialised probes.
final class LifetimeCounter: Sendable {
  /// Notes each deinitialisation.
  fileprivate let probe = Probe()

  /// The number of deinitialised probes.
  var deinitialised: Int { probe.notes.count }

  /// Makes a probe.
  func makeProbe() -> LifetimeProbe { LifetimeProbe(self) }

  /// Waits until a number of probes are deinitialised.
  func waitForDeinit(of count: Int) async { await probe.wait(for: "deinit", count: count) }
}

/// An object whose lifetime shows whether it is still retained.
final class LifetimeProbe: Sendable {
  /// The counter of its deinitialisation.
  private let counter: LifetimeCounter

  /// Makes a probe.
  fileprivate init(_ counter: LifetimeCounter) {
    self.counter = counter
  }

  deinit { counter.probe.note("deinit") }
}
