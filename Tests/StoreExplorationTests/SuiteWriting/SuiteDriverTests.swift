import StoreCore
import StoreDependencies
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// The steps of generated tests on real stores.
@Suite struct SuiteDriverTests {
  private typealias Step = Strongbox.Step

  private func makeDriver(_ commands: [Command<Strongbox>] = Strongbox.commands) -> SuiteDriver<Strongbox> {
    SuiteDriver({ TestStore(initialState: Strongbox.State()) { Strongbox() } }, commands, CallSite())
  }

  private func lampDriver(_ commands: [Command<Lamp>]) -> SuiteDriver<Lamp> {
    SuiteDriver({ Lamp.makeStore() }, commands, CallSite())
  }

  @Test func `each run counts`() async throws {
    let driver = makeDriver()
    _ = try await driver.run([])
    _ = try await driver.run([Step.turn], writes: true)
    #expect(driver.runCount == 2)
  }

  @Test func `a way ends in the values of each field, and is over without effects`() async throws {
    let driver = makeDriver()
    let start = try await driver.run([])
    #expect(start.situation == " left=true\n right=true\n isOpen=false")
    #expect(start.isOver)
    let open = try await driver.run([Step.turn])
    #expect(open.situation == " left=true\n right=true\n isOpen=true")
    #expect(open.isOver)
    let alarmed = try await driver.run([Step.alarm])
    #expect(!alarmed.isOver)
  }

  @Test func `each step of a written test shows its own transition, and whether it changes anything`() async throws {
    let driver = makeDriver()
    let run = try await driver.run([Step.ignore, Step.turn, Step.alarm], writes: true)
    #expect(run.changes == [false, true, true])
    let required = run.stepGoals.map { goals in goals.filter { driver.goals.isRequired($0) } }
    #expect(required.map(\.count) == [1, 1, 1])
    #expect(Set(required.joined()).count == 3)
  }

  @Test func `a way shows last what its last step shows, and is not shorter than one of as many steps`() {
    var run = SuiteRun(steps: [Step.turn, Step.ignore])
    run.stepGoals = [[0], [1]]
    #expect(run.lastGoals == [1])
    #expect(!run.isShorter(than: run))
    #expect(SuiteRun(steps: [Step.turn]).isShorter(than: run))
  }

  @Test func `the last step alone counts if no test is written`() async throws {
    let driver = makeDriver()
    let run = try await driver.run([Step.turn, Step.turn, Step.ignore])
    #expect(run.changes == [false])
    #expect(run.stepGoals.count == 1)
  }

  @Test func `the first failure is the problem`() async throws {
    let driver = SuiteDriver(
      {
        let store = TestStore(initialState: Strongbox.State()) { Strongbox() }
        store.always("the box stays shut") { !$0.isOpen }
        store.always("the left key stays") { $0.left }
        return store
      },
      Strongbox.commands,
      CallSite()
    )
    let both = try await driver.run([Step.turn, Step.rob])
    #expect(both.problem?.contains("the box stays shut") == true)
    let other = try await driver.run([Step.rob])
    #expect(other.problem?.contains("the left key stays") == true)
  }

  /// A test that asserts nothing keeps the states of at least 16 events.
  @Test func `a way has no unasserted events that need memory`() async throws {
    let driver = SuiteDriver(
      {
        let store = TestStore(initialState: Strongbox.State()) { Strongbox() }
        store.session.unasserted.limit = 1
        return store
      },
      Strongbox.commands,
      CallSite()
    )
    let run = try await driver.run(Array(repeating: Step.alarm, count: 16) + [Step.rob])
    #expect(run.problem == nil)
  }

  @Test func `a written test begins with the events of its store`() async throws {
    let driver = makeDriver()
    let run = try await driver.run([Step.turn], writes: true)
    #expect(run.parts == [[], ["await store.send(.turned) { $0.isOpen = true }"], ["await store.finish()"]])
  }

  @Test func `the calls that wait at an answer are asserted`() async throws {
    let driver = lampDriver([.send(.pressed)])
    let run = try await driver.run([.command(0), .answer(gate: "name", call: 0, answer: 0)])
    #expect(run.assertions.calls.map { $0.count } == [1])
  }

  @Test(arguments: [DrivenStep.command(1, draws: [1]), .duration(.seconds(2))])
  func `a step may let a duration pass`(step: DrivenStep) async throws {
    let driver = lampDriver([.send(.pressed), .advance(by: [.seconds(1), .seconds(2)])])
    let run = try await driver.run([.command(0), step])
    #expect(run.passes.map { $0.duration } == [.seconds(2)])
    #expect(run.situation.contains(" isOn=false"))
  }

  @Test func `the first choice of a command has up to four values, and the others have one`() async throws {
    let driver = makeDriver([
      Command<Strongbox>.send { choices in
        _ = choices.one(of: 1, 2, 3, 4, 5, 6)
        return .ignored
      },
      Command<Strongbox>.send { choices in
        _ = choices.one(of: 1, 2, 3)
        return choices.bool() ? .alarmed : .ignored
      },
    ])
    let run = try await driver.run([])
    let expected: [DrivenStep] = [
      .command(0, draws: [0]), .command(0, draws: [1]), .command(0, draws: [2]), .command(0, draws: [3]),
      .command(1, draws: [0]), .command(1, draws: [1]), .command(1, draws: [2]),
    ]
    #expect(run.options == expected)
  }

  @Test func `calls are answered only in states in which the author allows it`() async throws {
    let driver = lampDriver([
      .send(.pressed), .answer("name", when: { $0.isOn }), .answer("other", when: { _ in false }),
    ])
    let answers = [0, 1].map { DrivenStep.answer(gate: "name", call: 0, answer: $0) }
    let lit = try await driver.run([.command(0)])
    #expect(lit.options == [DrivenStep.command(0), .time] + answers)
    let dark = try await driver.run([.command(0), .command(0)])
    #expect(dark.options == [DrivenStep.command(0)])
  }
}
