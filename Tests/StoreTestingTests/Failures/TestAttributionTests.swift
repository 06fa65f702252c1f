import Dispatch
import TestSupport
import Testing

@testable import StoreTesting

@Suite struct TestAttributionTests {
  @Test(arguments: repetitions(50, byDefault: 2))
  func `reports of many threads at once have the task locals of the test`(_: Int) async {
    let attribution = TestAttribution()
    let names = Recorder<String?>()
    // On a thread without a task, as the test's own one has its task locals.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 5_000) { _ in
          attribution.perform(isNeeded: true) { names.record(Test.current?.name) }
        }
        continuation.resume()
      }
    }
    // Counts, as a failure prints 5,000 names otherwise.
    #expect(names.values.count { $0 == Test.current?.name } == 5_000)
  }
}
