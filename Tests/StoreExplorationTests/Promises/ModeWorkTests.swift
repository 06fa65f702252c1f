import Testing

@testable import StoreExploration

/// What modes and work have to do with each other, in facts that are made by hand.
@Suite struct ModeWorkTests {
  struct Page { var isOn = false }

  private func input(_ name: String, _ from: Int, _ to: Int, starts: [String] = [], cancels: [String] = [])
    -> PromiseFacts.Step
  {
    .byInput(name, from, to, starting: starts, labels: [], cancelling: cancels, isChange: false)
  }

  @Test(arguments: [(false, ["meter runs, though !isOn"]), (true, [])] as [(Bool, [String])])
  func `work is for a mode with which it begins, and that only inputs begin and end`(
    isEndedByTime: Bool,
    complaints: [String]
  ) {
    var end = input("hide", 2, 3)
    if isEndedByTime { end.input = nil }
    let facts = PromiseFacts(
      by: [
        .init(of: Page()), .init(of: Page(isOn: true), running: ["meter"]),
        .init(of: Page(isOn: true), running: ["pause"]), .init(of: Page(), running: ["pause"]),
        .init(of: Page(), running: ["meter"]),
      ],
      [
        input("show", 0, 1, starts: ["meter"]), input("hide", 1, 0, cancels: ["meter"]),
        PromiseFacts.Step(from: 1, to: 2, number: 1, call: "meter()", started: ["pause"]), end,
        PromiseFacts.Step(from: 3, to: 4, number: 0, started: ["meter"]),
      ]
    )
    #expect(GovernedEffects().candidates(in: facts).map(\.complaint) == complaints)
  }

  @Test(
    arguments: [
      ("return", true, ["isOn, though sync doesn't run"]), ("return", false, []), (nil, true, []),
    ] as [(String?, Bool, [String])]
  )
  func `a mode promises its work also if an input only leads back to it`(
    cause: String?,
    leadsBack: Bool,
    complaints: [String]
  ) {
    let answer = PromiseFacts.Step.byEffect("sync", 1, 0, saying: "synced", isChange: false, isEffective: false)
    let facts = PromiseFacts(
      by: [.init(of: Page()), .init(of: Page(isOn: true), running: ["sync"]), .init(of: Page(isOn: true))],
      [input("begin", 0, 1, starts: ["sync"]), PromiseFacts.Step(from: 0, to: 2, number: 1, input: cause), answer]
        + (leadsBack ? [input("leave", 2, 0)] : [])
    )
    let suspects = RunningModes().candidates(in: facts).filter { !$0.exceptions.isEmpty }
    #expect(suspects.map(\.complaint) == complaints)
  }

  @Test(arguments: [(true, ["nothing ends isOn but an input"]), (false, [])] as [(Bool, [String])])
  func `a mode that a stream begins and ends is left on only by the end of the stream`(
    endsStream: Bool,
    complaints: [String]
  ) {
    func element(_ from: Int, _ to: Int) -> PromiseFacts.Step {
      .byEffect("watch", from, to, saying: "told", isElement: true, isChange: false, isEffective: false)
    }
    var last = element(1, 2)
    last.endsStream = endsStream
    let facts = PromiseFacts(
      by: [
        .init(of: Page(), running: ["watch"]), .init(of: Page(isOn: true), running: ["watch"]),
        .init(of: Page(isOn: true)),
      ],
      [element(0, 1), element(1, 0), last]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }
}
