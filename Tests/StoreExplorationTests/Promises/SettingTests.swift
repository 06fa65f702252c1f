import Testing

@testable import StoreExploration

/// Where a step of an older effect ends what it should not, in facts that are made by hand.
@Suite struct SettingTests {
  private typealias Step = PromiseFacts.Step

  struct Order: Sendable {
    enum Phase: Sendable { case idle, open, paid, failed }
    struct Item: Identifiable, Sendable { let id = 1 }

    var phase = Phase.idle
    var note = 0
    var items = [Item()]

  }

  private func phase(_ name: String) -> SpaceAtom {
    SpaceAtom(subject: "phase", kind: .choice(name, hasPayload: false))
  }

  private func answer(_ from: Int, _ to: Int, of effect: String) -> Step {
    Step(from: from, to: to, number: 0, call: "\(effect)()", messages: [("\(effect) answers", effect)])
  }

  /// Whether a step of an older effect undoes a step, among the steps of the situations.
  private func undoes(
    _ late: Step,
    of effect: String,
    _ step: Step,
    setting condition: SpaceAtom,
    _ situations: [PromiseFacts.Situation],
    _ others: [Step]
  ) throws -> Bool {
    let facts = PromiseFacts(by: situations, [step, late] + others)
    let atom = try #require(facts.atoms.firstIndex(of: condition))
    let setting = Setting(atom: atom, step: step, effect: effect, isOlder: true, roles: ConditionRoles(of: facts))
    return setting.isUndone(by: late, among: facts.stepsFrom[late.from], in: facts)
  }

  /// What is otherwise than where the answer of an older refresh ends what another answer has set.
  enum Late: CaseIterable {
    case none, timeSetsIt, timeSetsItAsAFailureDoes, aFailureTakesItBack, aFailureTakesBackWhatTimeSets,
      anAnswerStopsTheRefresh, anAnswerStopsTheWait, anElementGoes, aCommandEndsIt, aCommandEndsItAsTimeDoes

    var isUndoing: Bool {
      switch self {
      case .none, .timeSetsIt, .aFailureTakesItBack, .anAnswerStopsTheRefresh, .aCommandEndsIt: true
      case .timeSetsItAsAFailureDoes, .aFailureTakesBackWhatTimeSets, .anAnswerStopsTheWait, .anElementGoes,
        .aCommandEndsItAsTimeDoes:
        false
      }
    }
  }

  @Test(arguments: Late.allCases) func `an older answer has to keep what another one has set, unless it has a reason`(
    _ difference: Late
  ) throws {
    var result = answer(0, 1, of: "load")
    var late = answer(1, 2, of: "refresh")
    var others: [Step] = []
    switch difference {
    case .none: break
    case .timeSetsIt: result.call = nil
    case .timeSetsItAsAFailureDoes:
      result.call = nil
      others = [answer(0, 1, of: "search")]
      others[0].isFailure = true
    case .aFailureTakesItBack, .aFailureTakesBackWhatTimeSets:
      if difference == .aFailureTakesBackWhatTimeSets { result.call = nil }
      late = answer(1, 3, of: "refresh")
      late.isFailure = true
      others = [answer(1, 4, of: "refresh")]
    case .anAnswerStopsTheRefresh, .anAnswerStopsTheWait:
      if difference == .anAnswerStopsTheWait { late.call = nil }
      others = [answer(1, 2, of: "send")]
      others[0].cancelled = ["refresh"]
    case .anElementGoes: late.to = 5
    case .aCommandEndsIt: late.command = "refresh"
    case .aCommandEndsItAsTimeDoes:
      late.command = "refresh"
      others = [Step(from: 1, to: 3, number: 0)]
    }
    let situations = [
      Order(), Order(phase: .open, note: 1), Order(phase: .paid, note: 1), Order(phase: .failed, note: 1),
      Order(phase: .open, note: 2), Order(phase: .paid, note: 1, items: []),
    ]
    .map { PromiseFacts.Situation(of: $0) }
    #expect(
      try undoes(late, of: "refresh", result, setting: phase("open"), situations, others) == difference.isUndoing
    )
  }

  @Test(arguments: [true, false]) func `a failed command takes back an input that works after the failure, too`(
    isRepeated: Bool
  ) throws {
    let pay = Step(from: 0, to: 1, number: 0, input: "pay", started: ["receipt"])
    var failure = answer(1, 2, of: "order")
    failure.isFailure = true
    failure.command = "order"
    let situations: [PromiseFacts.Situation] = [
      .init(of: Order(), running: ["order"]), .init(of: Order(phase: .paid), running: ["order", "receipt"]),
      .init(of: Order(phase: .failed), running: ["receipt"]), .init(of: Order(phase: .paid, note: 1)),
    ]
    let again = Step(from: 2, to: 1, number: 0, input: "pay", started: ["receipt"])
    let others = [answer(1, 3, of: "order")] + (isRepeated ? [again] : [])
    #expect(try undoes(failure, of: "order", pay, setting: phase("paid"), situations, others) == isRepeated)
  }

  @Test func `an element of a stream that sets what an input has reset undoes that`() throws {
    let close = Step(from: 1, to: 2, number: 0, input: "close")
    var element = answer(2, 1, of: "news")
    element.isElement = true
    let situations: [PromiseFacts.Situation] = [
      .init(of: Order()), .init(of: Order(phase: .open), running: ["news"]), .init(of: Order(), running: ["news"]),
    ]
    #expect(try undoes(element, of: "news", close, setting: phase("idle"), situations, []))
  }

  struct Editor: Sendable {
    var isLeaving = false
    var hasLeft = false
    var note = 0
  }

  /// What an input does elsewhere than where a save runs. There it sets that the user leaves, and the save ends that.
  enum Elsewhere: CaseIterable {
    case nothing, itLeavesAtOnce, anotherInputLeavesAtOnce, itChangesSomethingElse, itStays
  }

  @Test(arguments: Elsewhere.allCases) func `an answer may do later only what the input does at once elsewhere`(
    _ elsewhere: Elsewhere
  ) throws {
    let others: [Step] =
      switch elsewhere {
      case .nothing: []
      case .itLeavesAtOnce: [Step(from: 3, to: 2, number: 0, input: "leave")]
      case .anotherInputLeavesAtOnce: [Step(from: 3, to: 2, number: 0, input: "quit")]
      case .itChangesSomethingElse: [Step(from: 3, to: 4, number: 0, input: "leave")]
      case .itStays: [Step(from: 5, to: 3, number: 0, input: "leave")]
      }
    let situations: [PromiseFacts.Situation] = [
      .init(of: Editor(), running: ["save"]), .init(of: Editor(isLeaving: true), running: ["save"]),
      .init(of: Editor(hasLeft: true)), .init(of: Editor()), .init(of: Editor(note: 1)),
      .init(of: Editor(isLeaving: true)),
    ]
    let leave = Step(from: 0, to: 1, number: 0, input: "leave")
    let isUndone = try undoes(
      answer(1, 2, of: "save"),
      of: "save",
      leave,
      setting: SpaceAtom(subject: "isLeaving", kind: .flag(true)),
      situations,
      others
    )
    #expect(isUndone == (elsewhere != .itLeavesAtOnce))
  }
}
