import Testing

@testable import StoreExploration

/// What conditions are for others, in the facts of a page that are made by hand.
@Suite struct ConditionRolesTests {
  struct Page {
    var isOpen = false
    var isShown = false
    var isSignedIn = false
    var isLate = false
  }

  private func input(_ name: String, _ from: Int, _ to: Int, starts: [String] = []) -> PromiseFacts.Step {
    PromiseFacts.Step(from: from, to: to, number: 0, input: name, started: starts, isEffective: from != to)
  }

  private func answer(
    of effect: String,
    _ from: Int,
    _ to: Int,
    isFailure: Bool = false,
    isElement: Bool = false
  ) -> PromiseFacts.Step {
    var step = PromiseFacts.Step.byEffect(effect, from, to, saying: "answer of \(effect)", isFailure: isFailure)
    step.call = "\(effect)()"
    (step.isElement, step.isChange) = (isElement, false)
    return step
  }

  private func flag(_ subject: String, in facts: PromiseFacts) throws -> Int {
    try #require(facts.atoms.firstIndex(of: SpaceAtom(subject: subject, kind: .flag(true))))
  }

  private func texts(_ atoms: Set<Int>, in facts: PromiseFacts) -> [String] {
    atoms.map { facts.atoms[$0].text }.sorted()
  }

  @Test func `an effect fails with a mode that its failures bring`() throws {
    let facts = PromiseFacts(
      of: [Page(), Page(isOpen: true), Page(isShown: true)],
      [answer(of: "load", 0, 1, isFailure: true), answer(of: "save", 0, 2)]
    )
    let roles = ConditionRoles(of: facts)
    let (open, shown) = try (flag("isOpen", in: facts), flag("isShown", in: facts))
    #expect(roles.fails("load", with: open))
    #expect(!roles.fails("load", with: shown))
    #expect(!roles.fails("save", with: open))
    #expect(!roles.fails("save", with: shown))
  }

  @Test(
    arguments: [
      ([], false, true), ([], true, false), (["load"], false, true), (["save"], false, false),
      (["load", "save"], false, false),
    ] as [([String], Bool, Bool)]
  )
  func `a mode bars an effect that never starts under it, if only inputs end it without the effect`(
    enders: [String],
    starts: Bool,
    isBarred: Bool
  ) throws {
    let inputs = [input("open", 0, 1), input("load", 1, 1, starts: starts ? ["load"] : [])]
    let facts = PromiseFacts(
      of: [Page(), Page(isOpen: true)],
      inputs + enders.map { answer(of: $0, 1, 0) }
    )
    let open = try flag("isOpen", in: facts)
    #expect(ConditionRoles(of: facts).bars("load", under: open) == isBarred)
  }

  @Test(arguments: [true, false]) func `an effect is stopped wherever a mode begins if each other cause cancels it`(
    cancels: Bool
  ) throws {
    var told = answer(of: "watch", 0, cancels ? 2 : 1, isElement: true)
    if cancels { told.cancelled = ["load"] }
    let facts = PromiseFacts(
      by: [
        .init(of: Page(), running: ["load"]), .init(of: Page(isOpen: true), running: ["load"]),
        .init(of: Page(isOpen: true)),
      ],
      [input("open", 0, 1), told]
    )
    let open = try flag("isOpen", in: facts)
    #expect(ConditionRoles(of: facts).isStopped("load", wherever: open, beginsWithout: "open") == cancels)
  }

  @Test func `a cause needs a mode in which alone it acts, and that it keeps`() throws {
    let facts = PromiseFacts(
      of: [
        Page(), Page(isSignedIn: true), Page(isOpen: true, isShown: true, isSignedIn: true),
        Page(isOpen: true, isSignedIn: true),
      ],
      [input("open", 0, 0), input("sign in", 0, 1), input("open", 1, 2)]
    )
    let roles = ConditionRoles(of: facts)
    let (open, session) = try (flag("isOpen", in: facts), flag("isSignedIn", in: facts))
    let (signOut, hide) = (input("sign out", 2, 0), input("hide", 2, 3))
    #expect(roles.ends(signOut, oneNeedOf: "open", besides: open, in: facts))
    #expect(!roles.ends(signOut, oneNeedOf: "open", besides: session, in: facts))
    #expect(!roles.ends(hide, oneNeedOf: "open", besides: open, in: facts))
  }

  @Test func `an effect is begun by resets if it starts only where an input leads back to the start`() {
    let steps = [
      input("sign in", 0, 1), input("load", 0, 0, starts: ["load"]), input("watch", 1, 1, starts: ["watch"]),
      input("sign out", 1, 0, starts: ["log out"]),
    ]
    let facts = PromiseFacts(of: [Page(), Page(isSignedIn: true)], steps)
    #expect(ConditionRoles(of: facts).begunByResets == ["log out"])
  }

  @Test func `a condition is told if only elements of streams make it true`() {
    let facts = PromiseFacts(
      of: [Page(), Page(isOpen: true), Page(isShown: true), Page(isLate: true)],
      [
        answer(of: "watch", 0, 1, isElement: true), input("show", 0, 2), answer(of: "watch", 0, 3, isElement: true),
        input("wait", 0, 3),
      ]
    )
    #expect(texts(ConditionRoles(of: facts).told, in: facts) == ["isOpen"])
  }

  @Test(
    arguments: [
      (Page(isOpen: true, isShown: true), ["isLate"]), (Page(isOpen: true, isLate: true), []),
    ] as [(Page, [String])]
  )
  func `a condition is a note unless time also sets it beside another one`(page: Page, notes: [String]) {
    let wakes = (1...2).map {
      PromiseFacts.Step(from: 0, to: $0, number: 0, messages: [(name: "waited", sender: "wait")])
    }
    let facts = PromiseFacts(of: [Page(), Page(isLate: true), page], wakes)
    #expect(texts(ConditionRoles(of: facts).notes, in: facts) == notes)
  }

  struct Feed {
    struct Item: Identifiable {
      let id: Int
      var isLiked = false
    }

    let items: [Item]
  }

  @Test(arguments: [("like(2)", ["items[id: 1].isLiked"]), ("like(1)", [])] as [(String, [String])])
  func `a mode of an element lasts if only work for another one ends it`(label: String, lasting: [String]) {
    var like = input("like", 0, 1, starts: ["like"])
    like.startedLabels = [label]
    let feeds = [false, true].map { Feed(items: [Feed.Item(id: 1, isLiked: $0), Feed.Item(id: 2)]) }
    let facts = PromiseFacts(of: feeds, [like, answer(of: label, 1, 0, isFailure: true)])
    #expect(texts(ConditionRoles(of: facts).lasting, in: facts) == lasting)
  }
}
