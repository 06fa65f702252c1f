import StoreValues

/// The bound on the memory of the states that a store keeps for feedback that the test has not asserted.
///
/// A timer with an interval of nanoseconds may send much, and the store keeps the state after each message.
struct UnassertedStates {
  /// The greatest approximate size of all states, in bytes.
  var limit = 256 << 20

  /// The number of events at which the states are measured first. A few states of any size are kept.
  private static let firstMeasurement = 16

  /// The number of events at which the states are measured next.
  private var nextMeasurement = firstMeasurement

  /// Whether the states are to be measured.
  ///
  /// Performance: they are measured each time the number of unasserted events has grown by a quarter.
  ///
  /// - Parameter count: The number of unasserted events.
  mutating func isMeasurementDue(at count: Int) -> Bool {
    if count < Self.firstMeasurement { nextMeasurement = Self.firstMeasurement }
    guard count >= nextMeasurement else { return false }
    nextMeasurement = count + count / 4
    return true
  }
}

extension TestSession {
  /// Reports unasserted events whose states need too much memory, and stops the store.
  ///
  /// - Parameters:
  ///   - before: The state before the newest message. What it shares with the newest state counts as shared by all.
  ///   - newest: The state after the newest message.
  @inline(never)
  func limitUnassertedStates(since before: Feature.State, to newest: Feature.State) {
    let events = judge.open.count
    let size = unsharedSize(of: newest, since: before)
    guard size > unasserted.limit / events, !isEnded else { return }
    fail(
      .livelock,
      "The test has not asserted \(count(events, "event")), whose states take about \(megabytes(events * size)).",
      details: paragraphs(
        "The store keeps the state after each event until the test asserts it. The newest state differs from the one "
          + "before it in \(megabytes(size)).",
        "Assert the events in smaller groups, or discard them with 'skipReceived()'. If an effect sends so often by "
          + "mistake, let it wait for longer. The store has cancelled its effects."
      )
    )
    attachTimeline()
    // The engine is at work, so it cancels the effects after that.
    engine.cancelAll()
    judge.discard()
    environment.abandon()
  }

  /// Returns a number of bytes as text.
  private func megabytes(_ bytes: Int) -> String {
    bytes < 1 << 20 ? count(bytes, "byte") : "\(grouped(bytes >> 20)) MB"
  }
}
