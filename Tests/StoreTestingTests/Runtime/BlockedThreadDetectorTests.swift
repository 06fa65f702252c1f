import Dispatch
import StoreTesting
import TestSupport
import Testing

@testable import StoreRuntime

/// Effects that block the thread of their test.
@Suite struct BlockedThreadDetectorTests {
  /// A feature with one effect.
  private struct Blocking: Reducer {
    enum Input: Sendable {
      case start
    }

    let work: @Sendable (Send<String>) async -> Void

    func reduce(message: Message<Input, String>, into state: inout [String]) -> Effect<String, Never> {
      switch message {
      case .input: return .run("blocking", operation: work)
      case .feedback(let text):
        state.append(text)
        return .none
      }
    }
  }

  /// Blocks the thread, which asynchronous code must not do.
  private static func block(_ semaphore: DispatchSemaphore) {
    semaphore.wait()
  }

  @Test func `an effect that blocks its thread for its own task is one failure that names it, and the test continues`()
    async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: []) {
        Blocking { send in
          let semaphore = DispatchSemaphore(value: 0)
          async let work: Void = { _ = semaphore.signal() }()
          Self.block(semaphore)
          await work
          await send("too late")
        }
      }
      await store.send(.start)  // Fails: blockedThread
      await store.receive("too late") { $0 = ["too late"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The effect blocking blocks the test's thread, and has done nothing for 1 s.")
  }

  @Test func `a blocking wait for a task that must send is found`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: []) {
        Blocking { send in
          let semaphore = DispatchSemaphore(value: 0)
          async let work: Void = {
            await send("never")
            semaphore.signal()
          }()
          Self.block(semaphore)
          await work
        }
      }
      await store.send(.start)
    }
    #expect(failures.map(\.kind) == [.blockedThread])
  }

  /// The owner of an executor whose thread stays blocked after the report.
  private final class Witness: ExecutorOwner {
    let reports = Recorder<Bool>()
    let isReported = Latch()
    private let executor = TestExecutor(drainsItself: true)
    private let end = DispatchSemaphore(value: 0)

    /// Blocks the thread of the executor, with other work behind it.
    func block() {
      executor.setOwner(self)
      _ = executor.post { [end] in end.wait() }
      _ = executor.post {}
    }

    func unblock() {
      executor.setOwner(nil)
      end.signal()
    }

    func willEnqueue(_ job: UnownedJob, of owner: (any TaskOwner)?, isPreferred: Bool) {}

    func wakeCompanions() {}

    func threadIsBlocked(by task: UInt64, hasMore: Bool) {
      reports.record(hasMore)
      isReported.open()
    }
  }

  @Test func `a thread that stays blocked is reported once`() async {
    let (first, second) = (Witness(), Witness())
    first.block()
    await first.isReported.wait()
    // The detector looks at the first thread again until it reports the second.
    second.block()
    await second.isReported.wait()
    #expect(first.reports.values == [true])
    first.unblock()
    second.unblock()
  }

  @Test func `an effect that computes, or that blocks briefly, is left alone`() async {
    let store = TestStore(initialState: []) {
      Blocking { send in
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { semaphore.signal() }
        Self.block(semaphore)
        await send("done")
      }
    }
    await store.send(.start)
    await store.receive("done") { $0 = ["done"] }
    await store.finish()
  }

  @MainActor
  @Test func `an effect can wait for the main thread, though its test is on the main actor`() async {
    let store = TestStore(initialState: []) {
      Blocking { send in
        let semaphore = DispatchSemaphore(value: 0)
        Task { @MainActor in semaphore.signal() }
        Self.block(semaphore)
        await send("done")
      }
    }
    await store.send(.start)
    await store.receive("done") { $0 = ["done"] }
    await store.finish()
  }
}
