import StoreTesting
import Testing

@testable import StoreTesting

/// What a failure that stands makes of the changes around it.
@Suite struct AcceptanceFailureTests {
  enum Action: Sendable {
    case begin(Int)
    case end
    case change
    case remove
    case fail
  }

  private static let source = """
    await store.send(.a)
    await store.send(.b)
    await store.send(.c)
    """

  private static let because = "It may be wrong because of the failure before it."
  private static let missing = "Another failure may be the reason why the expected event is missing."

  private func steps(_ actions: [Action], hasFailed: Bool = false) throws -> WrittenSteps {
    let steps = try WrittenSteps(Self.source)
    for action in actions {
      switch action {
      case .begin(let line): steps.begin(line)
      case .end: steps.acceptance.endStep()
      case .change: #expect(steps.changeArgument() == nil)
      case .remove: #expect(steps.remove() == nil)
      case .fail: steps.fail()
      }
    }
    steps.acceptance.end(hasFailed: hasFailed)
    return steps
  }

  @Test(
    arguments: [
      ([.begin(1), .change, .end, .begin(2), .change, .end], [1, 2]),
      // In a step.
      ([.begin(1), .fail, .change, .end, .begin(2), .change, .end], []),
      ([.begin(1), .change, .end, .begin(2), .change, .fail], [1]),
      // In a step that has not ended as the next one begins.
      ([.begin(1), .change, .fail, .begin(2), .change, .end], []),
      // Between two steps.
      ([.begin(1), .change, .end, .fail, .begin(2), .change, .end], [1]),
      ([.begin(1), .change, .end, .fail, .begin(2), .change, .end, .fail, .begin(3), .change, .end], [1]),
      // Before the store.
      ([.fail, .begin(1), .change, .end, .begin(2), .change, .end], [1, 2]),
    ] as [([Action], [Int])]
  )
  func `a failure withholds the changes from its step on`(actions: [Action], changed: [Int]) throws {
    let steps = try steps(actions)
    let lines = try steps.lines()
    #expect(lines.indices.filter { lines[$0] == "await store.send(.changed)" }.map { $0 + 1 } == changed)
    #expect(steps.refusals.values.allSatisfy { $0 == Self.because })
  }

  @Test(
    arguments: [
      ([.begin(1), .remove, .end], false, [:]),
      ([.begin(1), .remove, .end, .begin(2), .change, .end], true, [1: missing, 2: because]),
      (
        [.begin(1), .remove, .end, .begin(2), .change, .end, .fail, .begin(3), .change, .end], false,
        [1: missing, 2: because, 3: because]
      ),
      ([.begin(1), .fail, .remove, .end], false, [1: because]),
    ] as [([Action], Bool, [Int: String])]
  )
  func `a line stays if a failure may be why its event is missing`(
    actions: [Action],
    hasFailed: Bool,
    refusals: [Int: String]
  ) throws {
    let steps = try steps(actions, hasFailed: hasFailed)
    #expect(steps.refusals == refusals)
    #expect(try steps.lines().count == (refusals.isEmpty ? 2 : 3))
  }

  @Test func `a line stays if another line of the test can't be changed`() throws {
    let steps = try WrittenSteps(Self.source)
    steps.begin(1)
    #expect(steps.acceptance.make(nil) { _ in true } == AcceptanceRefusal("The value can't be written in Swift."))
    steps.begin(2)
    #expect(steps.remove() == nil)
    steps.acceptance.end(hasFailed: false)
    #expect(
      steps.refusals == [
        1: "The value can't be written in Swift.",
        2: "Another line of the test is left as it is, and its event may belong there.",
      ]
    )
  }

  @Test func `a line goes although one of another store can't be changed`() throws {
    let steps = try WrittenSteps(Self.source)
    steps.begin(1)
    #expect(steps.acceptance.make(nil) { _ in true } == AcceptanceRefusal("The value can't be written in Swift."))
    steps.acceptance.end(hasFailed: false)
    // The steps that follow are those of another store.
    steps.begin(2)
    #expect(steps.remove() == nil)
    steps.acceptance.end(hasFailed: false)
    #expect(steps.refusals == [1: "The value can't be written in Swift."])
    #expect(try steps.lines() == ["await store.send(.a)", "await store.send(.c)"])
  }

  @Test func `a store that has ended changes nothing more`() throws {
    let steps = try steps([.begin(1), .end])
    #expect(steps.changeArgument() == AcceptanceRefusal("The store has no step."))
  }

  @Test(
    arguments: [
      (.patch, true, true), (.patch, false, false), (.write, true, false),
    ] as [(AcceptanceMode, Bool, Bool)]
  )
  func `a patch is made of changes that are not written`(mode: AcceptanceMode, hasChange: Bool, hasPatch: Bool) throws {
    let steps = try WrittenSteps(Self.source, as: mode)
    steps.begin(1)
    if hasChange { #expect(steps.changeArgument() == nil) }
    let patch = steps.acceptance.end(hasFailed: false)
    #expect((patch != nil) == hasPatch)
    #expect(patch?.added.last == (hasPatch ? "await store.send(.changed)" : nil))
  }
}
