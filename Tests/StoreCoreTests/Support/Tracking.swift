import Observation

/// Observes the properties that a closure reads, and runs another closure on the main actor before the first change.
@MainActor
func withTracking(_ read: () -> Void, onChange: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking(read) {
    MainActor.assumeIsolated(onChange)
  }
}

/// An observer that counts the changes of the properties that a closure reads.
@MainActor
final class Observer {
  private(set) var changes = 0

  init(_ read: @escaping @MainActor () -> Void) {
    observe(read)
  }

  /// Observes repeatedly, as a view does.
  private func observe(_ read: @escaping @MainActor () -> Void) {
    withTracking(read) { [weak self] in
      guard let self else { return }
      changes += 1
      observe(read)
    }
  }
}
