import Testing

@testable import StoreExploration

/// What is wrong after a failure, or beside it, in facts that are made by hand.
@Suite struct FailureRuleTests {
  struct Offers {
    var isOffline = false
    var isOpen = false
    var isLoaded = false
  }

  @Test func `a failure that outlasts a success is shown with all steps between both`() {
    let facts = PromiseFacts(
      of: [
        Offers(), Offers(isOffline: true), Offers(isOffline: true, isOpen: true),
        Offers(isOffline: true, isOpen: true, isLoaded: true), Offers(isLoaded: true),
      ],
      [
        .byEffect("load", 0, 1, saying: "failed", isFailure: true), .byInput("open", 1, 2),
        .byEffect("load", 1, 4, saying: "loaded"), .byEffect("load", 2, 3, saying: "loaded"),
      ]
    )
    let found = LastingFailures().candidates(in: facts)
    #expect(found.map(\.complaint) == ["isOffline, which only failures set, outlasts loaded"])
    let paths = found.flatMap(\.exceptions).map { $0.steps.map { facts.steps[$0].cause } }
    #expect(paths == [["failed", "open", "loaded"]])
  }

  struct Prescription {
    var isConfirmed = false
    var hasFailed = false
  }

  @Test(
    arguments: [
      (2, 3, [], ["order fails, and hasFailed, though isConfirmed, which it is for"]), (1, 5, [], []),
      // Not only failures set it.
      (2, 3, [.byInput("report", 0, 5)], []),
    ] as [(Int, Int, [PromiseFacts.Step], [String])]
  )
  func `a failure is denied by its result that a stream has brought`(
    from: Int,
    to: Int,
    others: [PromiseFacts.Step],
    complaints: [String]
  ) {
    let steps: [PromiseFacts.Step] = [
      .byInput("buy", 0, 1, starting: ["order"]), .byEffect("watch", 1, 2, isElement: true),
      .byEffect("order", 1, 4, command: "order"), .byEffect("order", from, to, command: "order", isFailure: true),
    ]
    let facts = PromiseFacts(
      by: [
        .init(of: Prescription()), .init(of: Prescription(), running: ["order"]),
        .init(of: Prescription(isConfirmed: true), running: ["order"]),
        .init(of: Prescription(isConfirmed: true, hasFailed: true)), .init(of: Prescription(isConfirmed: true)),
        .init(of: Prescription(hasFailed: true)),
      ],
      steps + others
    )
    #expect(DeniedResults().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Account {
    var isSignedIn = false
    var isShown = false
    var isLoaded = false
    var hasExpired = false
  }

  @Test(arguments: [(true, true, true), (true, false, false), (false, true, false)])
  func `a failure resets the state if it ends more than one thing, and tells of itself`(
    isFailure: Bool,
    isShown: Bool,
    isReset: Bool
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Account()), .init(of: Account(isSignedIn: true, isShown: isShown), running: ["load"]),
        .init(of: Account(hasExpired: true), running: ["load"]), .init(of: Account(isLoaded: true, hasExpired: true)),
        .init(of: Account(isSignedIn: true, isShown: true), running: ["load"]),
      ],
      [
        .byInput("sign out", 4, 0, cancelling: ["load"], survivors: [nil]),
        .byEffect("refresh", 1, 2, saying: "expired", isFailure: isFailure, survivors: [0]),
        .byEffect("load", 2, 3, survivors: [nil]),
      ]
    )
    let complaints = isReset ? ["load, which started before expired, changes the state that it has reset"] : []
    #expect(OutlivedResets().candidates(in: facts).map(\.complaint) == complaints)
  }
}
