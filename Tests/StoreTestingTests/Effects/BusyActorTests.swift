import StoreCore
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// Effects that wait for a busy actor.
@Suite(.accelerated) struct BusyActorTests {
  @Test func `the failure names an effect that waits for its turn on an actor`() async {
    let desk = BusyActor()
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          guard case .input(let number) = message else {
            state += 1
            return .none
          }
          return .run("ask") { send in await send(await desk.ask(number)) }
        }
      }
      store.timeout = .milliseconds(20)
      await store.send(1)
      #expect(store.inFlightEffects.map(\.waitingOn) == [.outside])
      await store.receive(1)  // Fails: timedOut
      desk.queue.open()
      store.timeout = .seconds(60)
      await store.receive(1) { $0 = 1 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.contains(
        "ask waits for its turn on an actor, such as the main actor, which other code keeps busy"
      ) ?? false
    )
  }

  @Test func `a step waits for an actor that is busy for a moment, and runs what follows`() async {
    let (desk, answers) = (BusyActor(), Recorder<Int>())
    let store = TestStore(initialState: Runner.State()) { Runner { _ in answers.record(await desk.ask(1)) } }
    store.timeout = .seconds(60)
    let signal = store.session.environment.executor.signal
    // The actor is busy until the step waits.
    let other = Task.detached {
      while !signal.isAwaited { await Task.yield() }
      desk.queue.open()
    }
    await store.send(.go)
    #expect(answers.values == [1])
    await store.receiveEffect("work")
    await store.finish()
    await other.value
  }
}

/// An actor that is busy until it is opened.
private actor BusyActor {
  /// The queue in which the actor's work waits.
  let queue = HeldQueue()

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// The requests so far. Without state the optimizer drops the hop to the actor.
  private var asked: [Int] = []

  func ask(_ number: Int) -> Int {
    asked.append(number)
    return number
  }
}

/// An executor that holds work back until it is opened.
private final class HeldQueue: SerialExecutor {
  /// The waiting jobs; nil once the actor is open.
  private let jobs = Mutex<[UnownedJob]?>([])

  /// Keeps a job, or runs it at once.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = jobs.withLock { jobs in
      jobs?.append(job)
      return jobs != nil
    }
    if !isHeld { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// Runs the waiting jobs. Later jobs run at once.
  func open() {
    let waiting = jobs.withLock { jobs in
      defer { jobs = nil }
      return jobs ?? []
    }
    for job in waiting { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
