import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// A number of any value, with a mark.
private struct MarkedNumber: Reducer {
  struct State: Equatable {
    var number = 0
    var marks = 0
  }

  enum Input: Sendable { case set(Int), jumped, marked }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .set(let number): state.number = number
    case .jumped: state.number = 5
    case .marked: state.marks = 1
    }
    return .none
  }
}

/// A nap of a minute, whose end sends nothing.
private struct Nap: Reducer {
  struct State: Equatable { var hasBegun = false }
  enum Input: Sendable { case began, ignored }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(.began) = message else { return .none }
    state.hasBegun = true
    return .run("nap") { [clock] _ in try await clock.sleep(for: .seconds(60)) }
  }
}

/// The order and the end of a search for ways through a feature.
@Suite struct SuiteSearchTests {
  /// Searches a feature with at most 1,000 ways, so that the search ends after 200 ways without anything new.
  private func search<Feature: Reducer>(
    _ driver: SuiteDriver<Feature>,
    steps: Int = 20
  ) async throws -> SuiteSearch<Feature> where Feature.State: Equatable {
    var search = SuiteSearch(driver, within: .init(runs: 1_000, steps: steps))
    var progress = ExplorationProgress("The search")
    try await search.run(&progress)
    return search
  }

  /// Returns the ways from which a search of a number went on last, in order.
  private func lastWays(_ commands: [Command<MarkedNumber>], steps: Int) async throws -> [[DrivenStep]] {
    let driver = SuiteDriver({ TestStore(initialState: MarkedNumber.State()) { MarkedNumber() } }, commands, CallSite())
    let runs = try await search(driver, steps: steps).runs.filter { $0.steps.count == steps }
    return runs.reduce(into: []) { ways, run in
      let way = Array(run.steps.dropLast())
      if ways.last != way { ways.append(way) }
    }
  }

  /// Of a number, the first four values count as different.
  @Test func `a search goes on first from a situation that it has not seen`() async throws {
    let ways = try await lastWays(
      [.send(.set(1)), .send(.set(2)), .send(.set(3)), .send(.set(4)), .send(.jumped), .send(.marked)],
      steps: 2
    )
    #expect(ways == [0, 1, 2, 3, 5, 4].map { [DrivenStep.command($0)] })
  }

  /// A mark shows nothing new on the second number.
  @Test func `a search goes on first from a way that is worth a test`() async throws {
    let ways = try await lastWays(
      [
        .send(.set(1)), .send(.set(2)), .send(.marked, when: { $0.marks == 0 }),
        .send(.jumped, when: { $0.marks == 1 }),
      ],
      steps: 3
    )
    #expect(ways == [[0, 2], [2, 3], [1, 2]].map { $0.map { DrivenStep.command($0) } })
  }

  @Test func `a search ends after 200 ways that show nothing new`() async throws {
    let commands = (0..<300).map { _ in Command<Strongbox>.send(.ignored) }
    let driver = SuiteDriver({ TestStore(initialState: Strongbox.State()) { Strongbox() } }, commands, CallSite())
    let search = try await search(driver)
    // The start, and the first way that ignores the input, are new.
    #expect(driver.runCount == 202)
    #expect(!search.isComplete)
    #expect(!search.isCutShort)
  }

  /// The first ignored input during the nap, and the end of the nap, are new. After the nap, only the situation is.
  @Test func `the end of an effect is new, and a situation alone is not`() async throws {
    let ignored = (0..<150).map { _ in Command<Nap>.send(.ignored, when: { $0.hasBegun }) }
    var commands = [Command<Nap>.send(.began, when: { !$0.hasBegun })]
    commands += ignored
    commands.append(.advance(by: [.seconds(60)], when: { $0.hasBegun }))
    commands += ignored
    let driver = SuiteDriver({ TestStore(initialState: Nap.State()) { Nap() } }, commands, CallSite())
    _ = try await search(driver)
    let untilEnd = 2 + 150 + 1
    // 150 inputs in the nap, its end as time passes, and 49 inputs after it.
    #expect(driver.runCount == untilEnd + 200)
  }

  @Test func `a problem is told once, with the first way to it`() async throws {
    let driver = SuiteDriver<Strongbox>(
      {
        let store = TestStore(initialState: Strongbox.State()) { Strongbox() }
        store.always("the box stays shut") { !$0.isOpen }
        store.always("the left key stays") { $0.left }
        return store
      },
      [.send(.turned), .send(.turned), .send(.robbed)],
      CallSite()
    )
    let problems = try await search(driver, steps: 1).problems
    #expect(problems.map { $0.words } == [["turned"], ["robbed"]])
  }
}
