import StoreCore

/// The steps of a test that stand elsewhere than where their events happen, in a run that accepts changes.
///
/// Such a step is moved with its text, so that its comments, its style and its variables stay.
struct MisplacedSteps<Feature: Reducer> where Feature.State: Equatable {
  /// Whether a step asserts an event, and how it changes a state.
  typealias Assertion = (_ event: Event<Feature>, _ before: Feature.State) -> Bool

  /// The steps that are removed, because their event hasn't happened yet, by their positions in the test.
  private var removed: [(step: Int, asserts: Assertion)] = []

  /// The events that got a step, each with the state before it.
  private var written: [(event: Event<Feature>, before: Feature.State)] = []

  /// Adds a removed step.
  mutating func append(step: Int, asserts: @escaping Assertion) { removed.append((step, asserts)) }

  /// Returns the removed step that asserts an event, if there is one. Otherwise the event gets a new step.
  mutating func takeStep(asserting event: Event<Feature>, from before: Feature.State) -> Int? {
    guard let index = removed.firstIndex(where: { $0.asserts(event, before) }) else {
      written.append((event, before))
      return nil
    }
    return removed.remove(at: index).step
  }

  /// Returns the number of the newest event that got a new step and that another step asserts.
  mutating func takeEvent(where asserts: Assertion) -> Int? {
    guard let index = written.lastIndex(where: asserts) else { return nil }
    return written.remove(at: index).event.number
  }
}
