import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Asks twice, and returns the order of the answers.
private func askTwice() async -> [Int] {
  var answers: [Int] = []
  let store = TestStore(initialState: StaleSearch.State()) { StaleSearch() }
  store.exhaustivity = .off
  store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
  store.always("it is noted") { _, message, _ in
    if case .feedback(.answered(let answer, of: _)) = message { answers.append(answer) }
    return true
  }
  await store.send(.ask(1))
  await store.send(.ask(2))
  await store.finish()
  return answers
}

/// The order in which the second answer arrives first.
private let reversed = "s1-aea9 1:test, 2:ask/2"

@Suite struct ScheduleTraitTests {
  @Test(.schedule(reversed)) func `a schedule applies to the whole test if it explores nothing`() async {
    #expect(await askTwice() == [2, 1])
  }

  @Test(.explore, .schedule(reversed)) func `a schedule after the trait that explores is replayed`() async {
    #expect(await askTwice() == [2, 1])
  }

  @Test(.schedule(reversed), .explore) func `a schedule before the trait that explores is replayed`() async {
    #expect(await askTwice() == [2, 1])
  }

  @Test(.schedule(reversed)) func `a schedule applies to the exploration within a test`() async throws {
    #expect(await askTwice() == [1, 2])
    var orders: [[Int]] = []
    try await explore { orders.append(await askTwice()) }
    #expect(orders == [[2, 1]])
  }

  @Suite(.explore) struct Explored {
    @Test(.schedule(reversed)) func `a schedule is replayed in a suite that is explored`() async {
      #expect(await askTwice() == [2, 1])
    }
  }

  @Test func `a failure of a replayed schedule is described like a found one`() async throws {
    let test = try #require(Test.current)
    let failures = try await recordingFailures {
      try await ScheduleTrait.schedule(reversed).provideScope(for: test, testCase: nil) {
        let answers = await askTwice()
        if answers != [1, 2] { #expect(answers == [1, 2]) }
      }
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(
      failures.first?.details.contains("The order differs from the default one in 2 places. It was replayed.") ?? false
    )
  }

  @Test func `a schedule that a test without explorations does not follow is a failure`() async throws {
    let test = try #require(Test.current)
    let failures = try await recordingFailures {
      try await ScheduleTrait.schedule(reversed).provideScope(for: test, testCase: nil) {}
    }
    #expect(failures.kinds == [.divergedSchedule])
    #expect(failures.first?.headline.contains("choice 1 is test, which is not possible there") ?? false)
  }
}
