import StoreTesting
import TestSupport
import Testing

@Suite struct ExpectDifferenceTests {
  @Test("an operation that changes what is expected passes")
  func expected() async {
    var row = Row(id: 1, title: "a")
    let failures = await recordingFailures {
      expectDifference(of: row) {
        row.title = "b"
      } changes: {
        $0.title = "b"
      }
    }
    #expect(failures.isEmpty)
  }

  @Test("a change that is not expected, or doesn't come, fails at the caller's line", arguments: [true, false])
  func unexpected(isChanged: Bool) async {
    var row = Row(id: 1, title: "a")
    let failures = await recordingFailures {
      await expectDifference(of: row) {  // Fails: unexpectedDifference
        await Task.yield()
        if isChanged { row.title = "b" }
      } changes: {
        $0.title = isChanged ? "c" : "b"
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.text.contains(isChanged ? #"title: "b" -> "c""# : #"title: "a" -> "b""#) == true)
  }
}
