import Testing

@testable import StoreExploration

/// What discards a text without a question, in the facts of a form that are made by hand. It asks about "ink".
@Suite struct ForgottenDraftsTests {
  struct Draft { let text: String }

  struct Form {
    var draft: Draft?
    var isAsking = false
    var isCovered = false
    var visits = 1
  }

  private let ink = Draft(text: "ink")

  private let question = [
    PromiseFacts.Step(0, 1, by: ".typed(ink)"), PromiseFacts.Step(1, 2, by: ".close"),
    PromiseFacts.Step(2, 0, by: ".discard"),
  ]

  private func expect(_ complaint: String?, in facts: PromiseFacts) {
    let candidates = ForgottenDrafts().candidates(in: facts)
    #expect(candidates.map(\.complaint) == (complaint.map { [$0] } ?? []))
    #expect(candidates.map(\.support) == (complaint == nil ? [] : [1]))
  }

  enum Cover: CaseIterable { case none, byTime, withANumber, beforeASave }

  @Test(arguments: Cover.allCases) func `an input asks as well after another one that keeps the text`(_ cover: Cover) {
    let visits = cover == .withANumber ? 2 : 1
    let work = cover == .beforeASave ? "save(ink)" : "log"
    let covered = Form(draft: ink, isCovered: true, visits: visits)
    let facts = PromiseFacts(
      by: [
        .init(of: Form()), .init(of: Form(draft: ink)), .init(of: Form(draft: ink, isAsking: true)),
        .init(of: covered, running: ["animation"]), .init(of: covered), .init(of: Form(), running: [work]),
      ],
      question + [
        PromiseFacts.Step(1, 3, by: cover == .byTime ? nil : ".cover", starting: ["animation"]),
        PromiseFacts.Step(3, 4, sentBy: "animation"), PromiseFacts.Step(3, 5, by: ".close", starting: [work]),
      ]
    )
    expect(cover == .none ? ".close discards draft?.text after .cover, and asks before" : nil, in: facts)
  }

  enum Save: CaseIterable { case none, fails, isWithoutAText, beginsLater }

  @Test(arguments: Save.allCases) func `a save of an older text keeps the one that was typed meanwhile`(_ save: Save) {
    let pen = Draft(text: "pen")
    var late = PromiseFacts.Step(4, 5, sentBy: "save", call: save == .isWithoutAText ? "save()" : "save(ink)")
    late.messages.append((name: "told", sender: "log"))
    late.isFailure = save == .fails
    let typing =
      save == .beginsLater
      ? [PromiseFacts.Step(0, 6, by: ".typed(pen)"), PromiseFacts.Step(6, 4, by: ".save", starting: ["save"])]
      : [PromiseFacts.Step(3, 4, by: ".typed(pen)")]
    let facts = PromiseFacts(
      by: [
        .init(of: Form()), .init(of: Form(draft: ink)), .init(of: Form(draft: ink, isAsking: true)),
        .init(of: Form(draft: ink), running: ["save"]), .init(of: Form(draft: pen), running: ["save"]),
        .init(of: Form(draft: Draft(text: ""))), .init(of: Form(draft: pen)),
      ],
      question + typing + [
        PromiseFacts.Step(1, 3, by: ".save", starting: ["save"]),
        PromiseFacts.Step(3, 5, sentBy: "save", call: "save(ink)"), late,
      ]
    )
    let complaint = "save discards draft?.text that was typed meanwhile, and .close asks before"
    expect(save == .none ? complaint : nil, in: facts)
  }
}
