import Dispatch
import StoreCore
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// Two stores of one test, whose effects resume each other's tasks.
@Suite(.timeLimit(.minutes(15))) struct InterdependentStoresTests {
  private typealias Numbers = (stream: AsyncStream<Int>, continuation: AsyncStream<Int>.Continuation)

  private let there: Numbers = AsyncStream.makeStream()
  private let back: Numbers = AsyncStream.makeStream()

  private func makeStore(_ work: @escaping @Sendable (Send<String>) async throws -> Void) -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) { Runner(work) }
  }

  /// Sends each number back, increased.
  private func makeEcho(waiting wait: @escaping @Sendable () async -> Void = {}) -> TestStore<Runner> {
    makeStore { [there, back] _ in
      for await number in there.stream {
        await wait()
        back.continuation.yield(number + 1)
      }
      back.continuation.finish()
    }
  }

  /// Plays a number back and forth, until it is three.
  private func makePlayer() -> TestStore<Runner> {
    makeStore { [there, back] send in
      there.continuation.yield(0)
      for await number in back.stream {
        if number < 3 { there.continuation.yield(number) } else { there.continuation.finish() }
      }
      await send("done")
    }
  }

  @Test func `a step of one store also runs work that its effects start in another store`() async {
    let (player, echo) = (makePlayer(), makeEcho())
    await player.send(.go)
    await echo.send(.go)
    await player.receive("done") { $0.log = ["done"] }
    await player.finish()
    await echo.receiveEffect("work")
    await echo.finish()
  }

  @Test func `a store is independent of stores that have ended`() async {
    let first = makeStore { _ in }
    await first.finish()
    let second = makeStore { _ in }
    withExtendedLifetime(first) {
      #expect(second.session.environment.executor.hasCompanions == false)
    }
    await second.finish()
  }

  @Test func `a wait at one store ends with an event of another store from outside`() async {
    let echo = makeEcho {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume() }
      }
    }
    let player = makePlayer()
    await echo.send(.go)
    await player.send(.go)
    await player.receive("done") { $0.log = ["done"] }
    await player.finish()
    await echo.receiveEffect("work")
    await echo.finish()
  }

  @Test func `an answer in one store lets an effect of another store call the gate`() async {
    let gate = Gate<String, String, Never>("gate")
    let (letters, continuation) = AsyncStream.makeStream(of: String.self)
    let first = makeStore { send in
      let answer = await gate("first")
      continuation.yield(answer)
      continuation.finish()
      await send(answer)
    }
    let second = makeStore { send in
      for await letter in letters { await send(letter + (await gate("second"))) }
    }
    await second.send(.go)
    await first.send(.go)
    await gate.succeed(with: "a")
    await gate.succeed(with: "b")
    await second.receive("ab") { $0.log = ["ab"] }
    await first.receive("a") { $0.log = ["a"] }
    await first.finish()
    await second.finish()
  }

  @Test func `work that a step starts in other stores runs in the order in which the test has made them`() async {
    let (latch, names) = (Latch(), Recorder<String>())
    let first = makeStore { _ in
      await latch.wait()
      names.record("first")
    }
    let second = makeStore { _ in
      await latch.wait()
      names.record("second")
    }
    let opener = makeStore { _ in latch.open() }
    await second.send(.go)
    await first.send(.go)
    await opener.send(.go)
    #expect(names.values == ["first", "second"])
    for store in [first, second, opener] {
      await store.receiveEffect("work")
      await store.finish()
    }
  }

  @Test func `the work of a step includes that of the other stores`() async {
    let latch = Latch()
    let store = makeStore { _ in }
    let other = makeStore { _ in await latch.wait() }
    await other.send(.go)
    let environment = store.session.environment
    var work = environment.makeWork()
    await environment.settleCompanions(&work)
    #expect(!work.hasRun)
    latch.open()
    await environment.settleCompanions(&work)
    #expect(work.hasRun)
    await other.receiveEffect("work")
    await other.finish()
    await store.finish()
  }

  @Test func `two stores that resume each other without end are a livelock`() async {
    let failures = await recordingFailures {
      let (there, back) = (there, back)
      let first = makeStore { _ in
        there.continuation.yield(0)
        for await number in back.stream { there.continuation.yield(number) }
      }
      let second = makeStore { _ in
        for await number in there.stream { back.continuation.yield(number) }
      }
      first.stepLimit = 1_000
      second.stepLimit = 1_000
      await first.send(.go)
      await second.send(.go)
      await first.finish()
      await second.finish()
    }
    #expect(failures.first?.kind == .livelock)
  }
}
