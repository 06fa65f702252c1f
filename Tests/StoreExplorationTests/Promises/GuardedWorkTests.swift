import Testing

@testable import StoreExploration

/// Work that inputs respect, in facts that are made by hand.
@Suite struct GuardedWorkTests {
  struct Note { let (isOpen, title): (Bool, Int) }

  @Test func `the inputs that respect a save speak against another one that cancels it`() {
    let states = [(false, 0), (true, 1), (true, 1), (false, 1), (true, 2), (false, 3)]
    var saved = PromiseFacts.Step(2, 1, sentBy: "save", call: "save()")
    saved.command = "save"
    let facts = PromiseFacts(
      by: states.enumerated().map {
        .init(of: Note(isOpen: $1.0, title: $1.1), running: $0 == 2 ? ["save"] : [])
      },
      [
        PromiseFacts.Step(0, 1, by: ".open"), PromiseFacts.Step(1, 2, by: ".save", starting: ["save"]),
        PromiseFacts.Step(1, 3, by: ".close"), PromiseFacts.Step(1, 4, by: ".rename"),
        PromiseFacts.Step(1, 5, by: ".throwAway"), saved, PromiseFacts.Step(2, 3, by: ".close", cancelling: ["save"]),
        PromiseFacts.Step(2, 2, by: ".rename"), PromiseFacts.Step(2, 2, by: ".throwAway"),
      ]
    )
    let candidates = GuardedWork().candidates(in: facts)
    #expect(candidates.map(\.complaint) == [".close cancels save, which .rename respects"])
    #expect(candidates.map(\.support) == [2])
  }

  struct Seat { let (isHeld, isOffered, isPaid): (Bool, Bool, Bool) }

  /// What is otherwise than where the time of a seat is over while it is paid, though it can't be given back then.
  enum Difference: CaseIterable { case none, timeActsOnlyThen, theInputNeedsMore }

  @Test(arguments: Difference.allCases) func `time spares a payment that an input respects`(_ difference: Difference) {
    let pay = PromiseFacts.Situation(
      of: Seat(isHeld: true, isOffered: difference != .theInputNeedsMore, isPaid: false),
      running: ["pay"]
    )
    var paid = PromiseFacts.Step(2, 3, sentBy: "pay", call: "pay()")
    paid.command = "pay"
    let facts = PromiseFacts(
      by: [
        .init(of: Seat(isHeld: false, isOffered: false, isPaid: false)),
        .init(of: Seat(isHeld: true, isOffered: true, isPaid: false)), pay,
        .init(of: Seat(isHeld: true, isOffered: true, isPaid: true)),
      ],
      [
        PromiseFacts.Step(0, 1, by: ".reserve"), PromiseFacts.Step(0, 0, by: ".leave"),
        PromiseFacts.Step(1, 2, by: ".pay", starting: ["pay"]), PromiseFacts.Step(1, 0, by: ".leave"),
        PromiseFacts.Step(2, 2, by: ".leave"), PromiseFacts.Step(2, 0, by: nil, cancelling: ["pay"]), paid,
      ] + (difference == .timeActsOnlyThen ? [] : [PromiseFacts.Step(1, 0, by: nil)])
    )
    let complaint = "time cancels pay, which .leave respects"
    #expect(GuardedWork().candidates(in: facts).map(\.complaint) == (difference == .none ? [complaint] : []))
  }
}
