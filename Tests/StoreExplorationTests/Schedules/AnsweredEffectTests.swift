import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// What may come between the answer to a call and the message that follows it.
@Suite struct AnsweredEffectTests {
  @Test(arguments: [false, true])
  func `an answered effect that then waits for a value may send it after later inputs`(_ isOfEffect: Bool) async throws
  {
    let seen = Recorder<String>()
    let report = try await explore(suspects: false) {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      let answers = Recorder<Int>()
      let give: @Sendable () -> Void = {
        source.yield(1)
        source.finish()
      }
      let store = TestStore(initialState: []) {
        Listening(numbers: numbers, note: answers.record, give: isOfEffect ? give : nil)
      }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.start)
      let isAnswered = !answers.values.isEmpty
      if !isOfEffect { give() }
      await store.send(.note)
      await store.send(.note)
      await store.finish()
      seen.record("\(isAnswered) \(store.state)")
    }
    #expect(report.hasPassed)
    #expect(seen.values.contains(isOfEffect ? "true [6, 0, 0, 1]" : "true [0, 0, 1]"))
  }

  @Test(
    .accelerated,
    arguments: [
      // Another event comes before the job that follows the answer.
      (false, [2, 0, 3, 1]), (true, [0, 3, 1]),
      // Both come between that job and its message.
      (false, [0, 2, 3, 1]),
    ]
  )
  func `the message of an answered effect may come last among the jobs of others`(
    isAsleep: Bool,
    order: [Int]
  ) async throws {
    let seen = Recorder<[Int]>()
    let report = try await explore(granularity: .jobs, suspects: false) {
      let events = Recorder<Int>()
      let store = TestStore(initialState: 0) { Consulting(note: events.record, isAsleep: isAsleep) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      store.always("it is noted") { _, message, _ in
        if case .feedback(let number) = message { events.record(number) }
        return true
      }
      await store.send(.start)
      if isAsleep { await store.clock.advance(by: .seconds(1)) }
      await store.finish()
      seen.record(events.values)
    }
    #expect(report.hasPassed)
    #expect(seen.values.contains(order))
  }
}

/// Asks, and then listens to numbers, which the test or another effect gives.
private struct Listening: Reducer {
  enum Input: Equatable { case start, note }

  let numbers: AsyncStream<Int>

  /// Receives each answer.
  let note: @Sendable (Int) -> Void

  /// What the other effect does after its message; nil if there is no other effect.
  let give: (@Sendable () -> Void)?

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input(.start):
      let listen = Effect<Int, Never>.run("listen") { send in
        note(try await client.ask(5))
        for await number in numbers { await send(number) }
      }
      guard let give else { return listen }
      let tell = Effect<Int, Never>.run("tell") { send in
        await send(6)
        give()
      }
      return .merge(listen, tell)
    case .input(.note):
      state.append(0)
      return .none
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}

/// Notes 0 after an answer, and then sends 1, beside effects that send 2 and 3.
private struct Consulting: Reducer {
  enum Input: Equatable { case start }

  let note: @Sendable (Int) -> Void

  /// Whether the effect that sends 3 sleeps before, and no effect sends 2.
  let isAsleep: Bool

  @Dependency(\.raceClient) var client

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Int>, into state: inout Int) -> Effect<Int, Never> {
    guard case .input = message else { return .none }
    let ask = Effect<Int, Never>.run("ask") { send in
      _ = try await client.ask(5)
      note(0)
      await send(1)
    }
    let third = Effect<Int, Never>.run("third") { send in
      if isAsleep { try await clock.sleep(for: .seconds(1)) }
      await send(3)
    }
    if isAsleep { return .merge(ask, third) }
    return .merge(ask, .run("second") { send in await send(2) }, third)
  }
}
