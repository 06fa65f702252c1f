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

  private let question: [PromiseFacts.Step] = [
    .byInput(".typed(ink)", 0, 1), .byInput(".close", 1, 2), .byInput(".discard", 2, 0),
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
    let covering: [PromiseFacts.Step] = [
      .byInput(cover == .byTime ? nil : ".cover", 1, 3, starting: ["animation"]),
      .byEffect("animation", 3, 4, isWake: true, survivors: [nil]), .byInput(".close", 3, 5, starting: [work]),
    ]
    let facts = PromiseFacts(
      by: [
        .init(of: Form()), .init(of: Form(draft: ink)), .init(of: Form(draft: ink, isAsking: true)),
        .init(of: covered, running: ["animation"]), .init(of: covered), .init(of: Form(), running: [work]),
      ],
      question + covering
    )
    expect(cover == .none ? ".close discards draft?.text after .cover, and asks before" : nil, in: facts)
  }

  enum Save: CaseIterable { case none, fails, isWithoutAText, beginsLater }

  @Test(arguments: Save.allCases) func `a save of an older text keeps the one that was typed meanwhile`(_ save: Save) {
    let pen = Draft(text: "pen")
    let call = save == .isWithoutAText ? "save()" : "save(ink)"
    var late = PromiseFacts.Step.byEffect("save", 4, 5, call: call, isFailure: save == .fails, survivors: [nil])
    late.messages.append((name: "told", sender: "log"))
    let typing: [PromiseFacts.Step] =
      save == .beginsLater
      ? [.byInput(".typed(pen)", 0, 6), .byInput(".save", 6, 4, starting: ["save"])] : [.byInput(".typed(pen)", 3, 4)]
    let saving: [PromiseFacts.Step] = [
      .byInput(".save", 1, 3, starting: ["save"]), .byEffect("save", 3, 5, call: "save(ink)", survivors: [nil]), late,
    ]
    let facts = PromiseFacts(
      by: [
        .init(of: Form()), .init(of: Form(draft: ink)), .init(of: Form(draft: ink, isAsking: true)),
        .init(of: Form(draft: ink), running: ["save"]), .init(of: Form(draft: pen), running: ["save"]),
        .init(of: Form(draft: Draft(text: ""))), .init(of: Form(draft: pen)),
      ],
      question + typing + saving
    )
    let complaint = "save discards draft?.text that was typed meanwhile, and .close asks before"
    expect(save == .none ? complaint : nil, in: facts)
  }
}
