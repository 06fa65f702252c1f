import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// What the tests of a generated suite should show.
@Suite struct SuiteGoalsTests {
  typealias Kind = SuiteGoals.Goal.Kind
  private typealias Step = Strongbox.Step

  private func makeDriver(_ states: [Strongbox.State] = []) -> SuiteDriver<Strongbox> {
    var states = states[...]
    return SuiteDriver(
      {
        let state = states.popFirst() ?? Strongbox.State()
        return TestStore(initialState: state) { Strongbox() }
      },
      Strongbox.commands,
      CallSite()
    )
  }

  /// Returns what the goals of a step are worth, but for those that are required.
  private func worths(of goals: Set<Int>, _ driver: SuiteDriver<Strongbox>) -> [Int] {
    goals.filter { !driver.goals.isRequired($0) }.map { driver.goals.weights[$0] }.sorted()
  }

  /// Returns the number of the reaction to the last step.
  private func reaction(to steps: [DrivenStep], _ driver: SuiteDriver<Strongbox>) async throws -> Int {
    let goals = try await driver.run(steps).lastGoals
    let observations = Array(driver.goals.observations.values.joined())
    return try #require(observations.first { goals.contains($0.goal) }).reaction
  }

  @Test(arguments: [
    (Kind.required, true, true), (Kind.decision, false, true), (Kind.reaction, false, true),
    (Kind.novelty, false, true), (Kind.change, false, true), (Kind.pair, false, false), (Kind.situation, false, false),
  ])
  func `a kind of goal is required, worth a test, or neither`(
    kind: Kind,
    isRequired: Bool,
    isWorthTest: Bool
  ) {
    var goals = SuiteGoals()
    let goal = goals.number(of: SuiteGoals.Goal(kind: kind, message: 0))
    #expect(goals.isRequired(goal) == isRequired)
    #expect(goals.isWorthTest(goal) == isWorthTest)
  }

  @Test func `situations are compared without a field, and without the effects`() {
    let observation = SuiteGoals.Observation(goal: 0, fields: [1: 10, 2: 20, 3: 30, 4: 40], effects: 3, reaction: 0)
    #expect(observation.rest(besides: [1]) == [2: 20, 4: 40])
    #expect(observation.rest(besides: [1, 4]) == [2: 20])
  }

  @Test func `a reaction consists of the parts that change, and of the events`() {
    var reaction = SuiteReaction()
    reaction.before = [("left", "1"), ("right", "1")]
    reaction.after = [("left", "1"), ("right", "2"), ("count", "1")]
    reaction.events = ["start alarm"]
    #expect(reaction.text == "right, count, start alarm")
    #expect(reaction.changes == ["right=1>2", "count=>1"])
  }

  /// Of a message in a situation of three fields, with its payload, there are six pairs.
  @Test func `a step shows its situation, its pairs, its changes, and its reaction`() async throws {
    let driver = makeDriver()
    _ = try await driver.run([])
    let run = try await driver.run([Step.ignore, Step.turn], writes: true)
    #expect(worths(of: run.stepGoals[0], driver) == [0, 1, 1, 1, 1, 1, 1, 200])
    #expect(worths(of: run.stepGoals[1], driver) == [0, 1, 1, 1, 1, 1, 1, 75, 200])
    let other = try await driver.run([Step.turn])
    #expect(worths(of: other.lastGoals, driver) == [0, 1, 1, 1, 1, 1, 1, 75, 200])
  }

  @Test func `the starts and cancellations of effects are reactions to their own messages`() async throws {
    let driver = makeDriver()
    let nothing = try await reaction(to: [Step.ignore], driver)
    let calmed = try await reaction(to: [Step.calm], driver)
    #expect(calmed == nothing)
    let ignored = try await reaction(to: [Step.alarm, Step.ignore], driver)
    #expect(ignored == nothing)
    let start = try await reaction(to: [Step.alarm], driver)
    #expect(start != nothing)
    let cancellation = try await reaction(to: [Step.alarm, Step.calm], driver)
    #expect(cancellation != nothing)
    #expect(cancellation != start)
  }

  struct Situations: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// Whether the left and the right key are in the box.
    let keys: [(left: Bool, right: Bool)]

    /// The number of decisions that each situation shows.
    let counts: [Int]
  }

  /// Each key decides twice: with it the box opens, and without it the box stays shut.
  @Test(arguments: [
    Situations(
      testDescription: "each key decides while the other one is in",
      keys: [(true, true), (false, true), (true, false), (false, false)],
      counts: [2, 1, 1, 0]
    ),
    Situations(
      testDescription: "keys that change only together decide together",
      keys: [(true, true), (false, false)],
      counts: [2, 2]
    ),
    Situations(
      testDescription: "equal reactions decide nothing",
      keys: [(true, false), (false, false)],
      counts: [0, 0]
    ),
  ])
  func `a field decides if situations and reactions differ, and else together with another one`(
    situations: Situations
  ) async throws {
    let driver = makeDriver(situations.keys.map { Strongbox.State(left: $0.left, right: $0.right) })
    var goals: [Set<Int>] = []
    for _ in situations.keys {
      let run = try await driver.run([Step.turn])
      goals.append(run.lastGoals)
    }
    let found = driver.decide()
    let shown = goals.map { goals in
      goals.reduce(into: Set<Int>()) { found, goal in found.formUnion(driver.goals.decisions[goal] ?? []) }
    }
    #expect(shown.map(\.count) == situations.counts)
    #expect(found == Set(shown.joined()))
    #expect(found.allSatisfy { driver.goals.weights[$0] == 300 })
  }
}
