import Testing

@testable import StoreExploration

/// Which failures revoke the result of other work, in the facts of a chat that are made by hand.
@Suite struct RevokedResultsTests {
  struct Chat {
    let isDraft: Bool
    let isSent: Bool
    let hasFailed: Bool

    init(isSent: Bool = false, hasFailed: Bool = false) {
      (isDraft, self.isSent, self.hasFailed) = (!isSent, isSent, hasFailed)
    }
  }

  /// What is otherwise than where a lost connection shows the failure of what is sent.
  enum Difference: CaseIterable { case none, aFailureToSendIsSilent, theResultStays, otherWorkBringsIt }

  private func facts(_ difference: Difference) -> PromiseFacts {
    func message(_ from: Int, _ to: Int, of effect: String, fails: Bool) -> PromiseFacts.Step {
      .init(from: from, to: to, number: 0, isFailure: fails, call: "\(effect)()", messages: [("done", effect)])
    }
    let chats = [
      Chat(), Chat(), Chat(isSent: true), Chat(hasFailed: difference != .aFailureToSendIsSilent),
      Chat(isSent: difference == .theResultStays, hasFailed: true), Chat(),
    ]
    let running = [["connection"], ["connection", "send"], ["connection"], ["connection"], [], []]
    return PromiseFacts(
      by: zip(chats, running).map { .init(of: $0, running: $1) },
      [
        PromiseFacts.Step(from: 0, to: 1, number: 0, input: "send", started: ["send"]),
        message(0, 5, of: "connection", fails: true),
        message(1, 2, of: difference == .otherWorkBringsIt ? "poll" : "send", fails: false),
        message(1, 3, of: "send", fails: true), message(2, 4, of: "connection", fails: true),
      ]
    )
  }

  @Test(arguments: Difference.allCases) func `a failure of other work does not count as one of what has succeeded`(
    _ difference: Difference
  ) {
    let complaints = RevokedResults().candidates(in: facts(difference)).map(\.complaint)
    #expect(
      complaints == (difference == .none ? ["connection fails, and hasFailed, though send has brought isSent"] : [])
    )
  }
}
