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
/// The recording includes failures, which are also reported as usual. Under `explore` it contains all runs, one after
/// the other.
///
/// - Parameters:
///   - title: The title of the recording.
///   - body: The code. The recording contains only stores that it creates.
/// - Returns: The recording.
/// - Throws: The error that the code throws.
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
