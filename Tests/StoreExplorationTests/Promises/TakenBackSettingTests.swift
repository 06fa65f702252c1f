import Testing

@testable import StoreExploration

/// When an older effect undoes what an input has set, in facts that are made by hand. The input leads to situation 1.
@Suite struct TakenBackSettingTests {
  /// Whether a step of an effect undoes a condition that an input has set.
  private func isUndone(
    _ atom: SpaceAtom,
    setBy step: PromiseFacts.Step,
    by late: PromiseFacts.Step,
    of effect: String,
    in facts: PromiseFacts
  ) throws -> Bool {
    let position = try #require(facts.atoms.firstIndex(of: atom))
    let roles = ConditionRoles(of: facts)
    let setting = Setting(atom: position, step: step, effect: effect, isOlder: true, roles: roles)
    return setting.isUndone(by: late, among: facts.stepsFrom[1], in: facts)
  }

  struct Meter {
    enum Phase { case idle, extended, failed }

    let phase: Phase
  }

  @Test(
    arguments: [
      (["receipt"], [], "extend", true), ([], ["reminder"], "extend", true), ([], [], "extend", false),
      (["receipt"], [], "pay", false),
    ] as [([String], [String], String, Bool)]
  )
  func `a failed command takes back the work of an input that takes back a failure as well`(
    starts: [String],
    cancels: [String],
    cause: String,
    isUndone: Bool
  ) throws {
    let extend = PromiseFacts.Step(from: 0, to: 1, number: 0, input: "extend", started: starts, cancelled: cancels)
    let failure = PromiseFacts.Step(from: 1, to: 2, number: 0, isFailure: true, call: "pay()", command: "pay")
    let success = PromiseFacts.Step(from: 1, to: 1, number: 1, call: "pay()", command: "pay")
    let again = PromiseFacts.Step(from: 2, to: 1, number: 0, input: cause)
    let facts = PromiseFacts(
      of: [Meter.Phase.idle, .extended, .failed].map(Meter.init),
      [extend, failure, success, again]
    )
    let extended = SpaceAtom(subject: "phase", kind: .choice("extended", hasPayload: false))
    let result = try self.isUndone(extended, setBy: extend, by: failure, of: "pay", in: facts)
    #expect(result == isUndone)
  }

  struct Like { let isOn: Bool }

  @Test(arguments: [(true, false, true), (true, true, true), (false, true, true), (false, false, false)])
  func `a failure takes back a choice, and doesn't if it shows a message again`(
    isOn: Bool,
    inputsTakeBack: Bool,
    isUndone: Bool
  ) throws {
    let tap = PromiseFacts.Step(from: 0, to: 1, number: 0, input: "tap", started: ["like"])
    let failure = PromiseFacts.Step(from: 1, to: 0, number: 0, isFailure: true, call: "like()")
    let back = PromiseFacts.Step(from: 1, to: 0, number: 1, input: "back")
    let facts = PromiseFacts(of: [!isOn, isOn].map(Like.init), [tap, failure] + (inputsTakeBack ? [back] : []))
    let chosen = SpaceAtom(subject: "isOn", kind: .flag(isOn))
    let result = try self.isUndone(chosen, setBy: tap, by: failure, of: "like", in: facts)
    #expect(result == isUndone)
  }

  struct Garden: Sendable {
    struct Valve: Identifiable, Sendable {
      let id = 1
      var isOpen = false
    }

    var valves = [Valve()]
    var isLit = false
    var isRaining = false
  }

  @Test(
    arguments: [
      ("valves[id: 1].isOpen", Garden(valves: [Garden.Valve(isOpen: true)]), Garden(isRaining: true), false),
      ("valves[id: 1].isOpen", Garden(valves: [Garden.Valve(isOpen: true)]), Garden(), true),
      ("isLit", Garden(isLit: true), Garden(), false),
    ] as [(String, Garden, Garden, Bool)]
  )
  func `a stream changes an element back, and not with a mode of the whole, or what belongs to no element`(
    subject: String,
    set: Garden,
    told: Garden,
    isUndone: Bool
  ) throws {
    let tap = PromiseFacts.Step(from: 0, to: 1, number: 0, input: "tap")
    let news = PromiseFacts.Step(from: 1, to: 2, number: 0, isElement: true, call: "forecast()")
    let back = PromiseFacts.Step(from: 1, to: 0, number: 1, input: "back")
    let facts = PromiseFacts(of: [Garden(), set, told], [tap, news, back])
    let atom = SpaceAtom(subject: subject, kind: .flag(true))
    let result = try self.isUndone(atom, setBy: tap, by: news, of: "forecast", in: facts)
    #expect(result == isUndone)
  }
}
