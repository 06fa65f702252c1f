import StoreCore

/// The steps of an exhaustive test that pins what a store has done.
struct TestSource<Feature: Reducer> where Feature.State: Equatable {
  /// The steps, a line or more each.
  private(set) var lines: [String] = []

  /// Writes what a store has done, as far as it is kept.
  init(_ session: TestSession<Feature>) {
    let teller = session.teller
    var now = TestClock.Instant()
    var before = (teller.story.lastForgotten as? MessageContent<Feature>)?.after ?? teller.initial
    if teller.story.forgotten > 0 {
      lines.append("// What the store did before this is not kept.")
    }
    for moment in teller.story.moments {
      if moment.instant > now {
        lines.append(session.advance(by: now.duration(to: moment.instant)))
        now = moment.instant
      }
      switch moment.subject {
      case let input as InputContent<Feature>:
        lines.append(Suggestion.send(input.input, from: before, to: input.after))
        before = input.after
      case let feedback as FeedbackContent<Feature>:
        lines.append(Suggestion.receive(feedback.feedback, from: before, to: feedback.after))
        before = feedback.after
      case let output as OutputContent<Feature>: lines.append(Suggestion.receiveOutput(output.output))
      case let reply as GateReply: lines.append("// \(reply.call) \(reply.text): answer it at its gate.")
      default: continue
      }
    }
    if session.hasEffects { lines.append("await store.cancelInFlightEffects()") }
    lines.append("await store.finish()")
  }
}
