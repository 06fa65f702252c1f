import StoreCore
import StoreDependencies
import StoreExploration
import TestSupport
import Testing

@testable import StoreTesting

@Suite("Explorations of actors that effects share")
struct SharedActorTests {
  /// Explores the orders of effects that share something.
  private func exploring(
    budget: Int? = nil,
    _ body: @escaping () async throws -> Void
  ) async throws -> (failures: [TestFailure], report: ScheduleReport) {
    var report: ScheduleReport?
    let failures = try await recordingFailures {
      report = try await explore(budget: budget, granularity: .jobs, body)
    }
    return (failures, try #require(report))
  }

  @Test(.accelerated, arguments: [false, true])
  func `an actor that checks, waits and acts acts twice`(isMended: Bool) async throws {
    let (failures, report) = try await exploring(budget: isMended ? 80 : 300) {
      let once = Once(isMended: isMended)
      let store = TestStore(initialState: 0) { TwoEffectFeature(once: once) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      store.always("it is started once") { $0 <= 1 }
      await store.send(.start)
      await store.finish()
    }
    #expect(failures.kinds == (isMended ? [] : [.failedSchedule]))
    #expect(report.hasPassed == isMended)
  }

  @Test(.accelerated, arguments: [false, true])
  func `two refused requests refresh one token twice`(isMended: Bool) async throws {
    let (failures, report) = try await exploring(budget: isMended ? 80 : 300) {
      let refreshes = Recorder<Int>()
      let store = TestStore(initialState: 0) { Requests(isMended: isMended, note: { refreshes.record(1) }) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.start)
      await store.finish()
      if refreshes.values.count > 1 { #expect(refreshes.values.count == 1) }
    }
    #expect(failures.kinds == (isMended ? [] : [.failedSchedule]))
    #expect(report.hasPassed == isMended)
  }

  @Test(arguments: [false, true])
  func `two effects that read and write an actor's number can lose an update`(isUnstructured: Bool) async throws {
    let numbers = Recorder<Int>()
    let (failures, report) = try await exploring {
      let board = OrderBoard()
      let store = TestStore(initialState: 0) { Counting(board: board, isUnstructured: isUnstructured) }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      numbers.record(await board.number)
    }
    #expect(failures.isEmpty)
    // Where a task made by 'Task {}' uses an actor, others can't go first between one use and the next.
    // Without the accelerator, an effect may make tasks that the scheduler does not see.
    #expect(report.isComplete == (!isUnstructured && Runtime.movesTasks))
    if !isUnstructured { #expect(Set(numbers.values) == [1, 2]) }
  }

  @Test func `pieces of work on the main actor are not reordered, so the exploration is not complete`()
    async throws
  {
    let (failures, report) = try await exploring {
      let store = TestStore(initialState: 0) { MainActorWork() }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
    }
    #expect(failures.isEmpty)
    #expect(!report.isComplete)
    #expect("\(report)".contains("on another executor"))
  }

  @Test func `feedback of effects on the main actor is delivered in any order`() async throws {
    let states = Recorder<[Int]>()
    let report = try await explore {
      let store = TestStore(initialState: []) { MainActorSenders() }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      states.record(store.state)
    }
    #expect(report.isComplete)
    #expect(Set(states.values).count == 6)
  }

  @Test func `an effect's calls are answered in their order, also beside work on the main actor`() async throws {
    let states = Recorder<[Int]>()
    try await explore(budget: 1, suspects: false) {
      let store = TestStore(initialState: []) { MainActorAsking() }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.start)
      await store.finish()
      states.record(store.state)
    }
    #expect(states.values.first == [0, 1, 2])
  }

  @Test func `an effect that waits for the test on the main actor is work that no schedule orders`() async throws {
    let report = try await explore {
      let latch = Latch()
      let store = TestStore(initialState: Runner.State()) {
        Runner { @MainActor send in
          await latch.wait()
          await send("on")
        }
      }
      await store.send(.go)
      latch.open()
      await store.receive("on") { $0.log = ["on"] }
      await store.finish()
    }
    #expect(report.hasPassed)
    #expect("\(report)".contains("work on the main actor"))
  }
}

/// Works on the main actor in two effects.
private struct MainActorWork: Reducer {
  enum Input: Equatable { case start }

  func reduce(message: Message<Input, Int>, into state: inout Int) -> Effect<Int, Never> {
    .merge((1...2).map { (number: Int) in .run("work", of: number) { _ in await MainActor.run {} } })
  }
}

/// Sends from the main actor with two effects, and stores the feedback.
private struct MainActorSenders: Reducer {
  enum Input: Equatable { case start }

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        (1...2).map { (number: Int) in
          .run("send", of: number) { @MainActor send in
            await send(number * 10)
            await send(number * 10 + 1)
          }
        }
      )
    case .feedback(let feedback):
      state.append(feedback)
      return .none
    }
  }
}

/// Sends from the main actor, and asks two questions at once in another effect.
private struct MainActorAsking: Reducer {
  enum Input: Equatable { case start }

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        .run("send") { @MainActor send in await send(0) },
        .run("ask") { send in
          await withThrowingTaskGroup(of: Void.self) { group in
            for question in 1...2 { group.addTask { await send(try await client.ask(question)) } }
          }
        }
      )
    case .feedback(let feedback):
      state.append(feedback)
      return .none
    }
  }
}

/// Does something once, or means to.
private actor Once {
  /// Whether it checks and sets the flag without a suspension in between.
  let isMended: Bool

  private var isStarted = false

  private(set) var count = 0

  init(isMended: Bool) { self.isMended = isMended }

  func run() async {
    if isStarted { return }
    if isMended { isStarted = true }
    await Task {}.value
    isStarted = true
    count += 1
  }
}

/// Starts something by two effects.
private struct TwoEffectFeature: Reducer {
  enum Input: Equatable { case start }

  /// The operation of both effects.
  let once: Once

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into count: inout Int) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        (1...2).map { (number: Int) in
          .run("start", of: number) { send in
            _ = try await client.ask(number)
            await once.run()
            await send(once.count)
          }
        }
      )
    case .feedback(let feedback):
      count = feedback
      return .none
    }
  }
}

/// Holds a token, and gets a new one.
private actor TokenStore {
  /// Whether callers share a running refresh.
  let isMended: Bool

  private var token: Int?

  private var refreshing: Task<Int, any Error>?

  init(isMended: Bool) { self.isMended = isMended }

  /// The token, or a new one.
  func validToken(_ refresh: @escaping @Sendable () async throws -> Int) async throws -> Int {
    if let token { return token }
    if isMended, let refreshing { return try await refreshing.value }
    let task = Task { try await refresh() }
    refreshing = task
    let new = try await task.value
    token = new
    return new
  }
}

/// Makes two requests, each of which needs a token.
private struct Requests: Reducer {
  enum Input: Equatable { case start }

  /// The actor that holds the token.
  let tokens: TokenStore

  let note: @Sendable () -> Void

  @Dependency(\.raceClient) var client

  /// Makes requests that need a token.
  init(isMended: Bool, note: @escaping @Sendable () -> Void) {
    tokens = TokenStore(isMended: isMended)
    self.note = note
  }

  func reduce(message: Message<Input, Int>, into count: inout Int) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        (1...2).map { (number: Int) in
          .run("request", of: number) { send in
            _ = try await client.ask(number)
            let token = try await tokens.validToken {
              note()
              return number
            }
            await send(token)
          }
        }
      )
    case .feedback:
      count += 1
      return .none
    }
  }
}

/// Counts in an actor by two effects, each of which reads and writes.
private struct Counting: Reducer {
  enum Input: Equatable { case start }

  /// The counter of both effects.
  let board: OrderBoard

  /// Whether each effect counts in a separate task.
  let isUnstructured: Bool

  func reduce(message: Message<Input, Int>, into state: inout Int) -> Effect<Int, Never> {
    .merge(
      (1...2).map { (number: Int) in
        .run("count", of: number) { _ in
          if isUnstructured {
            await Task { await board.write(await board.number + 1) }.value
          } else {
            await board.write(await board.number + 1)
          }
        }
      }
    )
  }
}
