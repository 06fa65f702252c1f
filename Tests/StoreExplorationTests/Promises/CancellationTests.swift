import Testing

@testable import StoreExploration

/// How it is judged that leaving cancels a save, in the facts of a desk that are made by hand.
@Suite struct CancellationTests {
  struct Desk {
    struct Page { let id: Int }

    var page: Page?
    var isAsking = false
    var isRead = false
    var isSaved = false
  }

  enum Place: Int, CaseIterable {
    case empty, page, pageSaving, saving, asking, pageAsking, pageRead, saved, pageSaved, reverting, askingSaving

    var situation: PromiseFacts.Situation {
      let hasPage = [.page, .pageSaving, .pageAsking, .pageRead, .pageSaved].contains(self)
      let isSaving = [.pageSaving, .saving, .askingSaving].contains(self)
      let desk = Desk(
        page: hasPage ? Desk.Page(id: 1) : nil,
        isAsking: [.asking, .pageAsking, .askingSaving].contains(self),
        isRead: self == .pageRead,
        isSaved: [.saved, .pageSaved].contains(self)
      )
      return PromiseFacts.Situation(of: desk, running: isSaving ? ["save"] : self == .reverting ? ["revert"] : [])
    }
  }

  static func input(
    _ name: String,
    _ from: Place,
    _ to: Place,
    starts: [String] = [],
    cancels: Bool = false
  ) -> PromiseFacts.Step {
    PromiseFacts.Step(
      from: from.rawValue,
      to: to.rawValue,
      number: 0,
      input: name,
      started: starts,
      cancelled: cancels ? ["save"] : [],
      isEffective: from != to
    )
  }

  static func answer(
    _ from: Place,
    _ to: Place,
    isFailure: Bool = false,
    isCommand: Bool = false
  ) -> PromiseFacts.Step {
    var step = PromiseFacts.Step.byEffect("save", from.rawValue, to.rawValue, saying: "saved", isFailure: isFailure)
    step.command = isCommand ? "save" : nil
    (step.isChange, step.isEffective) = (false, false)
    return step
  }

  /// A page is opened, saved, and left meanwhile.
  static let opening = [
    input("open", .empty, .page), input("save", .page, .pageSaving, starts: ["save"]),
    input("leave", .pageSaving, .empty, cancels: true),
  ]

  private func cancellation(_ steps: [PromiseFacts.Step]) -> Cancellation {
    let facts = PromiseFacts(by: Place.allCases.map(\.situation), steps)
    let positions = facts.steps.indices.filter {
      facts.steps[$0].input == "leave" && !facts.steps[$0].cancelled.isEmpty
    }
    return Cancellation(of: "save", at: positions, in: facts)
  }

  struct Question: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [PromiseFacts.Step]
    var isCommand = true
    let asks: Bool

    static let all = [
      Question(testDescription: "for a page", steps: [input("leave", .page, .pageAsking)], asks: true),
      Question(
        testDescription: "for a page, about a call that returns something",
        steps: [input("leave", .page, .pageAsking)],
        isCommand: false,
        asks: true
      ),
      Question(testDescription: "by another input", steps: [input("back", .page, .pageAsking)], asks: false),
      Question(
        testDescription: "for a page that isn't saved",
        steps: [input("read", .page, .pageRead), input("leave", .pageRead, .pageAsking)],
        asks: true
      ),
      Question(
        testDescription: "for a page that isn't saved, about a call that returns something",
        steps: [input("read", .page, .pageRead), input("leave", .pageRead, .pageAsking)],
        isCommand: false,
        asks: false
      ),
      Question(testDescription: "without a page", steps: [input("leave", .empty, .asking)], asks: false),
      Question(
        testDescription: "without a page, where a save isn't cancelled",
        steps: [
          input("leave", .empty, .asking), input("save", .empty, .saving, starts: ["save"]),
          input("leave", .saving, .saving),
        ],
        asks: false
      ),
      Question(
        testDescription: "without a page, where a save is cancelled",
        steps: [
          input("leave", .empty, .asking), input("save", .empty, .saving, starts: ["save"]),
          input("leave", .saving, .empty, cancels: true),
        ],
        asks: true
      ),
      Question(
        testDescription: "with a start of work",
        steps: [input("leave", .page, .pageAsking, starts: ["load"])],
        asks: false
      ),
      Question(testDescription: "behind the page", steps: [input("leave", .page, .asking)], asks: false),
    ]
  }

  @Test(arguments: Question.all) func `a canceller asks if it keeps what it ends, or if a save may start instead`(
    _ question: Question
  ) {
    let done = Self.answer(.pageSaving, .page, isCommand: question.isCommand)
    let asking: Set<String> = question.asks ? ["leave"] : []
    #expect(cancellation(Self.opening + [done] + question.steps).causesThatAsk == asking)
  }

  @Test(
    arguments: [(.page, .pageAsking, true), (.empty, .asking, false), (.page, .asking, false)] as [(Place, Place, Bool)]
  )
  func `a page is spared elsewhere if a question keeps it`(from: Place, to: Place, isSpared: Bool) {
    #expect(cancellation(Self.opening + [Self.input("leave", from, to)]).isSparedElsewhere == isSpared)
  }

  @Test(arguments: [(false, []), (true, ["leave"])] as [(Bool, Set<String>)])
  func `an input answers a question that only inputs ask`(isAskedByTime: Bool, causes: Set<String>) {
    let timed = PromiseFacts.Step(from: Place.saving.rawValue, to: Place.askingSaving.rawValue, number: 0)
    let steps = [
      Self.input("save", .empty, .saving, starts: ["save"]), Self.input("back", .saving, .askingSaving),
      Self.input("leave", .askingSaving, .empty, cancels: true),
    ]
    let all = cancellation(steps + (isAskedByTime ? [timed] : []))
    #expect(all.withoutAnswers(to: ["back"]).causes == causes)
  }

  @Test(arguments: [(false, ["save"]), (true, [])] as [(Bool, Set<String>)])
  func `an input starts a save in the page that is left if it starts it nowhere else`(
    startsElsewhere: Bool,
    starters: Set<String>
  ) {
    let elsewhere = startsElsewhere ? [Self.input("save", .empty, .saving, starts: ["save"])] : []
    #expect(cancellation(Self.opening + elsewhere).starters == starters)
  }

  @Test(arguments: [(.empty, true), (.page, false)] as [(Place, Bool)])
  func `a save is of the same end if its success leaves the page as the canceller does`(to: Place, isSame: Bool) {
    let others = [
      Self.input("leave", .page, .empty), Self.answer(.pageSaving, to),
      Self.answer(.pageSaving, .page, isFailure: true),
    ]
    #expect(cancellation(Self.opening + others).isOfSameEnd == isSame)
  }

  @Test(
    arguments: [
      ("revert", true, true), ("load", true, false), ("revert", false, false),
    ]
  )
  func `a save is undone by a command that also ends its result`(work: String, endsResult: Bool, isUndone: Bool) {
    let steps = [
      Self.input("save", .empty, .saving, starts: ["save"]), Self.answer(.saving, .saved, isCommand: true),
      Self.input("leave", .saving, .reverting, starts: [work], cancels: true),
      PromiseFacts.Step(
        from: Place.reverting.rawValue,
        to: Place.empty.rawValue,
        number: 0,
        call: "revert()",
        command: "revert"
      ),
    ]
    let ends =
      endsResult
      ? [Self.input("leave", .saved, .reverting, starts: [work])]
      : [
        Self.input("open", .saved, .pageSaved), Self.input("leave", .pageSaved, .saved),
        Self.input("reset", .saved, .empty),
      ]
    #expect(cancellation(steps + ends).isUndone == isUndone)
  }

  @Test(
    arguments: [(.pageSaving, false, true), (.page, true, false), (.saving, false, false)] as [(Place, Bool, Bool)]
  )
  func `an input spares a save if it neither cancels it nor leaves its page`(to: Place, cancels: Bool, isSpared: Bool) {
    let back = [Self.input("back", .page, .empty), Self.input("back", .pageSaving, to, cancels: cancels)]
    #expect(cancellation(Self.opening + back).isSpared(by: back) == isSpared)
  }

  @Test(arguments: [(.empty, true), (.page, false)] as [(Place, Bool)])
  func `a canceller acts elsewhere if a step of its own does something there`(to: Place, acts: Bool) {
    #expect(cancellation(Self.opening + [Self.input("leave", .page, to)]).actsElsewhere == acts)
  }
}
