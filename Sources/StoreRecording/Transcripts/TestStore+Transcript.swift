import StoreCore
import StoreDependencies
public import StoreTesting

extension TestStore {
  /// The events of the store so far as reproducible text: one event per line, with virtual times and changes of the
  /// state.
  ///
  /// The text omits lines of the source, so it doesn't change if a test moves. A store keeps at least its last 64
  /// messages, or fewer if states are large. In a suite with the trait `.transcripts`, it keeps all of them.
  public var transcript: String {
    let events = session.formatter.descriptions(in: .whole).map(\.withoutSite)
    let forgotten = session.log.forgotten
    let head = forgotten > 0 ? ["… \(count(forgotten, "event")) before, not kept"] : []
    return (head + EventLine.lines(for: events).map(\.plainText)).joined(separator: "\n") + "\n"
  }

  /// Asserts that the events of the store so far equal a golden file.
  ///
  /// The file is `__Transcripts__/<file of the test>/<name>.txt`, next to the file of the test. Tests write it if they
  /// run with `STORE_TESTING_RECORD=1`, unless `CI` is set. A missing file and a difference are failures, also in the run that
  /// writes the file, and the failure shows the difference. This assertion doesn't replace any other: the test must still receive feedback
  /// and outputs.
  ///
  /// The idea comes from snapshot tests, and from redux-saga-test-plan's `toJSON`.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its extension.
  ///   - redact: Replaces the varying parts of a text.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func verifyTranscript(
    named name: String,
    redacting redact: (String) -> String = { $0 },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("verifyTranscript", at: site) else { return }
    defer { session.endStep() }
    await session.environment.settle()
    guard session.log.forgotten == 0 else {
      return session.fail(
        .misuse,
        "The store has forgotten its first events, so the transcript \"\(name)\" can't be verified.",
        details:
          "In a long run, a store forgets its oldest events. Give the suite the trait '.transcripts', and its stores keep all events."
      )
    }
    let file = TranscriptFile(named: name, besides: filePath)
    guard let complaint = file.verify(redact(transcript)) else { return }
    session.fail(.unexpectedTranscript, complaint.headline, details: complaint.details)
  }

  /// The steps of an exhaustive test that asserts the events of the store so far, as Swift.
  ///
  /// The steps compile and pass after the same lines that create the store and its gates. A comment marks each value
  /// that can't be written as source, and each place at which the test did something that the store didn't see, such as
  /// a yield into a stream of its own. The steps include answers at gates, and cancellations by the test. A call
  /// of a container whose closure has several lines is a comment. A store keeps at least its last 64 messages, or fewer
  /// if states are large. In a suite with the trait `.transcripts`, it keeps all of them.
  public var generatedTest: String {
    SourceText.withoutRepeatedRemarks(WrittenTest(session).lines).joined(separator: "\n")
  }
}
