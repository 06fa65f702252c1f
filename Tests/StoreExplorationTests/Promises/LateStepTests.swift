import Testing

@testable import StoreExploration

/// Which late steps undo what has been set before them, in the facts of a page that are made by hand.
@Suite struct LateStepTests {
  struct Page {
    var isOpen = false
    var isSignedIn = false
  }

  /// Whether a step of an older effect undoes that a page is open.
  private func isUndone(_ step: PromiseFacts.Step, by late: PromiseFacts.Step, in facts: PromiseFacts) throws -> Bool {
    let open = try #require(facts.atoms.firstIndex(of: SpaceAtom(subject: "isOpen", kind: .flag(true))))
    let roles = ConditionRoles(of: facts)
    let setting = Setting(atom: open, step: step, effect: "refresh", isOlder: true, roles: roles)
    return setting.isUndone(by: late, among: [], in: facts)
  }

  @Test(arguments: [("wait", true), ("load", false)])
  func `an answer may end a result to start work, but not the work that the result has stopped`(
    work: String,
    isUndone: Bool
  ) throws {
    let result = PromiseFacts.Step.byEffect("save", 0, 1, cancelling: ["wait"])
    let late = PromiseFacts.Step.byEffect("refresh", 1, 0, starting: [work])
    let facts = PromiseFacts(of: [Page(), Page(isOpen: true)], [result, late])
    #expect(try self.isUndone(result, by: late, in: facts) == isUndone)
  }

  @Test(arguments: [(true, false), (false, true)])
  func `a stream may end a session with what was begun in it, and an answer may not`(
    isElement: Bool,
    isUndone: Bool
  ) throws {
    let open = PromiseFacts.Step.byInput("open", 1, 2)
    let late = PromiseFacts.Step.byEffect("refresh", 2, 0, isElement: isElement)
    let facts = PromiseFacts(
      of: [Page(), Page(isSignedIn: true), Page(isOpen: true, isSignedIn: true)],
      [.byInput("sign in", 0, 1), open, late]
    )
    #expect(try self.isUndone(open, by: late, in: facts) == isUndone)
  }

  @Test(
    arguments: [
      ("load", "load(2)", ["load, which started before reload, ends isOpen"]), ("save", "save", []),
    ] as [(String, String, [String])]
  )
  func `older work undoes a wait only if new work of the kind has begun with it`(
    work: String,
    label: String,
    complaints: [String]
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Page()), .init(of: Page(isOpen: true), running: ["load"], labels: ["load(1)"]),
        .init(of: Page(), running: ["load"], labels: ["load(1)"]),
        .init(of: Page(isOpen: true), running: ["load", work], labels: ["load(1)", label]),
        .init(of: Page(), running: [work], labels: [label]),
      ],
      [
        .byInput("load", 0, 1, starting: ["load"], labels: ["load(1)"]), .byInput("cancel", 1, 2, survivors: [0]),
        .byInput("reload", 2, 3, starting: [work], labels: [label], survivors: [0]),
        .byEffect("load(1)", 3, 4, survivors: [nil, 0]),
      ]
    )
    #expect(UndoneSteps().candidates(in: facts).map(\.complaint) == complaints)
  }
}
