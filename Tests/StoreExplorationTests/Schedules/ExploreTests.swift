import StoreCore
import StoreDependencies
import StoreExploration
import TestSupport
import Testing

@testable import StoreTesting

/// Asks a number of questions in a row, without waiting for an answer.
private func askInARow(_ questions: Int, isMended: Bool) async {
  let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: isMended) }
  store.exhaustivity = .off
  _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
  for question in 1...questions { await store.send(.ask(question)) }
  await store.finish()
  if store.state.answer != questions * 10 { #expect(store.state.answer == questions * 10) }  // Here: question
}

/// Runs an exploration, and returns its failures.
private func exploring(
  budget: Int? = nil,
  _ body: @escaping () async throws -> Void
) async throws -> (failures: [TestFailure], report: ScheduleReport) {
  var report: ScheduleReport?
  let failures = try await recordingFailures { report = try await explore(budget: budget, body) }
  return (failures, try #require(report))
}

@Suite struct ExploreTests {
  /// The number of orders of k questions and their answers is (2k - 1)!!, each answer somewhere behind its question.
  @Test(arguments: [(1, 1), (2, 3), (3, 15), (4, 105)])
  func `a feature without races is tried in all orders`(_ questions: Int, _ schedules: Int) async throws {
    let (failures, report) = try await exploring { await askInARow(questions, isMended: true) }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(report.hasPassed)
    #expect(
      "\(report)".hasPrefix(schedules == 1 ? "complete: the only schedule." : "complete: all \(schedules) schedules")
    )
  }

  @Test(arguments: [(2, 3), (3, 7), (4, 12), (5, 18)])
  func `a stale answer is found with two deviations`(_ questions: Int, _ tried: Int) async throws {
    let (failures, report) = try await exploring { await askInARow(questions, isMended: false) }
    #expect(failures.locations == [FailureLocation(.failedSchedule, markedLine("question"))])
    #expect(report.scheduleCount == tried)
    #expect(!report.hasPassed)
    #expect("\(report)" == "failed: in schedule \(tried)")
    #expect(
      failures.first?.details.contains(
        """
            • late: ask(\(questions - 1)) returns \(questions - 1)0. Before it:
                choice \(questions - 1): the test continues
                choice \(questions): ask(\(questions)) returns \(questions)0
        """
      ) ?? false
    )
  }

  @Test func `a known issue next to a race doesn't end the exploration`() async throws {
    let (failures, report) = try await exploring {
      withKnownIssue { Issue.record("It is known.") }
      await askInARow(2, isMended: false)
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(report.scheduleCount == 3)
  }

  @Test func `a known failure of a store fails no order`() async throws {
    let (failures, report) = try await exploring {
      await withKnownIssue { await TestClock().advance(by: .seconds(-1)) }
      await askInARow(2, isMended: true)
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(report.scheduleCount == 3)
  }

  @Test func `an exploration answers after time has passed, at the end of a test as well`() async throws {
    var open: Set<Int> = []
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: RaceLoader.State.idle) { RaceLoader() }
      store.exhaustivity = .off
      let ask = store.gate("ask", at: \.raceClient.ask) { _ in [.success(1)] }
      await store.send(.load(1))
      await store.clock.advance(by: .seconds(1))
      open.insert(ask.pending.count)
      await store.finish()
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(open == [0, 1])
  }

  @Test func `two concurrent increments lose an update`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: LostUpdate.State()) { LostUpdate() }
      store.exhaustivity = .off
      store.always("each write counts") { $0.number == $0.writes }
      _ = store.gate("ask", at: \.raceClient.ask) { _ in [.success(0)] }
      await store.send(.increment)
      await store.send(.increment)
      await store.finish()
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(report.scheduleCount == 2)
    #expect(failures.first?.headline.contains(#""each write counts" does not hold after .write(1)"#) ?? false)
  }

  @Test(arguments: [0, 10])
  func `a connection after hanging up is found among any number of timers`(_ timers: Int) async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: .idle) { LateDialer(timers: timers) }
      store.exhaustivity = .off
      _ = store.gate("ask", at: \.raceClient.ask) { _ in [.success(0)] }
      await store.send(.call)
      await store.send(.hangUp)
      await store.clock.run()
      await store.finish()
      if store.state != .idle { #expect(store.state == .idle) }
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(report.scheduleCount == 2)
    #expect(failures.first?.details.contains("The order differs from the default one in 1 place.") ?? false)
  }

  @Test func `a failed old request hides the answer of the new one`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: .idle) { RaceLoader() }
      store.exhaustivity = .off
      _ = store.gate("ask", at: \.raceClient.ask) { number in
        number == 1 ? [.failure(Offline())] : [.success(number)]
      }
      await store.send(.load(1))
      await store.send(.cancel)
      await store.send(.load(2))
      await store.finish()
      if store.state != .loaded(2) { #expect(store.state == .loaded(2)) }
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(report.scheduleCount <= 20)
  }

  @Test func `each possible answer of the outside is tried`() async throws {
    let seen = Recorder<String>()
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: .idle) { RaceLoader() }
      store.exhaustivity = .off
      _ = store.gate("ask", at: \.raceClient.ask) { number in [.success(number), .failure(Offline()), .never] }
      await store.send(.load(1))
      await store.skipReceived(strict: false)
      await store.cancelInFlightEffects(strict: false)
      seen.record("\(store.state)")
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(Set(seen.values) == ["loaded(1)", "failed", "loading"])
  }

  @Test func `timers that are due at the same instant fire in any order`() async throws {
    let seen = Recorder<String>()
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: []) { TwoAlarms() }
      store.exhaustivity = .off
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
      seen.record(store.state.map(String.init).joined())
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(Set(seen.values) == ["12", "21"])
  }

  @Test func `an exhaustive test of a feature without races passes in every order`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      await store.send(.ask(1)) { $0.question = 1 }
      await store.receive(.answered(10, of: 1)) { $0.answer = 10 }
      await store.send(.ask(2)) { $0.question = 2 }
      await store.receive(.answered(20, of: 2)) { $0.answer = 20 }
      await store.finish()
    }
    #expect(failures.isEmpty)
    #expect("\(report)".hasPrefix("complete: the only schedule. The test fixes its order"))
  }

  @Test func `a failure in the default order is reported as without exploring`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch() }
      _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      await store.send(.ask(1)) { $0.question = 2 }  // Fails: unexpectedState
      await store.receive(.answered(10, of: 1)) { $0.answer = 10 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(report.scheduleCount == 1)
  }

  @Test func `an error that the test throws in the default order is thrown`() async {
    await #expect(throws: Offline.self) { try await explore { throw Offline() } }
  }

  @Test func `issues of expectations in all orders are reported as one failure`() async throws {
    try await withKnownIssue {
      try await explore { await askInARow(2, isMended: false) }
    } matching: { issue in
      issue.sourceLocation?.line == markedLine("question")
        && issue.comments.first?.rawValue.hasPrefix("The test fails in another order than the default one:") ?? false
    }
  }

  @Test func `an exploration samples too many schedules, and reports the sampling`() async throws {
    let (failures, report) = try await exploring(budget: 50) { await askInARow(5, isMended: true) }
    #expect(failures.isEmpty)
    #expect(!report.isComplete)
    #expect("\(report)" == "sampled: 50 schedules, of unknown many, with seed 0")
  }

  @Test(arguments: [(1, 1), (2, 3), (3, 15), (4, 105)])
  func `a budget of as many schedules as there are is enough`(_ questions: Int, _ schedules: Int) async throws {
    let (failures, report) = try await exploring(budget: schedules) { await askInARow(questions, isMended: true) }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(report.scheduleCount == schedules)
  }

  @Test func `a test that leaves its last answers open has no other order by that`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.ask(1))
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(report.scheduleCount == 1)
  }

  @Test func `a test that requires a complete search fails without one`() async throws {
    let failures = try await recordingFailures {
      // Fails: undecidedProperty
      try await explore(budget: 50, requiresCompleteSearch: true) { await askInARow(5, isMended: true) }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The exploration tried 50 schedules, and more exist.")
  }

  @Test func `a random failing schedule is shrunk to few deviations`() async throws {
    let (failures, _) = try await exploring(budget: 20) { await askInARow(5, isMended: false) }
    #expect(failures.kinds == [.failedSchedule])
    #expect(failures.first?.details.contains("The order differs from the default one in 2 places.") ?? false)
  }

  @Test func `an exploration reports the same each time`() async throws {
    let first = try await exploring { await askInARow(4, isMended: false) }
    for _ in repetitions(20) {
      let again = try await exploring { await askInARow(4, isMended: false) }
      #expect(again.failures.map(\.description) == first.failures.map(\.description))
    }
  }

  @Test func `a test that depends on chance fails`() async throws {
    let runs = Recorder<Int>()
    let (failures, report) = try await exploring {
      runs.record(1)
      await askInARow(runs.values.count % 3 + 1, isMended: true)
    }
    #expect(failures.kinds == [.divergedSchedule])
    #expect(!report.hasPassed)
    #expect(failures.first?.headline.hasPrefix("The test behaved differently in two runs of the same order") ?? false)
  }

  @Test func `an effect that never becomes idle is named`() async throws {
    let (failures, _) = try await exploring {
      let store = TestStore(initialState: 0) { EndlessSender() }
      store.exhaustivity = .off
      store.stepLimit = 200
      await store.send(.start)
      await store.finish()
    }
    #expect(failures.kinds == [.livelock])
    #expect(failures.first?.headline.contains("chatter") ?? false)
  }

  @Test func `a budget below one, and a nested exploration, are misuse`() async throws {
    let failures = try await recordingFailures {
      let report = try await explore(budget: 0) { await askInARow(1, isMended: false) }  // Fails: misuse
      #expect("\(report)" == "nothing was tried")
      #expect(!report.hasPassed)
      try await explore { try await explore { await askInARow(1, isMended: true) } }  // Fails: misuse
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.headline) == [
        "The budget of 0 schedules is less than one.", "Schedules are explored within an exploration.",
      ]
    )
  }

  @Test func `code that makes no store is misuse`() async throws {
    let outside = TestStore(initialState: 0) {
      Reduce<Int, Int> {
        $0 += $1; return .none
      }
    }
    outside.exhaustivity = .off
    let reports = Recorder<String>()
    let failures = try await recordingFailures {
      reports.record("\(try await explore {})")  // Fails: misuse
      reports.record("\(try await explore { await outside.send(1) })")  // Fails: misuse
      reports.record("\(try await explore { _ = TestStore(initialState: 0) { TwoTasks(note: { _ in }) } })")
    }
    await outside.finish()
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == "The code has made no test store, so there is no order to explore."
    )
    #expect(reports.values.map { $0.prefix(20) } == ["nothing was tried", "nothing was tried", "complete: the only s"])
  }

  @Test func `pieces of work of one effect run in any order on request`() async throws {
    let seen = Recorder<String>()
    let report = try await explore(granularity: .jobs) {
      let notes = Recorder<String>()
      let store = TestStore(initialState: 0) { TwoTasks(note: { notes.record($0) }) }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      seen.record(notes.values.joined())
    }
    #expect(report.isComplete == Runtime.movesTasks)
    #expect(Set(seen.values) == ["ab", "ba"])
  }

  @Test func `the order of pieces of work is described by their effects`() async throws {
    let failures = try await recordingFailures {
      try await explore(granularity: .jobs) {
        let notes = Recorder<String>()
        let store = TestStore(initialState: 0) { TwoTasks(note: { notes.record($0) }) }
        store.exhaustivity = .off
        await store.send(.start)
        await store.finish()
        if notes.values != ["a", "b"] { #expect(notes.values == ["a", "b"]) }
      }
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(failures.first?.details.contains("both#1/2 continues, before both#1 continues") ?? false)
  }
}

/// Two alarms for the same instant.
private struct TwoAlarms: Reducer {
  typealias State = [Int]

  enum Input: Equatable { case start }

  /// Which alarm rings.
  enum Feedback: Equatable { case rang(Int) }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      return .merge(
        (1...2).map { (number: Int) -> Effect<Feedback, Never> in
          .run("alarm", of: number) { send in
            try await clock.sleep(for: .seconds(1))
            await send(.rang(number))
          }
        }
      )
    case .feedback(.rang(let number)):
      state.append(number)
      return .none
    }
  }
}

/// An effect that sends for ever.
private struct EndlessSender: Reducer {
  enum Input: Equatable { case start }

  /// The feedback of the effect.
  enum Feedback: Equatable { case word }

  func reduce(message: Message<Input, Feedback>, into state: inout Int) -> Effect<Feedback, Never> {
    guard case .input = message else {
      state += 1
      return .none
    }
    return .run("chatter") { send in while !Task.isCancelled { await send(.word) } }
  }
}

/// An effect with two tasks that share an actor.
private struct TwoTasks: Reducer {
  enum Input: Equatable { case start }

  /// The state that they share.
  let note: @Sendable (String) -> Void

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    .run("both") { [note] _ in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { note("a") }
        group.addTask { note("b") }
      }
    }
  }
}
