/// A counter of the probes that were deinitialised.
final class LifetimeCounter: Sendable {
  fileprivate let probe = Probe()

  var deinitialised: Int { probe.notes.count }

  func makeProbe() -> LifetimeProbe { LifetimeProbe(self) }

  func waitForDeinit(of count: Int) async { await probe.wait(for: "deinit", count: count) }
}

/// An object that tells its counter when it is deinitialised.
final class LifetimeProbe: Sendable {
  private let counter: LifetimeCounter

  fileprivate init(_ counter: LifetimeCounter) {
    self.counter = counter
  }

  deinit { counter.probe.note("deinit") }
}
