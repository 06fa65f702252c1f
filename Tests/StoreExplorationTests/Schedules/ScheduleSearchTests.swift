import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

@Suite struct ScheduleSearchTests {
  /// A failure at another step of the test is the same one if the same invariant is broken.
  @Test(arguments: [UInt64(3)])
  func `a failure of a random schedule is shown without irrelevant choices`(_ seed: UInt64) async throws {
    let failures = try await recordingFailures {
      try await explore(budget: 130, seed: seed) {
        let store = TestStore(initialState: []) { SixQuestions() }
        store.exhaustivity = .off
        store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
        store.always("the last question is not answered first, nor the first one last") {
          $0.count < 6 || $0.first != 6 || $0.last != 1
        }
        await store.send(.start)
        await store.finish()
      }
    }
    #expect(failures.kinds == [.failedSchedule])
    let details = failures.first?.details ?? ""
    #expect(details.contains("The order differs from the default one in 5 places."))
    #expect(!details.contains("the test continues"))
  }

  /// Explores with several seeds, and returns how many runs at the beginning are the same with each of them.
  private func runsWithoutSeed(budget: Int, _ body: @escaping () async -> Void) async throws -> Int {
    var common: [[Int]]?
    for seed: UInt64 in 1...8 {
      let runs = Recorder<[Int]>()
      let report = try await ExplorationEffort.$override.withValue(ExplorationEffort()) {
        try await explore(budget: budget, seed: seed, suspects: false) {
          let controller = try #require(ScheduleController.current)
          await body()
          runs.record(controller.choices.map(\.chosen))
        }
      }
      #expect(report.scheduleCount == budget)
      let count = zip(common ?? runs.values, runs.values).prefix { $0 == $1 }.count
      common = Array(runs.values.prefix(count))
    }
    return common?.count ?? 0
  }

  @Test(arguments: [10, 50])
  func `the last fifth of a budget is random if there are more schedules`(_ budget: Int) async throws {
    let count = try await runsWithoutSeed(budget: budget) {
      let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: true) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      for question in 1...5 { await store.send(.ask(question)) }
      await store.finish()
    }
    // The default order runs twice.
    #expect(count == 1 + budget - budget / 5)
  }

  @Test func `the last fifth of a budget is random, even if the order before it is the first of many`() async throws {
    let count = try await runsWithoutSeed(budget: 10) {
      let store = TestStore(initialState: 0) { LateWork() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.ask)
      for _ in 1...LateWork.leastWaits { await store.send(.wait) }
      await store.finish()
    }
    #expect(count == 9)
  }
}

/// Asks, and works in three effects if the answer comes late.
private struct LateWork: Reducer {
  enum Input: Equatable { case ask, wait }

  enum Feedback: Equatable { case answered, worked }

  /// The number of waits after which an answer is late.
  static let leastWaits = 7

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Feedback>, into waits: inout Int) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ask):
      return .run("ask") { send in
        _ = try await client.ask(0)
        await send(.answered)
      }
    case .input(.wait):
      waits += 1
      return .none
    case .feedback(.answered):
      guard waits == Self.leastWaits else { return .none }
      return .merge((1...3).map { (number: Int) in .run("work", of: number) { send in await send(.worked) } })
    case .feedback(.worked): return .none
    }
  }
}

/// Asks six questions at once, and notes the answers.
private struct SixQuestions: Reducer {
  enum Input: Equatable { case start }

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        (1...6).map { (number: Int) in .run("ask", of: number) { send in await send(try await client.ask(number)) } }
      )
    case .feedback(let answer):
      state.append(answer)
      return .none
    }
  }
}
