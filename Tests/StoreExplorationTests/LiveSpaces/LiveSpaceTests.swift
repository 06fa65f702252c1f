import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// The space of the numbers as their effects are.
private func numbersSpace(canFail: Bool = true) async throws -> StateSpace<Numbers> {
  try await StateSpace(inputs: [.onAppear, .reload]) {
    let store = TestStore(initialState: Numbers.State.idle) { Numbers() }
    if canFail {
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1]), .failure(NumbersError.unavailable("Offline"))]
      }
    } else {
      store.gate("numbers", at: \.numbersClient.numbers) { [.success([1])] }
    }
    return store
  }
}

/// The same space with described effects.
private func describedNumbers(_ numbers: [Int] = [1], canFail: Bool = true) -> StateSpace<Numbers> {
  StateSpace(initialState: .idle, inputs: [.onAppear, .reload]) {
    Numbers()
  } responses: { _ in
    [.sends(.numbersDownloaded(.success(numbers)))]
      + (canFail ? [.sends(.numbersDownloaded(.failure(.unavailable("Offline"))))] : [])
  }
}

@Suite struct LiveSpaceTests {
  @Test func `a real feature has the states that its description has`() async throws {
    let (real, described) = (try await numbersSpace().check(), describedNumbers().check())
    #expect(real.isComplete)
    #expect((real.states, real.edges, real.depth) == (described.states, described.edges, described.depth))
  }

  @Test func `the diagram is that of the description`() async throws {
    #expect(try await numbersSpace().diagram().mermaid == describedNumbers().diagram().mermaid)
  }

  @Test func `a description agrees with the effects that run`() async throws {
    let real = try await numbersSpace()
    #expect(describedNumbers().agrees(with: real))
    let (agrees, failures) = await recordingResult { describedNumbers([2], canFail: false).agrees(with: real) }
    #expect(!agrees)
    #expect(failures.map(\.headline) == ["The described effects of Numbers are not those that run."])
    #expect(
      failures.map(\.details) == [
        """
        Happens, and no response says so:

            • downloadNumbers sends .numbersDownloaded(.failure(.unavailable("Offline")))
            • downloadNumbers sends .numbersDownloaded(.success([1]))

        Is a response, and never happened:

            • downloadNumbers sends .numbersDownloaded(.success([2]))
        """
      ]
    )
  }

  @Test(arguments: [
    (true, false, "Happens, and no response says so:"), (false, true, "Is a response, and never happened:"),
  ])
  func `a description that says too little, or too much, doesn't agree`(
    canFail: Bool,
    isSaidToFail: Bool,
    title: String
  ) async throws {
    let real = try await numbersSpace(canFail: canFail)
    let (agrees, failures) = await recordingResult { describedNumbers(canFail: isSaidToFail).agrees(with: real) }
    #expect(!agrees)
    #expect(
      failures.map(\.details) == [
        """
        \(title)

            • downloadNumbers sends .numbersDownloaded(.failure(.unavailable("Offline")))
        """
      ]
    )
  }

  @Test func `a description without a response to an effect doesn't agree`() async throws {
    let real = try await numbersSpace()
    let described = StateSpace(initialState: Numbers.State.idle, inputs: [.onAppear]) { Numbers() }
    let (agrees, failures) = await recordingResult { described.agrees(with: real) }
    #expect(!agrees)
    #expect(
      failures.map(\.headline) == [
        "The state space does not say how the outside answers downloadNumbers, an effect of Numbers."
      ]
    )
  }

  @Test func `a gate without answers makes the space incomplete`() async throws {
    let space = try await StateSpace(inputs: [Numbers.Input.onAppear]) {
      let store = TestStore(initialState: Numbers.State.idle) { Numbers() }
      store.gate("numbers", at: \.numbersClient.numbers)
      return store
    }
    let (report, failures) = await recordingResult { space.check() }
    #expect(report.cut == "at gate \"numbers\", whose calls have no 'answers:'")
    #expect(failures.map(\.kind) == [.undecidedProperty])
  }

  @Test func `a failure of the feature is reported with its path`() async throws {
    var space: StateSpace<Numbers>?
    let failures = try await recordingFailures {
      space = try await StateSpace(inputs: [.onAppear]) { TestStore(initialState: Numbers.State.idle) { Numbers() } }
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency])
    #expect(
      failures.map(\.headline) == [
        "In the state space of Numbers: NumbersClient.numbers was called, but has no implementation here"
      ]
    )
    #expect(failures.map { $0.details.contains("  1. send .onAppear") } == [true])
    let (report, undecided) = await recordingResult { space?.check() }
    #expect(report?.cut == "at a failure of the feature")
    #expect(undecided.map(\.kind) == [.undecidedProperty])
  }

  @Test func `each kind of property is judged on it`() async throws {
    let space = try await numbersSpace()
    let report = space.check(
      .always("loading means that a download runs") { $0.state != .loading || !$0.running.isEmpty },
      .sometimes("numbers are loaded") { $0.state == .loaded([1]) },
      .always("the start is left for good") { old, _, new in old == .idle || new != .idle },
      .leadsTo("a download ends", fairness: .responsesOnceInputsEnd, from: { $0.state == .loading }) {
        $0.state != .loading
      },
      .eventually("nothing has to happen at the start") { _ in true }
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds, .holds, .holds, .holds])
  }

  @Test func `a call belongs to its effect, however many calls of others are older`() async throws {
    let space = try await StateSpace {
      $0 < 2 ? [$0 + 1] : []
    } store: {
      let store = TestStore(initialState: 0) { Insisting() }
      store.gate("ask", at: \.question) { _ in [.success(true), .success(false)] }
      return store
    }
    let report = space.check(.sometimes("both are asked again") { $0.running.count == 2 && $0.state == 2 })
    #expect(report.isComplete)
    // Nothing was asked; the first question waits, or doesn't; and both, either or none wait, which is the end.
    #expect(report.states == 7)
    #expect(report.deadEnds == 1)
  }

  @Test func `a dependency that remembers its calls makes the space incomplete`() async throws {
    let space = try await StateSpace(inputs: [.roll]) {
      let count = Atomic(0)
      return TestStore(initialState: 0) {
        Dice()
      } withDependencies: {
        $0.dice = { count.add(1, ordering: .relaxed).newValue.isMultiple(of: 7) ? 6 : 1 }
      }
    }
    let (report, failures) = await recordingResult { space.check() }
    #expect(report.cut == "where situations that look alike went on differently: after .roll")
    #expect(failures.map(\.kind) == [.undecidedProperty])
  }

  @Test func `a broken property has the shortest path, as text and as a test`() async throws {
    let space = try await numbersSpace()
    let (report, failures) = await recordingResult {
      space.check(.always("numbers never fail") { !$0.state.hasFailed })
    }
    #expect(failures.map(\.headline) == ["Numbers violates \"numbers never fail\": it fails after 2 steps."])
    #expect(
      report.trace == [
        "  1. send .onAppear", "       .idle -> .loading", "       starts downloadNumbers",
        "  2. numbers() throws unavailable(\"Offline\")",
        "     then .numbersDownloaded(.failure(.unavailable(\"Offline\")))",
        "       .loading -> .failed(.unavailable(\"Offline\"))",
      ]
    )
  }

  @Test func `a path shows the outputs`() async throws {
    let space = try await StateSpace(inputs: [.ring]) { TestStore(initialState: false) { DoorBell() } }
    let (report, _) = await recordingResult { space.check(.always("silence") { !$0.state }) }
    #expect(report.trace == ["  1. send .ring", "       false -> true", "       output \"ding\""])
  }
}

/// A feature that emits an output.
private struct DoorBell: Reducer {
  enum Input { case ring }

  func reduce(message: Message<Input, Never>, into state: inout Bool) -> Effect<Never, String> {
    state = true
    return .output("ding")
  }
}

/// A feature whose state is the last number of its dice.
private struct Dice: Reducer {
  enum Input { case roll }

  @Dependency(\.dice) private var dice

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    state = dice()
    return .none
  }
}

private enum DiceKey: TestDependencyKey {
  static let testValue: @Sendable () -> Int = unimplemented("dice", placeholder: 0)
}

/// A feature whose effects ask until the answer is true, and say nothing about it.
private struct Insisting: Reducer {
  @Dependency(\.question) private var question

  func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> {
    guard case .input(let number) = message else { return .none }
    state = number
    return .run("ask", of: number) { _ in while !(await question(number)) {} }
  }
}

private enum QuestionKey: TestDependencyKey {
  static let testValue: @Sendable (Int) async -> Bool = unimplemented("question", placeholder: true)
}

extension DependencyValues {
  fileprivate var dice: @Sendable () -> Int {
    get { self[DiceKey.self] }
    set { self[DiceKey.self] = newValue }
  }

  fileprivate var question: @Sendable (Int) async -> Bool {
    get { self[QuestionKey.self] }
    set { self[QuestionKey.self] = newValue }
  }
}

extension Numbers.State {
  fileprivate var hasFailed: Bool { if case .failed = self { true } else { false } }
}

/// Runs code, and returns its result with its failures.
private func recordingResult<Result>(_ body: () -> Result) async -> (Result, [TestFailure]) {
  var result: Result?
  let failures = await recordingFailures { result = body() }
  return (result!, failures)
}
