import Dispatch
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// An actor on a queue of its own, whose work no step of a test runs.
private actor Elsewhere {
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "elsewhere")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private nonisolated let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func call(_ endpoint: @Sendable () -> Void, after start: DispatchSemaphore, then end: DispatchSemaphore) {
    start.wait()
    endpoint()
    end.signal()
  }
}

private struct Lamp: Equatable, Sendable {
  var count = 0
  var isOn = false
}

private func makeStore(
  _ work: @escaping @Sendable (Int) async -> Void = { _ in }
) -> TestStore<Machine<Lamp, Int, Never, Never>> {
  TestStore(initialState: Lamp()) {
    Machine { message, lamp in
      guard case .input(let number) = message else { return .none }
      (lamp.count, lamp.isOn) = (number, true)
      return number == 9 ? .run("work") { _ in await work(number) } : .none
    }
  }
}

/// Where failures go decides which others are warnings.
@Suite struct MistakePlaceTests {
  @Test func `a failure between two steps belongs to no recording that begins after it`() async {
    let endpoint: @Sendable () -> Void = unimplemented("Client.load")
    let (start, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var recorded: [TestFailure] = []
    let reports = await recordingReports {
      let elsewhere = Elsewhere()
      let store = makeStore { _ in await elsewhere.call(endpoint, after: start, then: end) }
      await store.send(9) { $0 = Lamp(count: 9, isOn: true) }
      await store.send(1) { $0.count = 1 }  // Fails: unimplementedDependency
      start.signal()
      end.wait()
      recorded = await recordingFailures { await store.send(2) { $0.count = 2 } }
      await store.receiveEffect("work")
      await store.send(3) { $0.count = 7 }  // Warns: unexpectedState
      await store.finish()
    }
    #expect(recorded.isEmpty)
    #expect(reports.failing.kinds == markedFailures().map(\.kind))
    #expect(reports.warnings.locations == markedWarnings())
  }

  @Test func `a store that another test uses has reported nothing there`() async {
    let site = CallSite(fileID: "A/B.swift", filePath: "B.swift", line: 1, column: 1)
    let reports = await recordingReports {
      let reporter = FailureReporter(site: site)
      for isMoved in [false, false, true, false] {
        if isMoved { reporter.moveToCurrentTest() }
        let failure = TestFailure(.missingFeedback, "Nothing arrived.", at: site)
        reporter.report(failure, lastEvents: { "" }, isPostponed: false) { _ in }
      }
    }
    #expect(reports.map(\.isWarning) == [false, true, false, true])
  }

  @Test func `a failure before expected ones is the cause of what follows them`() async {
    let reports = await recordingReports {
      let store = makeStore()
      await store.send(1) { $0.count = 7 }  // Fails: unexpectedState
      let expected = await recordingFailures { await store.send(2) { $0.count = 7 } }
      #expect(expected.count == 1)
      await store.send(3) { $0.count = 7 }  // Warns: unexpectedState
      await store.finish()
    }
    #expect(reports.failing.locations == markedFailures())
    #expect(reports.warnings.locations == markedWarnings())
  }

  @Test func `a closure that runs a second time at the level off reports nothing`() async {
    let endpoint: @Sendable () -> Void = unimplemented("Client.load")
    let reports = await recordingReports {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(1) { lamp in
        lamp.isOn = true
        if lamp.count > 0 { endpoint() }
      }
      await store.finish()
    }
    #expect(reports.isEmpty)
  }
}
