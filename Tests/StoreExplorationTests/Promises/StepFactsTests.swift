import StoreCore
import Testing

@testable import StoreExploration

/// What steps change, and what follows on them, in facts that are made by hand.
@Suite struct StepFactsTests {
  private typealias Step = PromiseFacts.Step

  private func step(_ from: Int, _ to: Int) -> Step { Step(from: from, to: to, number: 0) }

  struct Child: Sendable { let (id, isOpen): (Int, Bool) }
  struct Parent: Sendable { let child: Child? }

  @Test func `a condition begins with the child that it is about`() throws {
    let facts = PromiseFacts(of: [nil, Child(id: 1, isOpen: false), Child(id: 1, isOpen: true)].map(Parent.init))
    let atom = try #require(facts.atoms.firstIndex(of: SpaceAtom(subject: "child?.isOpen", kind: .flag(true))))
    let steps = [step(0, 0), step(0, 1), step(0, 2), step(1, 2), step(2, 1), step(2, 0)]
    #expect(steps.map { facts.isBegun(atom, by: $0) } == [false, true, true, false, false, false])
  }

  @Test func `a child stays if its id does, and is left if it had another one`() {
    let children = [nil, Child(id: 1, isOpen: false), Child(id: 2, isOpen: false)]
    let facts = PromiseFacts(of: children.map(Parent.init))
    let steps = [step(0, 0), step(0, 1), step(1, 0), step(1, 1), step(1, 2)]
    #expect(steps.map { facts.keepsChild(with: "child?.id", by: $0) } == [false, false, false, true, false])
    #expect(steps.map { facts.leavesChild(with: "child?.id", by: $0) } == [false, false, true, false, true])
  }

  struct Switches: Sendable {
    var isOn = false
    var isLit = false
  }

  @Test func `a step begins a mode if it sets one, and starts nothing`() {
    let facts = PromiseFacts(of: [Switches(), Switches(isOn: true)])
    let steps = [step(0, 0), step(0, 1), Step(from: 0, to: 1, number: 0, started: ["load"])]
    #expect(steps.map { facts.beginsMode(by: $0) } == [false, true, false])
  }

  @Test func `a step that changes one field does more if it starts or stops work, or changes another field`() {
    let facts = PromiseFacts(of: [Switches(), Switches(isOn: true), Switches(isOn: true, isLit: true)])
    let steps = [
      step(0, 1), step(0, 0), step(0, 2), Step(from: 0, to: 1, number: 0, started: ["load"]),
      Step(from: 0, to: 1, number: 0, cancelled: ["load"]),
    ]
    #expect(steps.map { facts.changesNothing(but: "isOn", in: $0) } == [true, false, false, false, false])
  }

  @Test func `only a mode that nothing ends, and in which inputs do nothing, is the last one`() {
    let open = Step(from: 0, to: 1, number: 0, input: "open")
    func isLast(_ steps: [Step], _ states: [Any] = [Switches(), Switches(isOn: true)]) -> [Bool] {
      PromiseFacts(of: states, steps).isLast
    }
    #expect(isLast([open]) == [false, true])
    #expect(isLast([open, Step(from: 1, to: 1, number: 0, isEffective: true)]) == [false, true])
    #expect(isLast([open, Step(from: 1, to: 1, number: 0, input: "tap", isEffective: true)]) == [false, false])
    #expect(isLast([open, step(1, 0)]) == [false, false])
    #expect(isLast([Step(from: 0, to: 1, number: 0, isFailure: true)]) == [false, false])
    // The feature begins in the mode, or a text is no mode.
    #expect(isLast([open], [Switches(isOn: true), Switches(isOn: true)]) == [false, false])
    #expect(isLast([open], ["", "A"].map(Note.init)) == [false, false])
  }

  @Test func `a condition is of failures only if nothing else makes it true`() throws {
    let failure = Step(from: 0, to: 1, number: 0, isFailure: true)
    let tap = Step(from: 0, to: 1, number: 0, input: "tap")
    let all: [([Step], Bool)] = [([failure], true), ([failure, tap], false), ([tap, failure], false), ([], false)]
    for (steps, isOfFailures) in all {
      let facts = PromiseFacts(of: [Switches(), Switches(isOn: true)], steps)
      let atom = try #require(facts.atoms.firstIndex(of: SpaceAtom(subject: "isOn", kind: .flag(true))))
      #expect(facts.isOfFailures[atom] == isOfFailures)
    }
  }

  struct Note: Sendable { let text: String }

  @Test func `a text takes the place of an emptied one only if it is another one`() {
    let facts = PromiseFacts(of: ["A", "", "B"].map(Note.init))
    let late = [step(1, 0), step(1, 1), step(1, 2)]
    #expect(late.map { facts.replacesText(emptiedBy: step(0, 1), $0) } == [false, false, true])
  }

  struct Form: Sendable {
    var text = "A"
    var choice: Int? = 1
    var items = [1]
  }

  @Test func `only texts can be lost, and neither choices nor lists`() {
    let facts = PromiseFacts(of: [Form(), Form(text: "", choice: nil)])
    #expect(facts.lostTexts(by: step(0, 1)) == ["text"])
    #expect(facts.lostTexts(by: step(0, 0)) == [])
  }

  struct Tabs: Sendable {
    enum Link: Sendable { case home, news, item(Int) }

    var tab = Link.home
    var pending: Link?
    var selected: Int?
    var draft: String?
    var note: String?
  }

  struct Move: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let (before, after): (Tabs, Tabs)
    let isMove: Bool

    static let all = [
      Move("its payload is selected", Tabs(pending: .item(1)), Tabs(selected: 1), isMove: true),
      Move("its payload was selected", Tabs(pending: .item(1), selected: 1), Tabs(selected: 1), isMove: false),
      Move("its case is the tab", Tabs(pending: .news), Tabs(tab: .news), isMove: true),
      Move("its case was the tab", Tabs(tab: .news, pending: .news), Tabs(tab: .news), isMove: false),
      Move("it stays", Tabs(pending: .news), Tabs(tab: .news, pending: .news), isMove: false),
      Move("something else comes", Tabs(pending: .news), Tabs(draft: "A"), isMove: false),
      Move("another value moves", Tabs(draft: "A"), Tabs(note: "A"), isMove: false),
      Move("another payload moves", Tabs(tab: .item(1)), Tabs(selected: 1), isMove: false),
    ]

    private init(_ description: String, _ before: Tabs, _ after: Tabs, isMove: Bool) {
      (testDescription, self.before, self.after, self.isMove) = (description, before, after, isMove)
    }
  }

  @Test(arguments: Move.all) func `a value that leaves its place moves if it comes to another one`(_ move: Move) {
    let facts = PromiseFacts(of: [move.before, move.after])
    #expect(facts.isMoved("pending", by: step(0, 1)) == move.isMove)
  }

  /// What is otherwise than in the step in which the first of two effects sends a message, and ends.
  enum Difference: CaseIterable {
    case none, itsSequelSpeaks, anInputCausesIt, itGoesOn, anotherOneSpeaks, nothingIsSent, nothingSendsIt, itsTwinEnds
  }

  @Test(arguments: Difference.allCases) func `an effect goes on with a message that only it has sent`(
    _ difference: Difference
  ) {
    var next = Step(from: 0, to: 1, number: 0, messages: [("loaded", "load")], survivors: [nil, 0])
    switch difference {
    case .none: break
    case .itsSequelSpeaks:
      next.messages = [("loaded", "next")]
      next.continued = ["next"]
    case .anInputCausesIt: next.input = "tap"
    case .itGoesOn: next.survivors = [1, 0]
    case .anotherOneSpeaks: next.messages = [("saved", "save")]
    case .nothingIsSent: next.messages = []
    case .nothingSendsIt: next.messages = [("loaded", nil)]
    case .itsTwinEnds: next.survivors = [nil, nil]
    }
    let effects = ["load", difference == .itsTwinEnds ? "load" : "save"]
    let facts = PromiseFacts(by: [.init(of: Note(text: ""), running: effects), .init(of: Note(text: "A"))], [next])
    let goesOn = difference == .none || difference == .itsSequelSpeaks
    #expect(facts.nextSteps(of: 0, at: 0) == (goesOn ? [0] : []))
  }

  enum Tap: Sendable { case closed(ScreenID) }

  @Test func `a screen in an input is named by its place in the stack`() {
    var path: Stack<String> = ["list"]
    path.popAll()
    path.push("first")
    path.push("second")
    var close = step(0, 0)
    close.add(Message<Tap, Int>.input(.closed(2)), from: nil, isChange: false) { path }
    #expect(close.messages.map { $0.name } == [".closed(1)"])
  }

  @Test func `a step without an input is named by its first message`() {
    #expect(Step(from: 0, to: 0, number: 0, messages: [("loaded", "load"), ("saved", "save")]).cause == "loaded")
  }

  @Test func `the first of two steps that are equally near is the nearest one`() throws {
    let ways = [(0, 1), (0, 2), (1, 3), (2, 3)].map { Step(from: $0, to: $1, number: 0, input: "tap", survivors: [0]) }
    let facts = PromiseFacts(of: [Switches(), Switches(), Switches(), Switches(isOn: true)], ways)
    let atom = try #require(facts.atoms.firstIndex(of: SpaceAtom(subject: "isOn", kind: .flag(true))))
    #expect(ShortestPaths(of: facts).nearest(to: 3, keeping: 0, setting: atom, facts) == 2)
  }

  @Test func `a condition is code only where it compiles for any feature`() {
    let conditions = [
      SpaceAtom(subject: "isOpen", kind: .flag(true)), SpaceAtom(subject: "child?.isOpen", kind: .flag(true)),
      SpaceAtom(subject: "phase", kind: .choice("idle", hasPayload: false)),
      SpaceAtom(subject: "mode?", kind: .choice("idle", hasPayload: false)),
      SpaceAtom(subject: "child?.phase", kind: .choice("idle", hasPayload: false)),
      SpaceAtom(subject: "rows[0].phase", kind: .choice("idle", hasPayload: false)),
      SpaceAtom(subject: "phase", kind: .choice("failed", hasPayload: true)),
      SpaceAtom(subject: "tags", kind: .member("Tag(1)")),
    ]
    #expect(conditions.filter(\.isCode).map(\.code) == ["$0.isOpen", "$0.phase == .idle", "$0.mode == .idle"])
  }

  @Test func `an effect with a name like a path is about no case`() {
    let path = "phase.loaded(0)"
    let conditions = [SpaceAtom(subject: path, kind: .flag(true)), SpaceAtom(subject: path, kind: .running)]
    #expect(conditions.map(\.inAnyCase.subject) == ["phase(0)", path])
  }

  @Test func `a value as text is in its own case`() {
    let conditions = [
      SpaceAtom(subject: "tab", kind: .choice("news", hasPayload: false)),
      SpaceAtom(subject: "tab", kind: .choice("item", hasPayload: true)), SpaceAtom(subject: "tab", kind: .flag(true)),
    ]
    let values = [".home", ".news", ".newsletter", ".item(1)", ".items(1)"]
    let matches = conditions.map { condition in values.filter { condition.isCase(of: $0) } }
    #expect(matches == [[".news"], [".item(1)"], []])
  }
}
