import StoreCore
import StoreDependencies
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// Asks the outside for a number, and counts on from it.
private struct Counting: Reducer {
  /// The number, and how often it was counted on before the answer and after it.
  struct State: Equatable {
    var number = 0
    var counts = 0
  }

  /// A question, or a step.
  enum Input: Equatable { case ask, count }

  /// The answer.
  enum Feedback: Equatable { case answered(Int) }

  @Dependency(\.raceClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ask):
      return .run("ask") { send in await send(.answered(try await client.ask(1))) }
    case .input(.count):
      state.counts += 1
      return .none
    case .feedback(.answered(let number)):
      state.number = number
      return .none
    }
  }
}

/// Sleeps for two seconds, and is awake.
private struct Napping: Reducer {
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Bool, Bool>, into isAwake: inout Bool) -> Effect<Bool, Never> {
    switch message {
    case .input:
      return .run("nap") { send in
        try await clock.sleep(for: .seconds(2))
        await send(true)
      }
    case .feedback(let value):
      isAwake = value
      return .none
    }
  }
}

@Suite struct ScheduleTraceTests {
  /// Returns events that take one row each.
  private func events(_ count: Int) -> [EventDescription] {
    (1...count).map { EventDescription(.input, of: "\($0)", at: TestClock.Instant()) }
  }

  /// The inputs that the trace lists, and those it leaves out.
  private func rows(_ count: Int, failure: Int?) -> [String] {
    ScheduleTrace(events: events(count), failure: failure).text.split(separator: "\n").dropFirst(2).map { row in
      row.prefix { $0 != "|" }.trimmingSpaces
    }
  }

  @Test(arguments: [nil, 1, 40]) func `a short trace is complete`(_ failure: Int?) {
    #expect(rows(40, failure: failure) == (1...40).map { "send \($0)" })
  }

  @Test(arguments: [
    (
      "1",
      """
      the test  | the effects and the outside
      ----------+----------------------------
      send 1    |
                | load sends done
      """
    ),
    (
      "12345",
      """
      the test    | the effects and the outside
      ------------+----------------------------
      send 12345  |
                  | load sends done
      """
    ),
  ])
  func `the column of the test is as wide as its title or its longest row`(input: String, text: String) {
    let events = [
      EventDescription(.input, of: input, at: TestClock.Instant()),
      EventDescription(.feedback, of: "done", at: TestClock.Instant(), origin: "load"),
    ]
    #expect(ScheduleTrace(events: events, failure: nil).text == text)
  }

  @Test func `a row of the test that is wider than its column has no line beside it`() {
    let input = String(repeating: "x", count: 44)
    let events = ["1", input].map { EventDescription(.input, of: $0, at: TestClock.Instant()) }
    let lines = ScheduleTrace(events: events, failure: nil).text.split(separator: "\n").map { String($0) }
    #expect(lines.dropFirst(2) == ["send 1" + String(repeating: " ", count: 44) + "|", "send \(input)"])
  }

  @Test func `a trace says when time has passed`() {
    let events = [0, 0, 2, 2, 3].map { seconds in
      EventDescription(.input, of: "\(seconds)", at: TestClock.Instant().advanced(by: .seconds(seconds)))
    }
    let rows = ScheduleTrace(events: events, failure: nil).text.split(separator: "\n").dropFirst(2).map { row in
      row.prefix { $0 != "|" }.trimmingSpaces
    }
    #expect(rows == ["send 0", "send 0", "time 2 s", "send 2", "send 2", "time 3 s", "send 3"])
  }

  @Test func `a timeline ends at the latest time of a step or an event`() {
    let timeline = TimelineRecorder()
    timeline.noteStep(at: TestClock.Instant().advanced(by: .seconds(2)))
    timeline.noteStep(at: TestClock.Instant())
    #expect(timeline.elapsed == .seconds(2))
    timeline.noteDeviation("late", "before it", isInstead: false)
    #expect(timeline.elapsed == .seconds(2))
  }

  @Test func `a timeline lasts until the last event of the last step`() async {
    let timeline = TimelineRecorder()
    await timeline.record {
      let store = TestStore(initialState: false) { Napping() }
      store.exhaustivity = .off
      await store.send(true)
      await store.clock.advance(by: .seconds(2))
    }
    #expect(timeline.elapsed == .seconds(2))
  }

  @Test func `a trace omits the steps after the failure first`() {
    #expect(rows(60, failure: 25) == (1...39).map { "send \($0)" } + ["… 21 lines"])
    #expect(rows(60, failure: 39) == (1...39).map { "send \($0)" } + ["… 21 lines"])
  }

  @Test func `a trace omits the middle of a long path to a failure`() {
    #expect(
      rows(100, failure: 60)
        == (1...20).map { "send \($0)" } + ["… 22 lines"] + (43...60).map { "send \($0)" } + ["… 40 lines"]
    )
    #expect(rows(60, failure: nil) == (1...20).map { "send \($0)" } + ["… 21 lines"] + (42...60).map { "send \($0)" })
    #expect(rows(60, failure: 59) == rows(60, failure: nil))
  }

  @Test func `a failure shows the message that breaks an invariant among any number of others`() async throws {
    let failures = try await recordingFailures {
      try await explore {
        let store = TestStore(initialState: Counting.State()) { Counting() }
        store.exhaustivity = .off
        store.gate("ask", at: \.raceClient.ask) { _ in [.success(1), .success(2)] }
        store.always("the number is small") { $0.number < 2 }
        for _ in 1...8 { await store.send(.count) }
        await store.send(.ask)
        for _ in 1...12 { await store.send(.count) }
        await store.finish()
      }
    }
    let details = try #require(failures.first?.details)
    #expect(details.contains("| ask sends .answered(2)"))
    #expect(details.contains("|   number: 0 -> 2"))
    #expect(details.contains("\n    … 9 lines "))
  }
}

extension StringProtocol {
  /// The text without spaces around it.
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
