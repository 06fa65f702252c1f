import StoreTesting
import TestSupport
import Testing

@Suite struct ExpectDifferenceTests {
  @Test func `an operation with the expected changes passes`() async {
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

  @Test(arguments: [true, false])
  func `an unexpected or missing change fails at the caller's line`(isChanged: Bool) async {
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
