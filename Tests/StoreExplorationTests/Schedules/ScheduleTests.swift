import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite struct ScheduleTests {
  @Test(arguments: [
    Schedule(),
    Schedule(deviations: [.init(choice: 0, label: "test")]),
    Schedule(deviations: [.init(choice: 1, label: "search#1"), .init(choice: 12, label: "run a, b#2/3")]),
    Schedule(deviations: [.init(choice: 3, label: "100%: \"x\\y\"\n#1")]),
  ])
  func `a schedule is parsed from its text`(_ schedule: Schedule) throws {
    let again = try Schedule(text: "\(schedule)")
    #expect(again == schedule)
    #expect(!"\(schedule)".contains("\n"))
    #expect(!"\(schedule)".contains("\""))
  }

  @Test func `the text of a schedule describes the event of each choice`() {
    let schedule = Schedule(deviations: [.init(choice: 1, label: "test"), .init(choice: 4, label: "search/2")])
    #expect("\(schedule)" == "s1-fd0e 2:test, 5:search/2")
  }

  @Test(arguments: [
    ("", ReplayText.Flaw.unrecognised),
    ("hello world", .unrecognised),
    ("s1-fd0e", .damaged),
    ("s2-fd0e 2:test, 5:search/2", .otherVersion("s2")),
    ("s1-fd0e 2:test, 5:search/", .damaged),
    ("s1-fd0e 2:test", .damaged),
    ("s1-fd0f 2:test, 5:search/2", .damaged),
    ("s1-fd0e 3:test, 5:search/2", .damaged),
    (ReplayText.schedule.text("0:test"), .damaged),
  ])
  func `an invalid text is not a schedule`(_ text: String, _ error: ReplayText.Flaw) {
    #expect(throws: error) { try Schedule(text: text) }
  }
}

/// Searches twice in a row, with a search that shows the last answer.
private func askTwice() async {
  let store = TestStore(initialState: StaleSearch.State()) { StaleSearch() }
  store.exhaustivity = .off
  _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
  await store.send(.ask(1))
  await store.send(.ask(2))
  await store.finish()
  if store.state.answer != 20 { #expect(store.state.answer == 20) }
}

/// The schedule that an exploration of ``askTwice`` prints.
private let staleSchedule = "s1-aea9 1:test, 2:ask/2"

@Suite struct ReplayTests {
  private func replay(_ text: String, _ body: @escaping () async -> Void = askTwice) async throws -> [TestFailure] {
    try await recordingFailures {
      try await ScheduleExploration.$replayed.withValue(text) { _ = try await explore(body) }
    }
  }

  @Test func `an exploration prints the schedule that replays its failure`() async throws {
    let failures = try await recordingFailures { try await explore(askTwice) }
    #expect(failures.first?.details.contains("@Test(.schedule(\"\(staleSchedule)\"))") ?? false)
  }

  @Test func `a replay fails in the same way, each time`() async throws {
    let first = try await replay(staleSchedule)
    #expect(first.kinds == [.failedSchedule])
    #expect(first.first?.details.contains("It was replayed.") ?? false)
    for _ in repetitions(50) {
      let again = try await replay(staleSchedule)
      #expect(again.map(\.report) == first.map(\.report))
    }
  }

  @Test func `a replay passes after the bug is fixed`() async throws {
    let failures = try await replay(staleSchedule) {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      store.exhaustivity = .off
      _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
      await store.send(.ask(1))
      await store.send(.ask(2))
      await store.finish()
      if store.state.answer != 20 { #expect(store.state.answer == 20) }
    }
    #expect(failures.isEmpty)
  }

  @Test func `a schedule that no longer fits fails with the choice at which it differs`() async throws {
    let failures = try await replay(
      "\(Schedule(deviations: [.init(choice: 0, label: "test"), .init(choice: 1, label: "search/2")]))"
    )
    #expect(failures.kinds == [.divergedSchedule])
    #expect(
      failures.first?.headline
        == "The test no longer follows the schedule: choice 2 is search/2, which is not possible there."
    )
    #expect(failures.first?.details.hasPrefix("The options there: ask/1; ask/2; test.") ?? false)
  }

  @Test func `the report of a schedule that no longer fits is that of a failure`() async throws {
    let text = "\(Schedule(deviations: [.init(choice: 7, label: "test")]))"
    var report: ScheduleReport?
    _ = try await recordingFailures {
      report = try await ScheduleExploration.$replayed.withValue(text) { try await explore(askTwice) }
    }
    #expect(report?.hasPassed == false)
  }

  @Test func `a schedule that is longer than its test fails`() async throws {
    let failures = try await replay("\(Schedule(deviations: [.init(choice: 7, label: "test")]))")
    #expect(failures.kinds == [.divergedSchedule])
    #expect(
      failures.first?.details.hasPrefix("The options there: nothing, as the test was over by then.") ?? false
    )
  }

  @Test(arguments: ["", "s1-aea9 1:test, 2:ask", "s2-aea9 1:test, 2:ask/2"])
  func `an invalid schedule is a misuse`(_ text: String) async throws {
    let failures = try await replay(text)
    #expect(failures.kinds == [.misuse])
    #expect(failures.first?.headline == "The text \"\(text)\" is not a valid schedule.")
  }

  @Test(arguments: [(100, ""), (101, "…"), (100_000, "…")])
  func `a failure cuts an invalid schedule of more than 100 characters`(length: Int, end: String) async throws {
    let failures = try await replay(String(repeating: "x", count: length))
    let start = String(repeating: "x", count: 100)
    #expect(failures.map(\.headline) == ["The text \"\(start)\(end)\" is not a valid schedule."])
  }
}

@Suite struct ExplorationEffortTests {
  private func effort(_ variables: [String: String]) -> ExplorationEffort {
    ExplorationEffort { variables[$0] }
  }

  @Test(arguments: [
    ("quick", 200), ("normal", 2_000), ("thorough", 20_000), ("2.5", 5_000), ("", 2_000), ("0.00001", 1),
    ("1000000", 2_000_000_000),
  ])
  func `the effort scales the number of schedules`(_ text: String, _ budget: Int) {
    #expect(effort(["STORE_TESTING_EFFORT": text]).scaled(2_000) == budget)
    #expect(effort(["STORE_TESTING_EFFORT": text]).complaint == nil)
  }

  @Test func `an environment variable sets the default seed`() {
    #expect(effort(["STORE_TESTING_SEED": "7"]).seed == 7)
    #expect(effort(["STORE_TESTING_SEED": "7"]).complaint == nil)
    #expect(effort(["STORE_TESTING_SEED": ""]).seed == 0)
  }

  @Test(arguments: [
    ("STORE_TESTING_EFFORT", "much"), ("STORE_TESTING_EFFORT", "-1"), ("STORE_TESTING_EFFORT", "0"),
    ("STORE_TESTING_EFFORT", "nan"), ("STORE_TESTING_EFFORT", "1000001"), ("STORE_TESTING_SHARD", "0/3"),
    ("STORE_TESTING_SHARD", "4/3"), ("STORE_TESTING_SHARD", "1"), ("STORE_TESTING_SHARD", "a/b"),
    ("STORE_TESTING_SHARD", "1/0"), ("STORE_TESTING_SEED", "-4"), ("STORE_TESTING_SEED", "x"),
  ])
  func `an invalid environment variable is a separate failure`(_ name: String, _ text: String) async throws {
    let effort = effort([name: text])
    #expect(effort.complaint?.hasPrefix("\(name) is \"\(text)\"") ?? false)
    let failures = try await recordingFailures {
      try await ExplorationEffort.$override.withValue(effort) { _ = try await explore(askTwice) }
    }
    #expect(failures.kinds.first == .misuse)
  }

  @Test(arguments: sample([2, 3, 5], every: 2)) func `shards share the schedules, and together they are all`(
    _ count: Int
  ) async throws {
    let seen = Recorder<String>()
    var reports: [ScheduleReport] = []
    for number in 1...count {
      var effort = ExplorationEffort()
      effort.shard = try #require(ExplorationShard("\(number)/\(count)"))
      try await ExplorationEffort.$override.withValue(effort) {
        reports.append(
          try await explore {
            let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
            store.exhaustivity = .off
            let order = Recorder<String>()
            store.always("the order is noted") { _, message, _ in
              order.record("\(message)")
              return true
            }
            _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
            for question in 1...4 { await store.send(.ask(question)) }
            await store.finish()
            seen.record(order.values.joined(separator: " "))
          }
        )
      }
    }
    #expect(reports.map(\.isComplete) == Array(repeating: true, count: count))
    #expect("\(reports[0])".hasSuffix("of shard 1/\(count)"))
    // Each shard begins with the default order.
    #expect(reports.map(\.scheduleCount).reduce(0, +) == 105 + count - 1)
    #expect(Set(seen.values).count == 105)
  }
}

@Suite struct ExploreTraitTests {
  @Test(.explore) func `a test with the trait runs in every order`() async {
    let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
    store.exhaustivity = .off
    _ = store.gate("ask", at: \.raceClient.ask) { question in [.success(question * 10)] }
    await store.send(.ask(1))
    await store.send(.ask(2))
    await store.finish()
    if store.state.answer != 20 { #expect(store.state.answer == 20) }
  }

  @Test(arguments: [true, false]) func `the trait explores, and replays the schedule trait next to it`(_ isReplay: Bool)
    async throws
  {
    let runs = Recorder<Int>()
    let test = try #require(Test.current)
    let failures = try await recordingFailures {
      try await ScheduleExploration.$replayed.withValue(isReplay ? staleSchedule : nil) {
        try await ExploreTrait.explore.provideScope(for: test, testCase: nil) {
          runs.record(1)
          await askTwice()
        }
      }
    }
    #expect(failures.kinds == [.failedSchedule])
    // The default order twice, the two others, of which one fails, and once more for the trace; or just the replay.
    #expect(runs.values.count == (isReplay ? 2 : 5))
  }
}
