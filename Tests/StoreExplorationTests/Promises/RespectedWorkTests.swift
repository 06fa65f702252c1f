import Testing

@testable import StoreExploration

/// Which work an input is to respect, in facts that are made by hand.
@Suite struct RespectedWorkTests {
  struct Editor {
    enum Phase { case start, list, page }

    let phase: Phase
  }

  /// What is otherwise than where a link leaves a page and cancels a save, and a button does nothing meanwhile.
  enum Difference: CaseIterable { case none, startsOther, startsItAnew, severalCancel, refusesTwice }

  private func facts(_ difference: Difference) -> PromiseFacts {
    func input(_ name: String, _ from: Int, _ to: Int, starts: [String] = [], cancels: [String] = [])
      -> PromiseFacts.Step
    {
      .byInput(name, from, to, starting: starts, labels: [], cancelling: cancels, isChange: false)
    }
    let begun = difference == .startsOther ? ["load"] : difference == .startsItAnew ? ["save"] : []
    var steps = [
      input("open", 0, 2), input("save", 2, 3, starts: ["save"]), input("link", 2, 1), input("close", 2, 1),
      input("link", 3, 1, starts: begun, cancels: ["save"]), input("close", 3, 3),
    ]
    steps.append(.byEffect("save", 3, 2, saying: "saved", isChange: false, isEffective: false))
    if difference == .severalCancel { steps.append(input("quit", 3, 1, cancels: ["save"])) }
    if difference == .refusesTwice { steps.append(input("close", 1, 3, starts: ["save"])) }
    return PromiseFacts(
      by: [
        .init(of: Editor(phase: .start)), .init(of: Editor(phase: .list)), .init(of: Editor(phase: .page)),
        .init(of: Editor(phase: .page), running: ["save"]),
      ],
      steps
    )
  }

  @Test(arguments: Difference.allCases)
  func `an input is to respect what another one does, unless it begins anew, or is one of several`(
    _ difference: Difference
  ) {
    let isSuspect = [.none, .startsOther].contains(difference)
    let complaints = GuardedWork().candidates(in: facts(difference)).map(\.complaint)
    #expect(complaints == (isSuspect ? ["link cancels save, which close respects"] : []))
  }

  struct Entry { let text: String }

  @Test(
    arguments: [
      (3, [], ["link cancels retry, and discards a text, though it waits for save"]), (3, ["save"], []), (2, [], []),
    ] as [(Int, [String], [String])]
  )
  func `an input waits for work if it neither cancels it nor discards a text`(
    to: Int,
    cancels: [String],
    complaints: [String]
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Entry(text: "a"), running: ["save"]), .init(of: Entry(text: "a"), running: ["retry"]),
        .init(of: Entry(text: "")), .init(of: Entry(text: "a")),
      ],
      [
        PromiseFacts.Step(
          from: 0,
          to: 1,
          number: 0,
          isFailure: true,
          call: "save()",
          command: "save",
          started: ["retry"]
        ), PromiseFacts.Step(from: 0, to: to, number: 1, input: "link", cancelled: cancels, isEffective: true),
        PromiseFacts.Step(from: 1, to: 2, number: 0, input: "link", cancelled: ["retry"], isEffective: true),
      ]
    )
    #expect(DiscardedTries().candidates(in: facts).map(\.complaint) == complaints)
  }
}
