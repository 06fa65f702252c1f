import StoreCore
import StoreDependencies
public import StoreTesting

extension TestStore {
  /// What the store has done so far, as text that is the same each time: an event a line, with virtual times and changes of state.
  ///
  /// Lines of the source are left out, so that it stays the same when a test is moved. A store keeps about its last hundred messages, and
  /// all of them in a suite with the trait `.transcripts`.
  public var transcript: String {
    let events = session.formatter.descriptions(in: .whole).map(\.withoutSite)
    let forgotten = session.log.forgotten
    let head = forgotten > 0 ? ["… \(count(forgotten, "event")) before, which are not kept"] : []
    return (head + EventLine.lines(for: events).map(\.plainText)).joined(separator: "\n") + "\n"
  }

  /// Asserts that the store has done what a golden file says, from the beginning to here.
  ///
  /// The file is `__Transcripts__/<file of the test>/<name>.txt`, beside the file of the test. It is written when the tests run with
  /// `STORE_TESTING_RECORD=1`, and never where `CI` is set; otherwise a missing file is a failure, and so is another text, with what differs.
  /// What is in it counts as nothing else: feedback and outputs still have to be received.
  ///
  /// The idea is that of snapshot tests, and of redux-saga-test-plan's `toJSON`.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its extension.
  ///   - redact: Puts something that stays the same in the place of what doesn't.
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
    guard session.begin("verifyTranscript", site) else { return }
    await session.environment.settle()
    guard session.log.forgotten == 0 else {
      return session.fail(
        .misuse,
        "The store has done more than it keeps, so the transcript \"\(name)\" can't be verified.",
        details:
          "A store keeps about its last hundred messages. Give the suite the trait '.transcripts', and its stores keep everything."
      )
    }
    let file = TranscriptFile(named: name, besides: filePath)
    guard let complaint = file.verify(redact(transcript)) else { return }
    session.fail(.unexpectedTranscript, complaint.headline, details: complaint.details)
  }

  /// The steps of an exhaustive test that pins what the store has done so far, as Swift.
  ///
  /// The steps compile and pass behind the same lines that make the store and its gates, as far as values can be written as source; where
  /// one can't, a comment says so. Answers at gates are given again, and what the test has cancelled is cancelled. The calls of a container
  /// are comments, as nobody knows what was called. A store keeps about its last hundred messages, and
  /// all of them in a suite with the trait `.transcripts`.
  public var generatedTest: String {
    Source.withoutRepeatedRemarks(TestSource(session).lines).joined(separator: "\n")
  }
}

extension EventDescription {
  /// The event without the line of the test.
  fileprivate var withoutSite: Self {
    Self(instant, kind, subject, origin: origin, changes: changes)
  }
}
