import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// A safe that three turns open, or a push, each at some numbers only.
private struct Safe: Reducer {
  struct State: Equatable {
    var number = 0
    var turns = 0
    var isOpen = false
  }

  enum Input { case dial(Int), turn, push }

  let turning: ClosedRange<Int>
  let pushing: ClosedRange<Int>

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.dial(let number)): state = State(number: number)
    case .input(.turn):
      state.turns += 1
      state.isOpen = state.turns == 3 && turning.contains(state.number)
    case .input(.push): state.isOpen = pushing.contains(state.number)
    }
    return .none
  }

  /// Makes a store that must stay shut.
  func makeStore() -> TestStore<Self> {
    let store = TestStore(initialState: State()) { self }
    store.always("the safe is shut") { !$0.isOpen }
    return store
  }
}

/// How the steps of a failing sequence become fewer and simpler.
@Suite struct SequenceShrinkerTests {
  /// Takes steps on a new store, which fail, and shrinks them.
  private func shrink<Feature: Reducer>(
    _ steps: [(command: Int, draws: [UInt64])],
    store makeStore: @escaping () throws -> TestStore<Feature>,
    @CommandBuilder<Feature> commands: () -> [Command<Feature>]
  ) async -> SequenceShrinker<Feature> where Feature.State: Equatable {
    let site = CallSite()
    let runner = SequenceRunner(makeStore, commands(), mode: { _ in "" }, site)
    let body = TestBody { try await runner.perform() }
    runner.scheduleRunner = ScheduleRunner(body, granularity: .deliveries, site: site)
    defer { runner.scheduleRunner.end() }
    let steps = steps.map { SequenceStep(action: .command($0.command), name: "", draws: $0.draws) }
    let found = await runner.run(.init(strategy: SequenceReplay(steps, isLenient: true), limit: steps.count))
    var shrinker = SequenceShrinker(runner, found)
    await shrinker.run()
    return shrinker
  }

  @Test func `values are made simple before shorter sequences are searched with them, and after it`() async {
    let shrinker = await shrink([(0, [873]), (1, []), (1, []), (1, [])]) {
      Safe(turning: 37...1_000, pushing: 20...37).makeStore()
    } commands: {
      Command.send { .dial($0.int(in: 0...1_000)) }
      Command.send(.turn)
      Command.send(.push)
    }
    #expect(shrinker.best.steps.map(\.draws) == [[20], []])
    #expect(shrinker.best.steps.map(\.action) == [.command(0), .command(2)])
  }

  @Test(arguments: [(16, [[15], []]), (17, [[1], [], [], []])] as [(Int, [[UInt64]])])
  func `a shorter sequence is searched with all values of a command that has 16 at most`(
    count: Int,
    draws: [[UInt64]]
  ) async {
    let shrinker = await shrink([(0, [3]), (1, []), (1, []), (1, [])]) {
      Safe(turning: 1...16, pushing: 15...15).makeStore()
    } commands: {
      Command.send { try .dial($0.element(of: 0..<count)) }
      Command.send(.turn)
      Command.send(.push)
    }
    #expect(shrinker.best.steps.map(\.draws) == draws)
    #expect(shrinker.isShortest)
  }

  @Test(arguments: [
    ([16], "No shorter"), ([17], "Of these values, no shorter"), ([2, 2], "Of these values, no shorter"),
  ])
  func `a sequence is the shortest of all if its commands have one choice of 16 values at most`(
    counts: [Int],
    proof: String
  ) async {
    func sum(_ choices: inout Choices) throws -> Int {
      var sum = 0
      for count in counts {
        let number = try choices.element(of: 0..<count)
        sum += number
      }
      return sum
    }
    let failures = await recordingFailures {
      await checkSequences {
        let store = TestStore(initialState: 0) { Told<Int, Int> { state, _ in state += 1 } }
        store.always("nothing is sent") { $0 == 0 }
        return store
      } commands: {
        Command.send { try sum(&$0) }
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.details.contains(". \(proof) sequence fails in this way.") ?? false)
  }

  @Test func `an element of a list is left out though an earlier one must stay`() async {
    let shrinker = await shrink([(0, [3, 1, 0, 2])]) {
      let store = TestStore(initialState: "") { Told<String, String> { state, text in state = text } }
      store.always("a text has no c behind a b") { text in !text.drop(while: { $0 != "b" }).contains("c") }
      return store
    } commands: {
      Command.send { $0.string(count: 0...8, of: "abc") }
    }
    #expect(shrinker.best.steps.map(\.draws) == [[2, 1, 2]])
  }

  @Test func `a sequence is simplified in 1,500 runs at most`() async {
    let runs = Recorder<Int>()
    let draws: [UInt64] = [0] + Array(repeating: 1, count: 1_600)
    let shrinker = await shrink([(0, draws)]) {
      runs.record(1)
      let store = TestStore(initialState: 0) { Told<Int, Int> { state, _ in state += 1 } }
      store.always("nothing is sent") { $0 == 0 }
      return store
    } commands: {
      Command.send { choices in choices.array(count: 1_600...1_600) { $0.int(in: 0...1) }.count }
    }
    // Another run finds the sequence, and one begins the search for a shorter one.
    #expect(runs.values.count == 1_502)
    // The first of the runs leaves out the only step.
    #expect(shrinker.best.steps.map { step in step.draws.count { $0 == 1 } } == [101])
  }

  @Test func `a failure that the state does not show has a shortest sequence, too`() async {
    let shrinker = await shrink([(0, []), (0, []), (0, [])]) {
      let messages = Recorder<Int>()
      let store = TestStore(initialState: 0) { Told<Int, Int> { _, _ in } }
      store.always("at most two messages come") { _, _, _ in
        messages.record(1)
        return messages.values.count < 3
      }
      return store
    } commands: {
      Command.send(1)
    }
    #expect(shrinker.best.steps.count == 3)
    #expect(shrinker.isShortest)
  }

  /// The fourth run makes the values of the second step simpler, and the seventh shortens its list.
  @Test(arguments: [4, 7]) func `a test that fails at an earlier step from some run on is shrunk to it`(
    first: Int
  ) async {
    let runs = Recorder<Int>()
    let shrinker = await shrink([(0, [0]), (0, [1, 0])]) {
      runs.record(1)
      let isEarly = runs.values.count >= first
      let store = TestStore(initialState: [Int]()) {
        Told<[Int], [Int]> { counts, list in counts.append(list.count) }
      }
      store.always("the second list is empty") { counts in
        isEarly ? counts.isEmpty : counts.count < 2 || counts[1] == 0
      }
      return store
    } commands: {
      Command.send { choices in choices.array(count: 0...1) { $0.int(in: 0...9) } }
    }
    #expect(shrinker.best.steps.map(\.draws) == [[0]])
  }
}
