import StoreDependencies
import Synchronization
import Testing

/// A test, as a source sees it, that counts what it is told.
private final class Waiter: DependencyObserver, SourceWait {
  private let wakesTest: Bool
  private let log = Mutex<[String]>([])

  /// - Parameter wakesTest: Whether the test is to be woken when a wait begins.
  init(wakesTest: Bool) { self.wakesTest = wakesTest }

  /// The calls, in order.
  var calls: [String] { log.withLock(\.self) }

  func dependencyAccessed(_ key: any TestDependencyKey.Type) {}

  func issueOccurred(_ issue: RuntimeIssue) {}

  func wait(forChangeOf source: String) -> (any SourceWait)? { self }

  func begin() -> Bool {
    log.withLock { $0.append("begin") }
    return wakesTest
  }

  func wakeTest() { log.withLock { $0.append("wake") } }

  func end() { log.withLock { $0.append("end") } }
}

@Suite struct SourceWaitTests {
  @MainActor
  @Test(arguments: [(true, ["begin", "wake", "end"]), (false, ["begin", "end"])])
  func `a test is woken when a reader begins to wait, if it asks for that`(wakesTest: Bool, calls: [String]) async {
    let waiter = Waiter(wakesTest: wakesTest)
    let source = Source(1)
    let values = source.subscribe()
    let reading = DependencyValues.withValues(DependencyValues(context: .test, observer: waiter)) {
      Task { @MainActor in
        var found: [Int] = []
        for await value in values {
          found.append(value)
          if found.count == 2 { break }
        }
        return found
      }
    }
    // The reader is on this actor, so it waits when its call is seen here.
    while waiter.calls.isEmpty { await Task.yield() }
    source.update { $0 = 2 }
    #expect(await reading.value == [1, 2])
    #expect(waiter.calls == calls)
  }
}
