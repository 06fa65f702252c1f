import StoreCore

/// Who writes down what a store does.
final class Timeline: Sendable {
  /// The timeline that stores of the current code write.
  @TaskLocal static var current: Timeline?

  /// Writes down an event.
  func write<Feature: Reducer>(_ event: EngineEvent<Feature>, state: Feature.State, at instant: TestClock.Instant) {
  }
}
