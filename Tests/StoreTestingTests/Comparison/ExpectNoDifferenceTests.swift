import StoreTesting
import TestSupport
import Testing

@Suite struct ExpectNoDifferenceTests {
  @Test func `equal values have no difference`() async {
    #expect(difference(Everything(), Everything()) == nil)
    #expect(await recordingReports { expectNoDifference(Everything(), Everything()) }.isEmpty)
  }

  @Test func `two values that differ fail at the caller's line`() async {
    // Fails: unexpectedDifference
    let failures = await recordingFailures { expectNoDifference(Row(id: 1, title: "a"), Row(id: 1, title: "b")) }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The two values differ.

        title: "a" -> "b"

          Row(
        -   title: "a"
        +   title: "b"
            (2 unchanged)
          )

        (- is the first value, + the second)
        """
    )
  }

  @Test func `a difference that == ignores is a hint`() async {
    // Fails: hiddenDifference
    let reports = await recordingReports { expectNoDifference(Forgetful(), Forgetful(name: "b")) }
    #expect(reports.locations == markedFailures())
    #expect(reports.map(\.isWarning) == [true])
  }

  @Test func `a difference that the text can't show fails all the same`() async {
    // Fails: unexpectedDifference
    let failures = await recordingFailures { expectNoDifference([Double.nan], [Double.nan]) }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a helper passes the caller's place on, from any task`() async {
    let failures = await recordingFailures {
      await Task { expectNoDifference(1, 2, fileID: "Module/File.swift", filePath: "/File.swift", line: 7, column: 3) }
        .value
    }
    #expect(failures.map(\.fileID) == ["Module/File.swift"])
    #expect(failures.locations == [FailureLocation(.unexpectedDifference, 7)])
  }
}
