import Testing

@testable import StoreExploration

/// What speaks for work that is to end with a reset, in the facts of a session that are made by hand.
@Suite struct OutlivedResetsTests {
  struct Session {
    var user: String?
    var items: [String] = []
    var drafts: [String]?
    var tips = ["t"]
    var badge = 0
    var error: String?
  }

  private static let user = Session(user: "A", items: ["x"])

  /// What a load does that goes on after a log-out, which stops a sync.
  enum Late: CaseIterable {
    case setsBadge, setsBadgeAfterHalfOfTheResets, setsBadgeByCommand, addsDraftByCommand, setsBadgeAfterLogin,
      setsBadgeAfterTime, failsAfterLogin, failsAfterLoginOnly, failsWithoutCallAfterLogin

    var isSuspect: Bool {
      switch self {
      case .setsBadge, .setsBadgeAfterHalfOfTheResets, .addsDraftByCommand, .setsBadgeAfterLogin, .failsAfterLogin: true
      case .setsBadgeByCommand, .setsBadgeAfterTime, .failsAfterLoginOnly, .failsWithoutCallAfterLogin: false
      }
    }
  }

  private func facts(_ late: Late) -> PromiseFacts {
    let logout = PromiseFacts.Step
      .byInput("logOut", 1, 2, cancelling: ["sync"], isEffective: false, survivors: [0, nil])
    var next = PromiseFacts.Step(from: 2, to: 3, number: 0, isChange: true, survivors: [0])
    if late != .setsBadgeAfterTime { next.input = "logIn" }
    // The answers after the log-out, and after the step that follows on it.
    var early = PromiseFacts.Step.byEffect("load", 2, 4, survivors: [nil])
    var answer = PromiseFacts.Step.byEffect("load", 3, 5, survivors: [nil])
    var steps = [logout]
    switch late {
    case .setsBadge: steps.append(early)
    case .setsBadgeAfterHalfOfTheResets:
      let other = PromiseFacts.Step(from: 1, to: 5, number: 1, input: "logOut", isChange: true, survivors: [nil, nil])
      steps += [other, early]
    case .setsBadgeByCommand, .addsDraftByCommand:
      early.command = "load"
      steps.append(early)
    case .setsBadgeAfterLogin, .setsBadgeAfterTime: steps += [next, answer]
    case .failsAfterLogin, .failsAfterLoginOnly, .failsWithoutCallAfterLogin:
      early = .byEffect("load", 2, 6, survivors: [nil])
      (early.isChange, early.isFailure) = (false, late != .failsAfterLoginOnly)
      answer.isFailure = true
      if late == .failsWithoutCallAfterLogin { answer.call = nil }
      steps += [early, next, answer]
    }
    return PromiseFacts(
      by: [
        .init(of: Session()), .init(of: Self.user, running: ["load", "sync"]), .init(of: Session(), running: ["load"]),
        .init(of: Session(user: "B"), running: ["load"]),
        .init(of: late == .addsDraftByCommand ? Session(drafts: ["y"]) : Session(badge: 1)),
        .init(of: Session(user: "B", badge: 1)), .init(of: Session()), .init(of: Session(drafts: ["z"])),
      ],
      steps
    )
  }

  @Test(arguments: Late.allCases) func `work that an input doesn't stop changes what the input has reset`(
    _ late: Late
  ) {
    #expect(
      OutlivedResets().candidates(in: facts(late)).map(\.complaint)
        == (late.isSuspect ? ["load, which started before logOut, changes the state that it has reset"] : [])
    )
  }

  @Test(arguments: [(true, ["x"], true), (false, ["x"], false), (true, [], false)] as [(Bool, [String], Bool)])
  func `a failure resets a session if it takes away more than a value`(
    isFailure: Bool,
    items: [String],
    isReset: Bool
  ) {
    let works = ["sync", "watch"]
    let logout = PromiseFacts.Step
      .byInput("logOut", 1, 2, cancelling: works, isEffective: false, survivors: [nil, nil])
    let end = PromiseFacts.Step.byEffect("watch", 3, 4, isFailure: isFailure, survivors: [0, nil])
    let facts = PromiseFacts(
      by: [
        .init(of: Session()), .init(of: Self.user, running: works), .init(of: Session()),
        .init(of: Session(user: "A", items: items), running: works),
        .init(of: Session(error: "e"), running: ["sync"]), .init(of: Session(badge: 1, error: "e")),
      ],
      [logout, end, .byEffect("sync", 4, 5, survivors: [nil])]
    )
    #expect(
      OutlivedResets().candidates(in: facts).map(\.complaint)
        == (isReset ? ["sync, which started before answered, changes the state that it has reset"] : [])
    )
  }
}
