import Testing

@testable import StoreExploration

/// Work that inputs respect, in facts that are made by hand.
@Suite struct GuardedWorkTests {
  struct Note { let (isOpen, title): (Bool, Int) }

  @Test func `the inputs that respect a save speak against another one that cancels it`() {
    let states = [(false, 0), (true, 1), (true, 1), (false, 1), (true, 2), (false, 3)]
    let facts = PromiseFacts(
      by: states.enumerated().map {
        .init(of: Note(isOpen: $1.0, title: $1.1), running: $0 == 2 ? ["save"] : [])
      },
      [
        .byInput(".open", 0, 1), .byInput(".save", 1, 2, starting: ["save"]), .byInput(".close", 1, 3),
        .byInput(".rename", 1, 4), .byInput(".throwAway", 1, 5),
        .byEffect("save", 2, 1, command: "save", survivors: [nil]), .byInput(".close", 2, 3, cancelling: ["save"]),
        .byInput(".rename", 2, 2), .byInput(".throwAway", 2, 2),
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
    var steps: [PromiseFacts.Step] = [
      .byInput(".reserve", 0, 1), .byInput(".leave", 0, 0), .byInput(".pay", 1, 2, starting: ["pay"]),
      .byInput(".leave", 1, 0), .byInput(".leave", 2, 2), .byInput(nil, 2, 0, cancelling: ["pay"]),
      .byEffect("pay", 2, 3, command: "pay", survivors: [nil]),
    ]
    if difference != .timeActsOnlyThen { steps.append(.byInput(nil, 1, 0)) }
    let facts = PromiseFacts(
      by: [
        .init(of: Seat(isHeld: false, isOffered: false, isPaid: false)),
        .init(of: Seat(isHeld: true, isOffered: true, isPaid: false)), pay,
        .init(of: Seat(isHeld: true, isOffered: true, isPaid: true)),
      ],
      steps
    )
    let complaint = "time cancels pay, which .leave respects"
    #expect(GuardedWork().candidates(in: facts).map(\.complaint) == (difference == .none ? [complaint] : []))
  }
}
