import Observation

/// Observes the properties that a closure reads, and runs another closure on the main actor before the first change.
@MainActor
func withTracking(_ read: () -> Void, onChange: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking(read) {
    MainActor.assumeIsolated(onChange)
  }
}

/// Observes the properties that a closure reads, and counts the notifications.
@MainActor
final class Observer {
  /// The number of notifications.
  private(set) var changes = 0

  /// Begins to observe.
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
