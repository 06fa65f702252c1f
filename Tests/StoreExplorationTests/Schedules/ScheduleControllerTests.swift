import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Explores a test, and returns the failures and the explored orders.
private func exploring(
  _ body: @escaping () async throws -> Void
) async throws -> (failures: [TestFailure], report: ScheduleReport) {
  var report: ScheduleReport?
  let failures = try await recordingFailures { report = try await explore(body) }
  return (failures, try #require(report))
}

@Suite struct ScheduleControllerTests {
  @Test(arguments: [false, true])
  func `the task of a send can be cancelled before its call is answered`(_ isMended: Bool) async throws {
    let (failures, report) = try await exploring {
      let notes = Recorder<String>()
      let store = TestStore(initialState: 0) { Locking(isMended: isMended, note: notes.record) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      let task = await store.send(.ask)
      await task.cancel()
      await store.finish()
      if notes.values != ["lock", "unlock"] { #expect(notes.values == ["lock", "unlock"]) }
    }
    #expect(failures.kinds == (isMended ? [] : [.failedSchedule]))
    #expect("\(report)" == (isMended ? "complete: all 2 schedules" : "failed: in schedule 2"))
  }

  @Test func `a task that the test starts between two steps can run`() async throws {
    let seen = Recorder<[Int]>()
    let (failures, report) = try await exploring {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      let store = TestStore(initialState: []) { SubscribingFeature(numbers: numbers) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.start)
      source.yield(1)
      source.finish()
      await store.finish()
      seen.record(store.state)
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(Set(seen.values) == [[0, 1], [1, 0]])
  }

  @MainActor @Test func `a container that the test changes can change before an answer arrives`() async throws {
    let (failures, report) = try await exploring { @MainActor in
      let store = TestStore { AnswerModel() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.call("fill") { try await $0.fill() }
      store.container().empty()
      await store.finish()
      if store.state != 0 { #expect(store.state == 0) }
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect("\(report)" == "failed: in schedule 2")
  }

  @Test func `in the default order an effect that has sent goes on first`() async throws {
    let seen = Recorder<[Int]>()
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: []) {
        Machine<[Int], Bool, Int, Never> { message, state in
          guard case .feedback(let number) = message else {
            return .merge([[1, 2], [3]].map { numbers in .run { for number in numbers { await $0(number) } } })
          }
          state.append(number)
          return .none
        }
      }
      store.exhaustivity = .off
      await store.send(true)
      await store.finish()
      seen.record(store.state)
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(seen.values.first == [1, 2, 3])
  }

  @Test func `the default order delivers feedback before the outside answers`() async throws {
    let (failures, _) = try await exploring {
      let store = TestStore(initialState: []) { TimeoutFeature() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      store.always("the time is not up before the answer") { $0 != ["up", "answer"] }
      await store.send(.start)
      await store.clock.advance(by: .seconds(5))
      await store.finish()
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(
      failures.first?.details.contains(
        """
        The order differs from the default one in 2 places. It was the 3rd order that was tried.

            • late: ask(0) returns 0. Before it:
                choice 1: the test continues
                choice 2: time#1 wakes up


        """
      ) ?? false
    )
  }

  @Test func `a call that is left unanswered is not offered again before time passes`() async throws {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: .idle) { RaceLoader() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.load(1))
      await store.clock.advance(by: .seconds(1))
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(failures.isEmpty)
    // At once, at the end of each advance, and after them.
    #expect("\(report)" == "complete: all 4 schedules")
  }

  @Test func `feedback that two tasks of an effect send concurrently arrives in either order`() async throws {
    let seen = Recorder<[Int]>()
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: []) { ConcurrentSender() }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      seen.record(store.state)
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(Set(seen.values) == [[1, 2], [2, 1]])
  }

  @Test func `an effect that was answered may send again only after another effect's answer`() async throws {
    let seen = Recorder<[Int]>()
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: []) { TwiceSender() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.start)
      await store.finish()
      seen.record(store.state)
    }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(Set(seen.values) == [[1, 11, 2], [1, 2, 11], [2, 1, 11]])
  }

  @Test(arguments: [Eager.Input.start, .ask])
  func `by default, an effect goes on until it waits, as without an exploration`(_ input: Eager.Input) async throws {
    let seen = Recorder<[Int]>()
    func run() async {
      let store = TestStore(initialState: Eager.State()) { Eager() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(input)
      await store.finish()
      seen.record(store.state.numbers)
    }
    await run()
    let plain = try #require(seen.values.first)
    let (failures, report) = try await exploring { await run() }
    #expect(failures.isEmpty)
    #expect(report.isComplete)
    #expect(plain == [1, 11, 2, 22])
    #expect(seen.values[1] == plain)
    #expect(Set(seen.values).contains([1, 2, 11, 22]))
  }

  @Test func `gates of the same name are different`() async throws {
    let (failures, _) = try await exploring {
      let store = TestStore(initialState: []) { TwoClients() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { _ in [.success(1)] }
      store.gate("ask", at: \.suspectLoad) { _ in [.success([2])] }
      store.always("the first answer comes first") { $0.first != 2 }
      await store.send(.start)
      await store.finish()
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(failures.first?.details.contains(#" 1:ask/1/2"))"#) ?? false)
  }

  @Test func `an unusual answer is described as such`() async throws {
    let (failures, _) = try await exploring {
      let store = TestStore(initialState: .idle) { RaceLoader() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0), .failure(Offline())] }
      store.always("nothing fails") { $0 != .failed }
      await store.send(.load(1))
      await store.finish()
    }
    #expect(failures.kinds == [.failedSchedule])
    let details = failures.first?.details ?? ""
    #expect(details.contains("• choice 1: ask(1) throws Offline(), instead of returning 1\n"))
    #expect(details.contains("| ⇄ ask(1) throws Offline() instead\n"))
  }
}

/// Locks, asks, and unlocks; not if the question is cancelled.
private struct Locking: Reducer {
  enum Input: Equatable { case ask }

  /// Whether it unlocks in any case.
  let isMended: Bool

  let note: @Sendable (String) -> Void

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    .run("ask") { _ in
      note("lock")
      defer { if isMended { note("unlock") } }
      _ = try await client.ask(0)
      if !isMended { note("unlock") }
    }
  }
}

/// Asks for a first number, and listens to others.
private struct SubscribingFeature: Reducer {
  enum Input: Equatable { case start }

  /// The feedback of the feature.
  let numbers: AsyncStream<Int>

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        .run("ask") { send in await send(try await client.ask(0)) },
        .run("listen") { send in for await number in numbers { await send(number) } }
      )
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}

/// A model that stores answers from outside.
private final class AnswerModel: StateStore<Int, Never> {
  @Dependency(\.raceClient) private var client

  init() { super.init(state: 0) }

  func fill() async throws {
    state = try await client.ask(5)
  }

  /// Removes all answers. The bug: answers to open requests are still stored.
  func empty() { state = 0 }
}

/// Asks, and does not wait longer than five seconds; but it does not take the question back.
private struct TimeoutFeature: Reducer {
  enum Input: Equatable { case start }

  @Dependency(\.raceClient) var client

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, String>, into state: inout [String]) -> Effect<String, Never> {
    switch message {
    case .input:
      return .merge(
        .run("ask") { send in
          _ = try await client.ask(0)
          await send("answer")
        },
        .run("time") { send in
          try await clock.sleep(for: .seconds(5))
          await send("up")
        }
      )
    case .feedback(let text):
      state.append(text)
      return .none
    }
  }
}

/// Sends from two tasks at a time.
private struct ConcurrentSender: Reducer {
  enum Input: Equatable { case start }

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .run("choir") { send in
        await withTaskGroup(of: Void.self) { group in
          for voice in 1...2 { group.addTask { await send(voice) } }
        }
      }
    case .feedback(let voice):
      state.append(voice)
      return .none
    }
  }
}

/// Asks two questions at a time, and sends twice after the first answer.
private struct TwiceSender: Reducer {
  enum Input: Equatable { case start }

  @Dependency(\.raceClient) private var client

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        .run("first") { send in
          await send(try await client.ask(1))
          await send(11)
        },
        .run("second") { send in await send(try await client.ask(2)) }
      )
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}

/// Sends twice from each of two effects, which start at once, or one after an answer and the other after its feedback.
struct Eager: Reducer {
  enum Input: Equatable { case start, ask }

  @Dependency(\.raceClient) private var client

  /// The numbers, and whether the second effect has yet to start.
  struct State: Equatable {
    var numbers: [Int] = []

    var isSecondDue = false
  }

  func reduce(message: Message<Input, Int>, into state: inout State) -> Effect<Int, Never> {
    let second = Effect<Int, Never>.run("second") { send in
      await send(2)
      await send(22)
    }
    switch message {
    case .input(let input):
      let first = Effect<Int, Never>.run("first") { send in
        if input == .ask { _ = try await client.ask(1) }
        await send(1)
        await send(11)
      }
      state.isSecondDue = input == .ask
      return state.isSecondDue ? first : .merge(first, second)
    case .feedback(let number):
      state.numbers.append(number)
      defer { state.isSecondDue = false }
      return state.isSecondDue ? second : .none
    }
  }
}

/// Asks two clients a question each.
private struct TwoClients: Reducer {
  enum Input: Equatable { case start }

  @Dependency(\.raceClient) var client

  @Dependency(\.suspectLoad) var load

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        .run("first") { send in await send(try await client.ask(1)) },
        .run("second") { send in for number in try await load(2) { await send(number) } }
      )
    case .feedback(let answer):
      state.append(answer)
      return .none
    }
  }
}
