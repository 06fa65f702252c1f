import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// A recorder of the events of test stores, in total order.
final class RunRecorder: ObserverOfStores {
  private let state = Mutex(RecordingDraft())

  init() {}

  /// The recorder of the current code, if any.
  static var current: RunRecorder? { Hooks.observers.lazy.compactMap { $0 as? RunRecorder }.first }

  /// The recording so far.
  var recording: Recording { state.withLock(\.recording) }

  /// Runs code, and records its test stores instead of an outer recorder.
  func record(_ body: () async throws -> Void) async rethrows {
    let others = Hooks.observers.filter { !($0 is RunRecorder) }
    try await Hooks.$observers.withValue(others + [self]) { try await body() }
  }

  /// Changes the recording under construction.
  @discardableResult
  func draft<Result: Sendable>(_ change: (inout RecordingDraft) -> Result) -> Result {
    state.withLock { change(&$0) }
  }

  /// Records a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - store: The number of the failing store.
  ///   - instant: The time of the store.
  func note(_ failure: TestFailure, in store: Int, at instant: TestClock.Instant) {
    var entry = Recording.Entry(instant: instant.offset, store: store, kind: .failure, text: failure.headline)
    entry.detail = "\(failure.kind)"
    entry.place = Recording.Place(failure.site)
    draft { [entry] draft in _ = draft.add(entry) }
  }

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    StoreRecorder(self, number: draft { $0.addStore(at: site) })
  }

  func noteDeviation(_ text: String, _ relation: String, isInstead: Bool) {
    draft { draft in
      var entry = Recording.Entry(instant: draft.now, store: nil, kind: .deviation, text: text)
      entry.detail = relation
      draft.add(entry)
    }
  }

  func observerOfOneRun() -> (any Observer)? { RunRecorder() }

  func attachments(titled title: String) -> [TestAttachment] {
    var recording = recording
    recording.title = title
    return [TestAttachment(name: "timeline.html", text: recording.html)]
  }
}
