import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// A way to wait that the test does not control.
private enum RealWait: CaseIterable {
  case task, nanoseconds, until, continuous, suspending, existential, child, left, stream, latch

  /// The sleep function that the failure text names; nil for another wait.
  var call: String? {
    switch self {
    case .task, .nanoseconds, .until, .continuous, .existential: "Task.sleep"
    case .suspending: "SuspendingClock"
    // The runtime has a handle only for the operation's own task, so only its sleep can be named.
    case .stream, .latch, .child, .left: nil
    }
  }

  func wait(_ latch: Latch) async throws {
    // Longer than the tests of a busy machine take together.
    let long = Duration.seconds(3_600)
    switch self {
    case .task: try await Task.sleep(for: long)
    case .nanoseconds: try await Task.sleep(nanoseconds: 3_600_000_000_000)
    case .until: try await Task.sleep(until: .now + long, tolerance: .seconds(1), clock: .continuous)
    case .continuous: try await ContinuousClock().sleep(for: long)
    case .suspending: try await SuspendingClock().sleep(for: long)
    case .existential:
      let clock: any Clock<Duration> = ContinuousClock()
      try await clock.sleep(for: long)
    case .child:
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Task.sleep(for: long) }
        try await group.waitForAll()
      }
    case .left:
      let task = Task { try await Task.sleep(for: long) }
      Task.detached {
        await latch.wait()
        task.cancel()
      }
    case .stream: for await _ in AsyncStream<Int>.makeStream().stream {}
    case .latch: await latch.wait()
    }
  }
}

@Suite struct RealSleepTests {
  @Test(.accelerated, arguments: RealWait.allCases)
  fileprivate func `a failure describes a real sleep as one, and no other wait`(_ waiting: RealWait) async {
    let latch = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in .run("wait") { _ in try? await waiting.wait(latch) } }
      }
      store.timeout = .milliseconds(20)
      await store.send(1)  // Fails: effectInFlight
      await store.finish()
    }
    latch.open()
    #expect(failures.locations == markedFailures())
    let text = waiting.call.map { "is in a real sleep (\($0)), outside the test's control" }
    let headline = failures.first?.headline ?? ""
    #expect(headline.contains(": it \(text ?? "is suspended, but not by a clock or a gate of the test")."))
    #expect(failures.first?.details.contains("real sleep") == (waiting.call != nil))
    let advice = "Let it sleep on the clock of the dependency '\\.continuousClock'"
    #expect(failures.first?.details.contains(advice) == (waiting.call != nil))
  }
}
