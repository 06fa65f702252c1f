import Dispatch
import Foundation
import TestSupport
import Testing

@testable import StoreRuntime
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

  @Test func `a report that comes during another one is made after it, and delays no thread`() async {
    let attribution = TestAttribution()
    let events = Recorder<String>()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        attribution.perform(isNeeded: true) {
          let hasReturned = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            attribution.perform(isNeeded: true) { events.record("second") }
            hasReturned.signal()
          }
          // The limit ends the test if that thread waits for this one.
          let result = hasReturned.wait(timeout: .now() + 10)
          events.record(result == .success ? "first" : "delayed")
        }
        continuation.resume()
      }
    }
    #expect(events.values == ["first", "second"])
  }

  @Test(arguments: [false, true])
  func `a hopeless wait takes a second, or half a minute if the runtime can't show who waits`(isDetached: Bool) async {
    let attribution = TestAttribution()
    var text = attribution.hopelessWait("opened it")
    if isDetached { text = await Task.detached { attribution.hopelessWait("opened it") }.value }
    let time = isDetached && !Runtime.isAccelerated ? "half a minute" : "a second"
    #expect(text.hasPrefix("For \(time) of real time, nobody has opened it."))
  }
}
