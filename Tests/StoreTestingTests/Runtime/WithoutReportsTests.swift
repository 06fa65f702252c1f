import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

@Suite struct WithoutReportsTests {
  @Test func `code runs once, without reports of issues and stores`() async {
    var runs = 0
    let failures = await recordingFailures {
      withoutReports {
        runs += 1
        #expect(Bool(false))
        reportMisuse("A mistake.", details: "", at: CallSite(fileID: "", filePath: "", line: 1, column: 1))
      }
    }
    #expect(runs == 1)
    #expect(failures.isEmpty)
  }

  @Test func `code runs once although the scope waits for something`() async {
    let latch = Latch()
    var runs = 0
    let failures = await recordingFailures {
      withoutReports {
        runs += 1
        reportMisuse("A mistake.", details: "", at: CallSite(fileID: "", filePath: "", line: 1, column: 1))
      } in: { _, code in
        await Task.detached { await latch.wait() }.value
        code()
      }
      #expect(runs == 1)
    }
    latch.open()
    #expect(failures.isEmpty)
    #expect(runs == 1)
  }
}
