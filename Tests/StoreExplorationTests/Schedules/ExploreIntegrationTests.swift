import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// Explorations of tests that are written in unusual ways.
@Suite struct ExploreIntegrationTests {
  /// Runs an exploration, and returns its failures.
  private func exploring(
    granularity: ScheduleGranularity = .deliveries,
    _ body: @escaping () async throws -> Void
  ) async throws -> (failures: [TestFailure], report: ScheduleReport) {
    var report: ScheduleReport?
    let failures = try await recordingFailures {
      report = try await explore(granularity: granularity, body)
    }
    return (failures, try #require(report))
  }

  @Test func `a store that is not finished is checked when it is released`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      await store.send(.ask(1)) { $0.question = 1 }
      await store.receive(.answered(10, of: 1)) { $0.answer = 10 }
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
  }

  @Test(arguments: [1, 2]) func `a test that fails in one run of the default order fails`(failing: Int) async throws {
    let runs = Atomic(0)
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, state in
          state += 1
          return .none
        }
      }
      let isFailing = runs.add(1, ordering: .relaxed).newValue == failing
      await store.send(1) { $0 = isFailing ? 5 : 1 }
      await store.finish()
    }
    #expect(failures.kinds == [.divergedSchedule])
    #expect(failures.first?.headline.hasSuffix("only run \(failing) of 2 failed.") == true)
    #expect(!report.hasPassed)
  }

  @Test func `a failure after the end of the exploration fails the test once`() async throws {
    let reader = LateReader()
    let failures = try await recordingFailures {
      _ = try await explore {
        let store = reader.makeStore()
        await store.send(1)
        await store.receiveEffect("leave")
        await store.finish()  // Fails: lateUse
      }
      await reader.read()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect that still runs when its store is released is a failure in each order`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      await store.send(.ask(1)) { $0.question = 1 }  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
    #expect(report.scheduleCount == 1)
  }

  @MainActor @Test func `the explored code can be isolated to the main actor`() async throws {
    let (failures, report) = try await exploring {
      MainActor.assertIsolated()
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      await store.send(.ask(1))
      await store.send(.ask(2))
      await store.finish()
    }
    #expect(failures.isEmpty)
    #expect("\(report)" == "complete: all 3 schedules")
  }

  @Test func `effects can hop to the main actor and back`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: []) { MainActorHopFeature() }
      store.exhaustivity = .off
      await store.send(1)
      await store.send(2)
      await store.finish()
      #expect(store.state.sorted() == [1, 2])
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
  }

  @Test func `two stores are explored together`() async throws {
    let (failures, report) = try await exploring {
      let first = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      let second = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      for store in [first, second] {
        store.exhaustivity = .off
        store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      }
      await first.send(.ask(1))
      await second.send(.ask(1))
      await first.send(.ask(2))
      await second.send(.ask(2))
      await first.finish()
      await second.finish()
      #expect(first.state.answer == 20)
      #expect(second.state.answer == 20)
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(report.scheduleCount >= 9)
  }

  @Test func `gates that the test answers keep their order`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      let ask = store.gate("ask", at: \.raceClient.ask)
      await store.send(.ask(1)) { $0.question = 1 }
      await store.send(.ask(2)) { $0.question = 2 }
      await ask.pending[1].succeed(with: 20)
      await store.receive(.answered(20, of: 2)) { $0.answer = 20 }
      await ask.succeed(with: 10)
      await store.receive(.answered(10, of: 1))
      await store.finish()
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
  }

  @MainActor @Test func `a container without a reducer is explored, too`() async throws {
    let (failures, report) = try await exploring {
      let gate = Gate<Int, Int, any Error>("ask") { question in [.success(question * 10)] }
      let store = TestStore(container: { LastAnswerModel { try await gate($0) } })
      store.exhaustivity = .off
      await store.call { await $0.ask(1) }
      await store.call { await $0.ask(2) }
      await store.finish()
      #expect(store.container().state == 20)
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(!report.hasPassed)
  }

  @Test func `debounce and throttle keep their times in every order`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: []) { Timing() }
      store.exhaustivity = .off
      for number in 1...3 {
        await store.send(.debounced(number))
        await store.send(.throttled(number))
        await store.clock.advance(by: .milliseconds(200))
      }
      await store.clock.run()
      await store.finish()
      #expect(store.state.filter { $0 > 0 } == [3])
      #expect(store.state.filter { $0 < 0 } == [-1, -3])
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
  }

  @Test(arguments: repetitions(40)) func `concurrent explorations don't affect each other`(_: Int)
    async throws
  {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      for question in 1...3 { await store.send(.ask(question)) }
      await store.finish()
      if store.state.answer != 30 { #expect(store.state.answer == 30) }
    }
    #expect(failures.isEmpty)
    #expect("\(report)" == "complete: all 15 schedules")
  }

  @Test func `an exploration waits for an effect that is suspended outside in every order`() async throws {
    let (failures, report) = try await exploring {
      let latch = Latch()
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      store.exhaustivity = .off
      store.dependencies.raceClient.ask = { question in
        await latch.wait()
        return question * 10
      }
      await store.send(.ask(1))
      latch.open()
      await store.receive(.answered(10, of: 1))
      await store.finish()
      #expect(store.state.answer == 10)
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
  }
}

/// Stores numbers, with a hop to the main actor.
private struct MainActorHopFeature: Reducer {
  typealias State = [Int]
  typealias Input = Int
  typealias Feedback = Int

  func reduce(message: Message<Int, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input(let number):
      return .run("hop", of: number) { send in
        let number = await MainActor.run { number }
        await send(number)
      }
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}

/// Debounces and throttles numbers. Throttled numbers are sent negated.
private struct Timing: Reducer {
  typealias State = [Int]
  typealias Feedback = Int

  enum Input: Equatable { case debounced(Int), throttled(Int) }

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input(.debounced(let number)):
      return .run("debounced") { send in await send(number) }.debounce(id: "debounce", for: .milliseconds(300))
    case .input(.throttled(let number)):
      return .run("throttled") { send in await send(-number) }
        .throttle(id: "throttle", for: .milliseconds(500), latest: true)
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}

/// A container that shows the last answer, even a stale one.
private final class LastAnswerModel: StateStore<Int, Never> {
  private let client: @Sendable (Int) async throws -> Int

  init(_ client: @escaping @Sendable (Int) async throws -> Int) {
    self.client = client
    super.init(state: 0)
  }

  /// Asks, and shows the answer.
  func ask(_ question: Int) async {
    if let answer = try? await client(question) { state = answer }
  }
}
