import StoreCore
package import StoreDependencies

extension TestSession {
  /// Reports a failure, and with it what the store has done last.
  ///
  /// - Parameters:
  ///   - kind: What kind of failure it is.
  ///   - headline: What happened, in a sentence.
  ///   - details: The evidence and the cure.
  ///   - site: The line that is to blame, if it is not that of the current step.
  ///   - isWarning: Whether it is only a hint, which fails nothing.
  package func fail(
    _ kind: TestFailure.Kind,
    _ headline: String,
    details: String = "",
    at site: CallSite? = nil,
    isWarning: Bool = false
  ) {
    let story = isWarning ? "" : storySoFar
    environment.fail(kind, headline, details: details, story: story, at: site, isWarning: isWarning)
  }

  /// The last things that the store has done, an event a line; empty if it has done nothing.
  var storySoFar: String {
    let events = formatter.descriptions(last: 6, in: .brief)
    guard !events.isEmpty else { return "" }
    let earlier = formatter.earlierEvents(before: events.count)
    let head = earlier > 0 ? ["… \(count(earlier, "event")) before"] : []
    return (head + EventLine.lines(for: events).map(\.plainText)).joined(separator: "\n")
  }

  /// Hands the whole timeline to the test as text, and what observers add to it, if the test has failed.
  func attachTimeline() {
    guard environment.hasFailed, environment.keepsAttachments else { return }
    let events = formatter.descriptions(in: .whole)
    let forgotten = log.forgotten
    let head = forgotten > 0 ? ["… \(count(forgotten, "event")) before, which are not kept"] : []
    let lines = head + EventLine.lines(for: events).map(\.plainText)
    environment.attach(lines.joined(separator: "\n") + "\n", named: "timeline.txt")
    for attachment in environment.observers.flatMap({ $0.attachments(for: self) }) {
      environment.attach(attachment.text, named: attachment.name)
    }
  }

  /// The steps of a test that would assert events, where its level asks for them.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - before: The state before it.
  func cures(for events: [Event<Feature>], from before: Feature.State) -> [String] {
    var state = before
    var cures: [String] = []
    for event in events {
      if event.kind.mustBeAsserted(at: exhaustivity) { cures.append(event.cure(from: state)) }
      state = event.stateAfter ?? state
    }
    return Source.withoutRepeatedRemarks(cures)
  }

  /// What an event is, and which earlier `send` it goes back to, if it is not the last one.
  func summary(of event: Event<Feature>) -> String {
    guard let tree = event.sender?.tree, let site = tree.site else { return event.summary }
    let inputs = log.inputs
    guard let last = inputs.last, last.step != site else { return event.summary }
    let input = inputs.last { $0.step == site }?.input.map { "\(describe($0)), sent" }
    let origin = input ?? (site == environment.site ? "the start of the store, made" : "sent")
    return "\(event.summary), which goes back to \(origin) at \(site)"
  }
}
