import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// The ways of which the tests of a suite are chosen.
@Suite struct SuiteWaysTests {
  /// Returns all ways of a feature up to a number of steps.
  private func ways<Feature: Reducer>(
    _ commands: [Command<Feature>],
    upTo steps: Int,
    _ makeStore: @escaping () throws -> TestStore<Feature>
  ) async throws -> SuiteWays<Feature> where Feature.State: Equatable {
    let driver = SuiteDriver(makeStore, commands, CallSite())
    var search = SuiteSearch(driver, within: .init(runs: 100, steps: steps))
    var progress = ExplorationProgress("The ways")
    try await search.run(&progress)
    return SuiteWays(driver, search, CallSite())
  }

  private func answer(_ number: Int, at gate: String = "name") -> DrivenStep {
    .answer(gate: gate, call: 0, answer: number)
  }

  /// Returns the steps that send inputs, by the numbers of their commands.
  private func inputs(_ commands: [[Int]]) -> [[DrivenStep]] {
    commands.map { steps in steps.map { DrivenStep.command($0) } }
  }

  // MARK: - Tests of what is required, and of the rest

  /// The box is robbed while it is open, and then while it is shut. Turned twice, it stays open.
  @Test func `each test shows most of what no earlier one does`() async throws {
    let commands: [Command<Strongbox>] = [.send(.turned), .send(.robbed)]
    let ways = try await ways(commands, upTo: 5) { TestStore(initialState: Strongbox.State()) { Strongbox() } }
    let tours = try await ways.tours()
    #expect(tours.map(\.steps) == inputs([[0, 1, 1, 0], [1, 0, 1], [0, 0]]))
  }

  /// One test shows the only message. A test of another road is worth 82, 400, or more.
  @Test(arguments: [
    ([0, 1], [[0, 1, 0]]), ([4, 5], [[0, 0, 1], [1, 0, 1]]), ([0, 2], [[0, 1, 0], [1, 0, 1]]),
    ([0, 2, 3], [[0, 1, 2, 0], [1, 2, 0, 1]]),
  ])
  func `tests that show nothing required are chosen if they are worth it, and at most two for each message`(
    roads: [Int],
    expected: [[Int]]
  ) async throws {
    let commands: [Command<Crossroads>] = roads.map { .send(.went($0)) }
    let ways = try await ways(commands, upTo: 5) { TestStore(initialState: Crossroads.State()) { Crossroads() } }
    let tours = try await ways.tours()
    #expect(tours.map(\.steps) == inputs(expected))
  }

  /// The limit is twelve steps.
  @Test func `a transition that is too far away for a test of usual length has the first way to it`() async throws {
    let commands: [Command<Stairs>] = [.send(.climbed)]
    let ways = try await ways(commands, upTo: 20) { TestStore(initialState: Stairs.State()) { Stairs() } }
    let tours = try await ways.tours()
    #expect(tours.map { $0.steps.count }.suffix(2) == [13, 14])
  }

  // MARK: - Ends of ways

  @Test func `running effects of a way go on to their ends, the first step of each first`() async throws {
    let driver = SuiteDriver<Lamp>({ Lamp.makeStore() }, [.send(.pressed)], CallSite())
    let ways = SuiteWays(driver, SuiteSearch(driver, within: .init(runs: 1, steps: 1)), CallSite())
    let run = try await driver.run([.command(0)], writes: true)
    let expected: [DrivenStep] = [.command(0), .time, answer(0)]
    let settled = await ways.settled(run)
    #expect(settled?.steps == expected)
    let ended = await ways.ended(run)
    #expect(ended.steps == expected)
    let start = try await driver.run([])
    let none = await ways.settled(start)
    #expect(none == nil)
  }

  @Test func `an interval in which nothing runs isn't waited for`() async throws {
    let driver = SuiteDriver<Doorbell>(
      {
        let store = TestStore(initialState: Doorbell.State()) { Doorbell() }
        store.gate("shop", at: \.shop) { [.success("milk")] }
        return store
      },
      [.send(.pressed)],
      CallSite()
    )
    let ways = SuiteWays(driver, SuiteSearch(driver, within: .init(runs: 1, steps: 1)), CallSite())
    let run = try await driver.run([.command(0)], writes: true)
    let settled = await ways.settled(run)
    #expect(settled?.steps == [DrivenStep.command(0), answer(0, at: "shop")])
    #expect(settled?.options == [DrivenStep.command(0), .time])
  }

  // MARK: - Mutants

  /// The error of the first of two calls is the only one that a way with a running effect shows.
  @Test func `the first way whose effects end so that it notices a mutant is chosen`() async throws {
    let commands: [Command<Enquiry>] = [.send(.asked)]
    let ways = try await ways(commands, upTo: 3) {
      let store = TestStore(initialState: Enquiry.State()) { Enquiry() }
      store.gate("name", at: \.lampName) { [.success("desk"), .failure(Broken())] }
      return store
    }
    let mutants = SuiteMutants(ways.driver, CallSite())
    let run = try await ways.driver.run([.command(0), answer(0)], writes: true)
    try await mutants.choose(run, isolation: #isolation)
    #expect(mutants.survivors.map(\.text) == ["In every mode: an error of the effect \"ask\" was not handled"])
    let chosen = try await ways.noticing(mutants, #isolation)
    #expect(chosen.map(\.steps) == [[DrivenStep.command(0), .command(0), answer(1), answer(0)]])
    #expect(mutants.survivors.isEmpty)
    #expect(mutants.report.record.killed.contains { $0.transition?.message == ".feedback(.failed)" })
    // Nothing more is tried.
    let count = ways.driver.runCount
    let more = try await ways.noticing(mutants, #isolation)
    #expect(more.isEmpty)
    #expect(ways.driver.runCount == count)
  }

  @Test func `a way without running effects is chosen if no other notices a mutant of one of its transitions`()
    async throws
  {
    let commands: [Command<Strongbox>] = [.send(.alarmed), .send(.calmed)]
    let ways = try await ways(commands, upTo: 2) { TestStore(initialState: Strongbox.State()) { Strongbox() } }
    let mutants = SuiteMutants(ways.driver, CallSite())
    let run = try await ways.driver.run([.command(0), .time], writes: true)
    try await mutants.choose(run, isolation: #isolation)
    #expect(mutants.survivors.map(\.kind) == [Mutant.Kind.cancellation])
    let chosen = try await ways.noticing(mutants, #isolation)
    #expect(chosen.map(\.steps) == inputs([[0, 1]]))
    #expect(mutants.survivors.isEmpty)
    #expect(mutants.report.record.killed.contains { $0.transition?.message == ".input(.calmed)" })
  }
}

/// Roads of which one is taken, for good.
private struct Crossroads: Reducer {
  struct State: Equatable {
    var a = 0
    var b = 0
    var c = 0
    var d = 0
    var e = 0
  }

  enum Input: Sendable { case went(Int) }

  /// The ends of the roads.
  private static let ends = [
    State(a: 1), State(a: 2), State(b: 1), State(c: 1), State(a: 1, b: 1, c: 1, d: 1, e: 1),
    State(a: 2, b: 2, c: 2, d: 2, e: 2),
  ]

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(.went(let road)) = message, state == State() else { return .none }
    state = Self.ends[road]
    return .none
  }
}

/// Thirteen steps.
private struct Stairs: Reducer {
  struct State: Equatable {
    var height = 0
    var isDone = false
  }

  enum Input: Sendable { case climbed }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard !state.isDone else { return .none }
    state.height += 1
    state.isDone = state.height == 13
    return .none
  }
}

/// A bell that rings at most once a second, after a purchase.
private struct Doorbell: Reducer {
  struct State: Equatable { var things: [String] = [] }
  enum Input: Sendable { case pressed }
  enum Feedback: Sendable, Equatable { case bought(String) }

  @Dependency(\.shop) private var shop

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pressed): return .run("buy") { [shop] send in await send(.bought(await shop())) }
    case .feedback(.bought(let thing)):
      state.things = [thing]
      return .run("ring") { _ in }.throttle(id: "bell", for: .seconds(1), latest: false)
    }
  }
}

/// A question whose answer may be an error.
private struct Enquiry: Reducer {
  struct State: Equatable {
    var name = ""
    var failures = 0
  }

  enum Input: Sendable { case asked }
  enum Feedback: Sendable, Equatable { case named(String), failed }

  @Dependency(\.lampName) private var name

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.asked):
      return .run("ask") { [name] send in
        await send(.named(try await name()))
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.named(let name)):
      state.name = name
      return .none
    case .feedback(.failed):
      state.failures += 1
      return .none
    }
  }
}
