import StoreCore
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// An observer that notes whether each answer ends its stream.
private final class EndObserver: ObserverOfStores, StoreObserver {
  let ends = Recorder<Bool>()

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    if case .answered(let reply) = event.content { ends.record(reply.endsStream) }
  }
}

/// A yield as a step of the test.
@Suite struct StreamStepTests {
  private let numbers = StreamGate<Void, Int, Never>("numbers")

  /// Makes a store whose effect listens, and does something for each number.
  private func makeStore(_ work: @escaping @Sendable (Int, Send<String>) async -> Void) -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) {
      Runner { [numbers] send in for await number in numbers() { await work(number, send) } }
    }
  }

  private func steps(of store: TestStore<Runner>) -> Int {
    store.session.environment.stepNumber.load(ordering: .relaxed)
  }

  @Test func `a yield to all is one step of each store that listens`() async {
    let stores = [makeStore { _, _ in }, makeStore { _, _ in }]
    for store in [stores[0], stores[0], stores[1]] { await store.send(.go) }
    #expect(numbers.listeners.count == 3)
    let before = stores.map(steps(of:))
    await numbers.yieldToAll(1)
    #expect(stores.map(steps(of:)) == before.map { $0 + 1 })
    for store in stores {
      await store.cancelInFlightEffects()
      await store.finish()
    }
  }

  @Test func `an unasserted event after an element fails at the line of the yield`() async {
    let failures = await recordingFailures {
      let store = makeStore { _, _ in while true { await Task.yield() } }
      store.stepLimit = 1_000
      await store.send(.go)
      await numbers.yield(1)  // Fails: livelock
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an accepted change that an element causes stands behind the yield`() async throws {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = makeStore { number, send in await send("\(number)") }
        await store.send(.go)
        await numbers.yield(1)
        await numbers.finish()
        await store.finish()
      }
    }
    #expect(failures.kinds == [.acceptedChange])
    let lines = patch.split(separator: "\n").map { $0.drop { $0 == " " } }
    let added = try #require(lines.firstIndex { $0.hasPrefix("+ ") && $0.contains(#"await store.receive("1")"#) })
    #expect(lines[added - 1] == "await numbers.yield(1)", "\(patch)")
  }

  @Test func `an observer learns which answers end the stream`() async {
    let observer = EndObserver()
    await Hooks.$observers.withValue([observer]) {
      let store = makeStore { number, send in await send("\(number)") }
      await store.send(.go)
      await numbers.yield(1)
      await store.receive("1") { $0.log = ["1"] }
      await numbers.finish()
      await store.finish()
    }
    #expect(observer.ends.values == [false, true])
  }
}

extension StreamStepTests {
  /// An executor that runs each job at once, on the thread that enqueues it.
  private final class ImmediateExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  /// An actor that listens after a latch has opened, on the thread that opens it.
  private actor Listener {
    nonisolated let executor = ImmediateExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What it has heard. Without state the optimizer drops the hop to the actor.
    private var heard: [Int] = []

    func listen(to numbers: StreamGate<Void, Int, Never>, after latch: Latch) async -> [Int] {
      await latch.wait()
      for await number in numbers() { heard.append(number) }
      return heard
    }
  }

  /// An observer that opens a latch when the test waits, and notes whether the wait is in vain.
  private final class WaitObserver: ObserverOfStores, StoreObserver {
    let latch = Latch()
    let timeOuts = Recorder<Bool>()

    func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
    func willWait(for effects: () -> [LedgerEntry]) { latch.open() }
    func didTimeOut() { timeOuts.record(true) }
  }

  @Test(.accelerated) func `a wait of the test ends when the last effect begins to listen on another executor`() async {
    let observer = WaitObserver()
    let failures = await recordingFailures {
      await Hooks.$observers.withValue([observer]) {
        let listener = Listener()
        let store = TestStore(initialState: Runner.State()) {
          Runner { [numbers] send in
            let heard = await listener.listen(to: numbers, after: observer.latch)
            await send("\(heard)")
          }
        }
        store.timeout = .seconds(5)
        await store.send(.go)
        // What has happened so far would wake the test, too.
        _ = await store.session.environment.executor.waitForWork(WaitBudget(.zero))
        await store.receive("[1]")  // Fails: missingFeedback
        await numbers.yield(1)
        await numbers.finish()
        await store.receive("[1]") { $0.log = ["[1]"] }
        await store.finish()
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(observer.timeOuts.values.isEmpty)
  }
}
