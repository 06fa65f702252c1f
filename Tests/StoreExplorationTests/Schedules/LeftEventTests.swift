import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// What a test leaves open when it continues, and what of that happens later.
@Suite struct LeftEventTests {
  @Test func `a delivery that is left open happens before time passes, and no such order is tried twice`() async throws
  {
    let times = Recorder<Duration>()
    let report = try await explore(suspects: false) {
      let clocks = Recorder<TestClock>()
      let store = TestStore(initialState: []) {
        TellingAndAsking { for clock in clocks.values { times.record(clock.now.offset) } }
      }
      clocks.record(store.clock)
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    // The answer comes after the message, before it, when the second has passed, or at the end.
    #expect("\(report)" == "complete: all 4 schedules")
    // A run that leaves the message open, too, delivers it as the second begins, and then has the answer at once.
    #expect(times.values.count(where: { $0 > .zero }) == 2)
  }

  @Test func `an effect that still waits at the end for what no schedule gives is outside work`() async throws {
    let report = try await explore(suspects: false) {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      let store = TestStore(initialState: Runner.State()) { Runner { _ in for await _ in numbers {} } }
      store.exhaustivity = .off
      await store.send(.go)
      await store.finish()
      source.finish()
    }
    #expect(report.hasPassed)
    #expect(!report.isComplete)
  }
}

/// Sends 1 at once, and the answer to a question, which it notes.
private struct TellingAndAsking: Reducer {
  enum Input: Equatable { case start }

  /// Receives each answer.
  let note: @Sendable () -> Void

  @Dependency(\.raceClient) var client

  init(note: @escaping @Sendable () -> Void) {
    self.note = note
  }

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        .run("tell") { send in await send(1) },
        .run("ask") { send in
          let answer = try await client.ask(2)
          note()
          await send(answer)
        }
      )
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}
