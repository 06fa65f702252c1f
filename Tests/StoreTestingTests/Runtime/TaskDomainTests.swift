import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime

@Suite(.timeLimit(.minutes(15))) struct TaskDomainTests {
  /// A task that starts none. Its number is greater than those of real tasks.
  private static let known = TaskReference(identity: 1, number: UInt64.max - 10)

  private static let unknown = TaskReference(identity: 1, number: 0)

  /// Work without an end.
  private final class Loop: Sendable {
    private let executor: TestExecutor
    private let isOver = Mutex(false)

    init(on executor: TestExecutor) { self.executor = executor }

    func turn() {
      if !isOver.withLock(\.self) { _ = executor.post { self.turn() } }
    }

    func end() { isOver.withLock { $0 = true } }
  }

  @Test func `a domain has an executor if the tasks of its test can be moved`() {
    let isMoved = [Self.known, Self.unknown].map { TaskDomain(of: $0).executor != nil }
    #expect(isMoved == [Runtime.isAccelerated, false])
  }

  @Test(.accelerated) func `a domain is used after its executor has got something to do`() {
    let domain = TaskDomain(of: Self.known)
    let before = domain.isUsed
    _ = domain.executor?.post {}
    let after = domain.isUsed
    #expect([before, after] == [false, true])
  }

  @Test func `a domain that can't move tasks may be used`() {
    let isUsed = TaskDomain(of: Self.unknown).isUsed
    #expect(isUsed)
  }

  @MainActor
  @Test func `a domain that can't move tasks yields to the main actor`() async {
    let ran = Recorder<Bool>()
    // It can't run before the test yields.
    Task { @MainActor in ran.record(true) }
    let hasRun = await TaskDomain(of: Self.unknown).settle()
    #expect(hasRun == false)
    #expect(ran.values == [true])
  }

  @Test(.accelerated) func `a domain that settles tells whether work ran`() async throws {
    let domain = TaskDomain(of: Self.known)
    let executor = try #require(domain.executor)
    let idle = await domain.settle()
    #expect(idle == false)
    // The item waits until the domain waits for it, and adds another one.
    let added = executor.itemsAdded
    _ = executor.post {
      while executor.itemsAdded < added + 2 {}
      _ = executor.post {}
    }
    let busy = await domain.settle()
    #expect(busy == true)
  }

  @Test(.accelerated) func `a domain whose work doesn't end stops to settle`() async throws {
    let domain = TaskDomain(of: Self.known)
    let loop = Loop(on: try #require(domain.executor))
    loop.turn()
    let hasRun = await domain.settle(limit: 3)
    loop.end()
    #expect(hasRun == nil)
  }
}
