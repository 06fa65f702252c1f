import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

@Suite("Equivalent mutants") struct EquivalentMutantTests {
  @Test func `a mutant without a difference in a state space is equivalent, and other mutants stay survivors`()
    async throws
  {
    let test = TestBody {
      let store = TestStore(initialState: Door.State()) { Door() }
      store.exhaustivity = .off
      await store.send(.open) { $0.isOpen = true }
      await store.send(.close) { $0.isOpen = false }
      await store.finish()
    }
    func report(_ judge: (@Sendable () -> any MutantJudge)?) async throws -> MutationReport {
      var options = MutationScope.Options(feature: FeatureMatch(type: Door.self))
      options.judge = judge
      let scope = MutationScope(options)
      try await scope.run(test, name: "door", site: CallSite())
      return scope.report
    }
    let plain = try await report(nil)
    let judged = try await report {
      SpaceJudge(
        space: StateSpace(initialState: Door.State(), inputs: [.open, .close]) {
          Door()
        } responses: { _ in
          [.ends]
        },
        reader: TransitionReader { StateDiagram.mode(of: $0) }
      )
    }
    #expect(plain.equivalent.isEmpty)
    #expect(
      judged.equivalent == ["In \"(no flag)\", on .input(.open): the effect with the id bell could not be cancelled"]
    )
    #expect(judged.survivors.map(\.text) == plain.survivors.map(\.text).filter { !judged.equivalent.contains($0) })
    #expect(judged.survivors.contains { $0.text.contains("the effect \"bell\" was left out") })
    #expect(judged.killed == plain.killed)
    #expect(!plain.description.contains("equivalent"))
    #expect(judged.description.contains(", 1 equivalent, "))
    #expect(judged.gap == nil)
  }

  @Test(arguments: TallySpace.allCases)
  func `a space proves nothing of transitions that it doesn't exercise as the tests do`(space: TallySpace) async throws
  {
    let reports = try await recordingReports {
      let scope = MutationScope(tallyOptions(space))
      try await scope.run(tallyTest, name: "tally", site: CallSite())
      let report = scope.judge(at: CallSite())
      let resets = report.survivors.map(\.text).filter { $0.contains("on .input(.reset)") }
      #expect(!resets.isEmpty)
      #expect(report.equivalent.filter { $0.contains("on .input(.reset)") }.isEmpty)
      #expect(report.text.contains("The state space lacks .input(.reset), so") == (space == .withoutReset))
    }
    #expect(
      reports.filter(\.isWarning).map(\.headline)
        == (space == .withoutReset
          ? ["The state space of Tally lacks .input(.reset), so it proves no mutant equivalent."] : [])
    )
  }

  @Test func `a message that changes nothing in a space has no equivalent mutant`() async throws {
    let test = TestBody {
      let store = TestStore(initialState: Tally.State()) { Tally() }
      store.exhaustivity = .off
      await store.send(.up)
      await store.send(.reset)
      await store.finish()
    }
    let scope = MutationScope(tallyOptions(.emptyReset))
    try await scope.run(test, name: "tally", site: CallSite())
    let report = scope.report
    #expect(report.survivors.contains { $0.text.hasSuffix("on .input(.reset): the message was ignored") })
    #expect(report.equivalent.filter { $0.contains("on .input(.reset)") }.isEmpty)
  }

  @Test func `ignoring a message is equivalent if its effect never starts`() async throws {
    var options = MutationScope.Options(feature: FeatureMatch(type: Saver.self))
    options.judge = {
      SpaceJudge(
        space: StateSpace<Saver>(initialState: Saver.State()) { state in
          state.saves == 0 ? [.save] : []
        } reducer: {
          Saver()
        } responses: { _ in
          [.ends]
        },
        reader: .usual
      )
    }
    let test = TestBody {
      let store = TestStore(initialState: Saver.State()) { Saver() }
      store.exhaustivity = .off
      await store.send(.save)
      await store.finish()
    }
    let scope = MutationScope(options)
    try await scope.run(test, name: "saver", site: CallSite())
    #expect(scope.report.gap == nil)
    #expect(scope.report.equivalent.contains("On .feedback(.again): the message was ignored"))
  }

  @Test func `a space that can't be explored is a failure at its line`() async throws {
    let line = markedLine("space")
    let reports = try await recordingReports {
      var options = MutationScope.Options(feature: FeatureMatch(type: Door.self))
      options.minimumScore = 0
      options.judge = {
        SpaceJudge(
          space: StateSpace(initialState: Door.State(), inputs: [.open, .close]) { Door() },  // Here: space
          reader: TransitionReader { StateDiagram.mode(of: $0) }
        )
      }
      let scope = MutationScope(options)
      let test = TestBody {
        let store = TestStore(initialState: Door.State()) { Door() }
        await store.send(.open) {
          $0.isOpen = true
          $0.hasRung = true
        }
        await store.receiveEffect("bell")
        await store.finish()
      }
      try await scope.run(test, name: "door", site: CallSite())
      scope.judge(at: CallSite())
    }
    #expect(
      reports.map(\.headline) == ["The state space does not say how the outside answers bell, an effect of Door."]
    )
    #expect(reports.map(\.line) == [line])
  }
}

/// Returns the options of a suite with a space of the tally.
private func tallyOptions(_ space: TallySpace) -> MutationScope.Options {
  var options = MutationScope.Options(feature: FeatureMatch(type: Tally.self), minimumScore: 0)
  options.judge = {
    SpaceJudge(space: space.space, reader: TransitionReader { StateDiagram.mode(of: $0) })
  }
  return options
}

/// A test that resets a high tally while an effect runs, and asserts nothing of the reset.
private let tallyTest = TestBody {
  let store = TestStore(initialState: Tally.State()) { Tally() }
  await store.send(.up) { $0.count = 1 }
  await store.send(.up) {
    $0.count = 2
    $0.isHigh = true
  }
  store.exhaustivity = .off
  await store.send(.reset)
  await store.finish()
}

/// State spaces of the tally that don't contain what its test does.
enum TallySpace: CaseIterable {
  /// The space was written before the input `reset` existed.
  case withoutReset

  /// No tally of the space is high.
  case low

  /// A high tally of the space is never reset.
  case resetFirst

  /// A tally of the space is only reset where that changes nothing.
  case emptyReset

  fileprivate var space: StateSpace<Tally> {
    StateSpace(initialState: Tally.State()) { state in
      switch self {
      case .withoutReset: state.count < 2 ? [.up] : []
      case .low: state.count < 1 ? [.up, .reset] : [.reset]
      case .resetFirst: state.count < 2 ? [.reset, .up] : []
      case .emptyReset: state.count == 0 ? [.up, .reset] : state.count < 3 ? [.up] : []
      }
    } reducer: {
      Tally()
    } responses: { _ in
      [.ends, .never]
    }
  }
}

/// A tally that counts while an effect runs.
private struct Tally: Reducer {
  struct State: Hashable {
    var count = 0
    var isHigh = false
  }
  enum Input { case up, reset }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.up):
      state.count += 1
      state.isHigh = state.count > 1
      return .run("save", of: state.count) { _ in await SleepingEffect.untilCancelled() }.cancellable(id: "save")
    case .input(.reset):
      state = State()
      return .cancel(id: "save")
    }
  }
}

/// An effect that ends when it is cancelled.
private enum SleepingEffect {
  static func untilCancelled() async {
    let (stream, _) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
  }
}

/// A door whose bell rings once, and nothing cancels it.
private struct Door: Reducer {
  struct State: Hashable {
    var isOpen = false
    var hasRung = false
  }
  enum Input { case open, close }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    state.isOpen = input == .open
    guard state.isOpen, !state.hasRung else { return .none }
    state.hasRung = true
    return .run("bell") { _ in }.cancellable(id: "bell")
  }
}

/// A saver that saves at most once in a second, and tries it again at once, in vain.
private struct Saver: Reducer {
  struct State: Hashable { var saves = 0 }
  enum Input { case save }
  enum Feedback { case again }

  private var save: Effect<Feedback, Never> {
    .run("save") { _ in }.throttle(id: "save", for: .seconds(1), latest: false)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.save):
      state.saves += 1
      return .merge(save, .feedback(.again))
    case .feedback(.again): return save
    }
  }
}
