import Testing

@testable import StoreExploration

/// What a sign-out leaves, in the facts of a desk that are made by hand.
@Suite struct ForgottenResetsTests {
  struct User {}

  struct Hint {}

  struct Desk {
    var user: User?
    var orders: [String] = []
    var hint: Hint?
    var isLarge = false
    var history: [String] = []
    var note = ""
  }

  /// What is left: a hint, unless it has another name.
  enum Left: Sendable {
    case hint, hintOfACommand, list, text, flag
    case endedByACommand, turnedOffAgain, filledAnew, broughtByTheSignOut
  }

  private func facts(_ left: Left) -> PromiseFacts {
    var after = Desk()
    switch left {
    case .list: after.history = ["a"]
    case .text: after.note = "n"
    case .flag, .turnedOffAgain: after.isLarge = true
    default: after.hint = Hint()
    }
    var before = after
    before.user = User()
    func command(_ from: Int, _ to: Int) -> PromiseFacts.Step {
      .byEffect("fetch", from, to, command: "fetch", survivors: [nil])
    }
    let steps: [PromiseFacts.Step] =
      switch left {
      case .hintOfACommand: [command(1, 3)]
      case .endedByACommand: [command(1, 3), command(3, 1)]
      case .turnedOffAgain: [.byInput(".turn", 1, 3), .byInput(".turn", 3, 1)]
      case .filledAnew: [.byInput(".show", 1, 3), .byInput(".signOut(2)", 0, 1)]
      default: [.byInput(".show", 1, 3)]
      }
    let brought: [PromiseFacts.Step] = [.byInput(".signOut(1)", 1, 4)]
    let kept: [PromiseFacts.Step] = [.byInput(".signOut(1)", 1, 0), .byInput(".signOut(1)", 3, 4)]
    let all: [PromiseFacts.Step] = [
      .byInput(".signIn", 0, 1), .byInput(".order", 1, 2), .byInput(".signOut(1)", 2, 0), .byInput(".signOut(2)", 2, 0),
    ]
    return PromiseFacts(
      of: [Desk(), Desk(user: User()), Desk(user: User(), orders: ["a"]), before, after],
      all + (left == .broughtByTheSignOut ? brought : steps + kept)
    )
  }

  @Test(
    arguments: [
      (.hint, "hint"), (.hintOfACommand, "hint"), (.list, "history"), (.text, "note"), (.flag, "isLarge"),
      (.endedByACommand, nil), (.turnedOffAgain, nil), (.filledAnew, nil), (.broughtByTheSignOut, nil),
    ] as [(Left, String?)]
  )
  func `an input that resets all else leaves something by mistake`(_ left: Left, field: String?) {
    let candidates = ForgottenResets().candidates(in: facts(left))
    #expect(candidates.map(\.complaint) == (field.map { [".signOut(1) resets all but \($0)"] } ?? []))
    #expect(candidates.map(\.support) == (field == nil ? [] : [2]))
  }
}
