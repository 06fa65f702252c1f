/// Runs code, and records the events of its test stores.
///
/// ```swift
/// let recording = await withRecording("a search") {
///   let store = TestStore(initialState: Search.State()) { Search() }
///   await store.send(.queryChanged("a")) { $0.query = "a" }
///   await store.finish()
/// }
/// ```
///
/// Failures are recorded, and also reported as usual. Under `explore` all runs are recorded, one after the other.
///
/// - Parameters:
///   - title: The title of the recording.
///   - body: The code. Only stores that it makes are recorded.
/// - Returns: The recording.
public func withRecording(
  _ title: String = "",
  _ body: () async throws -> Void
) async rethrows -> Recording {
  let recorder = RunRecorder()
  try await recorder.record(body)
  var recording = recorder.recording
  recording.title = title
  return recording
}
