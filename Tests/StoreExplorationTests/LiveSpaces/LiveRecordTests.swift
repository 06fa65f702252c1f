import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

@testable import StoreExploration

/// A counter that counts each call, and its echo. The store begins with an echo.
private struct Echo: Reducer {
  enum Input { case called }
  enum Feedback { case echoed }

  func start(from state: Int) -> Effect<Feedback, Never> { echo }

  func reduce(message: Message<Input, Feedback>, into count: inout Int) -> Effect<Feedback, Never> {
    count += 1
    if case .input = message { return echo }
    return .none
  }

  private var echo: Effect<Feedback, Never> { .run("echo") { send in await send(.echoed) } }
}

/// A button whose taps are no part of what its state is equal by.
private struct Button: Reducer {
  struct State: Equatable {
    var title = "OK"
    var taps = 0

    static func == (first: Self, second: Self) -> Bool { first.title == second.title }
  }

  enum Input { case tapped }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.taps += 1
    return .none
  }
}

/// A question that is asked a number of times.
private struct Riddle: Reducer {
  struct State: Equatable {
    var isAsking = false
    var answer: String?
  }

  enum Input { case asked }
  enum Feedback { case answered(String) }

  let questions: Int
  let ask: @Sendable () async throws -> String

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.asked):
      state.isAsking = true
      return .run("quiz") { send in
        for _ in 0..<questions {
          let answer = try await ask()
          await send(.answered(answer))
        }
      }
    case .feedback(.answered(let answer)):
      state.answer = answer
      return .none
    }
  }
}

/// What an exploration records of the steps of a store.
@Suite struct LiveRecordTests {
  @Test func `the start is a part of the space, and a step has the states between its messages`()
    async throws
  {
    let space = try await StateSpace(inputs: { $0 < 3 ? [.called] : [] }) { TestStore(initialState: 0) { Echo() } }
    let report = space.check(
      .sometimes("the store begins with an echo") { before, _, after in before == 0 && after == 1 },
      .always("it counts one by one") { before, _, after in after == before + 1 },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds])
    #expect(report.description == "2 states, 1 edge, depth 1, 1 dead end, complete")
  }

  @Test func `states that are equal by their own comparison are one state`() async throws {
    let space = try await StateSpace(inputs: [.tapped]) { TestStore(initialState: Button.State()) { Button() } }
    #expect(space.check(suspects: false).description == "1 state, 1 edge, depth 0, 0 dead ends, complete")
  }

  @Test func `an answer has code of its own though its text is that of another`() async throws {
    let (first, second) = (String(repeating: "a", count: 500) + "1", String(repeating: "a", count: 500) + "2")
    let space = try await StateSpace<Riddle>(inputs: { $0.isAsking ? [] : [.asked] }) {
      let gate = Gate<Void, String, Never>("ask") { _ in [.success(first), .success(second)] }
      return TestStore(initialState: Riddle.State()) { Riddle(questions: 1) { await gate() } }
    }
    let failures = await recordingFailures {
      space.check(.always("the second answer is not given") { $0.answer != second }, suspects: false)
    }
    #expect(failures.count == 1)
    let details = failures.map(\.details).joined()
    #expect(details.contains("await ask.succeed(with: \"\(second)\")\n"), "\(details)")
    #expect(!details.contains(first))
  }

  @Test func `a step to what is not known is counted, and ends a run`() async throws {
    let isBeyond = Mutex(false)
    let makeStore: () -> TestStore<Reduce<Int, Int>> = {
      isBeyond.withLock { $0 = false }
      return TestStore(initialState: 0) {
        Reduce<Int, Int> { state, number in
          state += number
          if state > 1 { isBeyond.withLock { $0 = true } }
          return .none
        }
      }
    }
    let exploration = try await LiveExploration.explore(
      makeStore,
      { _ in [1] },
      within: SpaceBounds(),
      unless: { isBeyond.withLock(\.self) },
      CallSite(),
      isolation: nil
    )
    let report = exploration.result.space.report
    #expect(report.description == "2 states, 2 edges, depth 1, 0 dead ends, incomplete")
    #expect(report.cut == "at what is not known without a change")
  }

  @Test(arguments: [(GateCancellation.throwsCancellation, 0), (GateCancellation.ignoresCancellation, 5)])
  func `the test of a path gives the first answers to calls that outlast it, but no more than five`(
    _ cancellation: GateCancellation,
    answers: Int
  ) async throws {
    let site = CallSite()
    let exploration = LiveExploration<Riddle>(
      {
        let gate = Gate<Void, String, any Error>("ask", whenCancelled: cancellation) { _ in
          [.success("a"), .success("b")]
        }
        return TestStore(initialState: Riddle.State()) { Riddle(questions: 10) { try await gate() } }
      },
      { _ in [.asked] },
      within: SpaceBounds(),
      until: nil,
      unless: { false },
      by: LiveDistinction(),
      site
    )
    let failure = BugReport.Finding("it asks").failure(on: "Riddle", at: site)
    let path = try await exploration.retrace([.command(0)], to: failure, isolation: nil)
    let given = path.test.filter { $0.contains("succeed") }
    #expect(given == Array(repeating: #"await ask.succeed(with: "a")"#, count: answers), "\(path.test)")
  }
}
