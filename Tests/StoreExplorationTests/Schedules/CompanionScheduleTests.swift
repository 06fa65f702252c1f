import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Explorations of tests with two stores, whose effects wait for each other.
@Suite struct CompanionScheduleTests {
  private typealias Numbers = (stream: AsyncStream<Int>, continuation: AsyncStream<Int>.Continuation)

  private func makeStore(_ work: @escaping @Sendable (Send<String>) async throws -> Void) -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) { Runner(work) }
  }

  @Test(arguments: [ScheduleGranularity.deliveries, .jobs])
  func `a step runs work that its effects resume in another store`(granularity: ScheduleGranularity) async throws {
    let failures = try await recordingFailures {
      _ = try await explore(granularity: granularity) {
        let (there, back): (Numbers, Numbers) = (AsyncStream.makeStream(), AsyncStream.makeStream())
        let player = makeStore { send in
          there.continuation.yield(0)
          for await number in back.stream {
            if number < 3 { there.continuation.yield(number) } else { there.continuation.finish() }
          }
          await send("done")
        }
        let echo = makeStore { _ in
          for await number in there.stream { back.continuation.yield(number + 1) }
          back.continuation.finish()
        }
        await player.send(.go)
        await echo.send(.go)
        await player.receive("done") { $0.log = ["done"] }
        await player.finish()
        await echo.receiveEffect("work")
        await echo.finish()
      }
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: [ScheduleGranularity.deliveries, .jobs])
  func `a wait of one store delivers the feedback of another that it depends on`(
    granularity: ScheduleGranularity
  ) async throws {
    var report: ScheduleReport?
    let failures = try await recordingFailures {
      report = try await explore(granularity: granularity) {
        let (there, back): (Numbers, Numbers) = (AsyncStream.makeStream(), AsyncStream.makeStream())
        let asking = makeStore { send in
          there.continuation.finish()
          for await _ in back.stream {}
          await send("answered")
        }
        let answering = makeStore { send in
          for await _ in there.stream {}
          await send("asked")
          back.continuation.finish()
        }
        await answering.send(.go)
        await asking.send(.go)
        await asking.receive("answered") { $0.log = ["answered"] }
        await answering.receive("asked") { $0.log = ["asked"] }
        await asking.finish()
        await answering.finish()
      }
    }
    #expect(failures.isEmpty)
    // The effect that waits for the other store is no outside work.
    #expect(report?.isComplete == (granularity == .deliveries))
  }

  @Test(arguments: [
    ([1], [3], 2), ([1, 2], [3], 3), ([1], [3, 4], 3), ([1, 2], [3, 4], 6), ([1, 2, 5], [3, 4], 10),
  ])
  func `every order of two stores' events is tried`(_ first: [Int], _ second: [Int], count: Int) async throws {
    let orders = Recorder<[Int]>()
    let report = try await explore {
      let numbers = Recorder<Int>()
      let stores = [first, second].map { work in
        makeStore { send in
          for number in work {
            await send("\(number)")
            numbers.record(number)
          }
        }
      }
      for store in stores {
        store.exhaustivity = .off
        await store.send(.go)
      }
      for store in stores { await store.finish() }
      orders.record(numbers.values)
    }
    #expect(report.isComplete)
    #expect(Set(orders.values).count == count)
  }

  @Test func `a step that waits for nothing leaves the events of another store open`() async throws {
    let orders = Recorder<[String]>()
    let report = try await explore {
      let notes = Recorder<String>()
      let sending = makeStore { send in
        await send("sent")
        notes.record("sent")
      }
      let other = makeStore { _ in }
      sending.exhaustivity = .off
      await sending.send(.go)
      await other.send(.idle)
      notes.record("other")
      await sending.finish()
      await other.finish()
      orders.record(notes.values)
    }
    #expect(report.isComplete)
    #expect(Set(orders.values) == [["sent", "other"], ["other", "sent"]])
  }

  @Test func `a step of an exploration expects the failure of another store's effect`() async throws {
    let failures = try await recordingFailures {
      _ = try await explore {
        let numbers: Numbers = AsyncStream.makeStream()
        let endpoint: @Sendable () -> Void = unimplemented("Client.load")
        let waiting = makeStore { _ in for await _ in numbers.stream { endpoint() } }
        let resuming = makeStore { _ in
          numbers.continuation.yield(1)
          numbers.continuation.finish()
        }
        await waiting.send(.go)
        let expected = await recordingFailures { await resuming.send(.go) }
        #expect(expected.kinds == [.unimplementedDependency])
        await resuming.receiveEffect("work")
        await resuming.finish()
        await waiting.receiveEffect("work")
        await waiting.finish()
      }
    }
    #expect(failures.isEmpty)
  }
}
