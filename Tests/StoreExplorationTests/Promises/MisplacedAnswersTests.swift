import Testing

@testable import StoreExploration

/// What speaks for an answer that is about what is no longer open, in the facts of a desk that are made by hand.
@Suite struct MisplacedAnswersTests {
  struct Desk {
    let document: String
    var suggestion = ""
  }

  /// What is otherwise than where a suggestion for a letter is shown in a report.
  enum Difference: CaseIterable {
    case nothing, itsNameIsPartOfAnArgument, itsShortNameIsPartOfAnArgument, onlyOneIsOpened, anAnswerOpensIt
  }

  private func facts(_ difference: Difference) -> PromiseFacts {
    let letter = difference == .itsShortNameIsPartOfAnArgument ? "ab" : "letter"
    let call =
      switch difference {
      case .itsNameIsPartOfAnArgument, .itsShortNameIsPartOfAnArgument: #"suggest("my \#(letter)")"#
      case .nothing, .onlyOneIsOpened, .anAnswerOpensIt: #"suggest("\#(letter)")"#
      }
    var steps = [(0, 2), (1, 3)].map { from, to in
      var answer = PromiseFacts.Step.byEffect("suggest", from, to, call: call, survivors: [nil])
      answer.messages.append((name: "counted", sender: "count"))
      return answer
    }
    steps.append(PromiseFacts.Step(from: 0, to: 1, number: 0, input: "open"))
    if difference != .onlyOneIsOpened { steps.append(PromiseFacts.Step(from: 1, to: 0, number: 0, input: "open")) }
    if difference == .anAnswerOpensIt { steps.append(.byEffect("import", 2, 1, survivors: [nil])) }
    return PromiseFacts(
      of: [
        Desk(document: "report"), Desk(document: letter), Desk(document: "report", suggestion: "s"),
        Desk(document: letter, suggestion: "t"),
      ],
      steps
    )
  }

  @Test(arguments: Difference.allCases) func `an answer is misplaced if it is about another text that was open`(
    _ difference: Difference
  ) {
    let isMisplaced = [.nothing, .itsNameIsPartOfAnArgument].contains(difference)
    let complaints = MisplacedAnswers().candidates(in: facts(difference)).map(\.complaint)
    #expect(complaints == (isMisplaced ? ["suggest, which started for another document, sets suggestion"] : []))
  }
}
