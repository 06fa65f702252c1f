import StoreCore
import StoreDependencies

extension TestSession {
  /// The latest events of the store, one per line; empty without any.
  var lastEvents: String {
    let events = formatter.descriptions(last: 6, in: .brief)
    guard !events.isEmpty else { return "" }
    let earlier = formatter.earlierEvents(before: events.count)
    let head = earlier > 0 ? ["… \(count(earlier, "event")) before"] : []
    return (head + EventLine.lines(for: events).map(\.plainText)).joined(separator: "\n")
  }

  /// Attaches the timeline to a failed test, with the attachments of observers.
  func attachTimeline() {
    guard environment.reporter.hasFailed, environment.reporter.keepsAttachments else { return }
    let events = formatter.descriptions(in: .whole)
    let forgotten = log.forgotten
    let head = forgotten > 0 ? ["… \(count(forgotten, "event")) before, not kept"] : []
    let lines = head + EventLine.lines(for: events).map(\.plainText)
    environment.reporter.attach(lines.joined(separator: "\n") + "\n", named: "timeline.txt")
    for attachment in observers.flatMap({ $0.attachments(for: self) }) {
      environment.reporter.attach(attachment.text, named: attachment.name)
    }
  }

  /// Returns the steps of a test that assert events, as its exhaustivity requires. Equal steps in a row are one loop.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - before: The state before them.
  func fixes(for events: [Event<Feature>], from before: Feature.State) -> [String] {
    let file = environment.step.filePath
    var state = before
    var fixes: [String] = []
    for event in events {
      if event.kind.mustBeAsserted(at: exhaustivity) { fixes.append(event.fix(from: state, near: file)) }
      state = event.stateAfter ?? state
    }
    return SourceText.withLoops(SourceText.withoutRepeatedRemarks(fixes))
  }

  /// Returns the text of an event, with the `send` that led to it, unless that is the last one.
  func summary(of event: Event<Feature>) -> String {
    guard let group = event.sender?.group, let site = group.site else { return event.summary }
    let inputs = log.inputs
    guard let last = inputs.last, last.step != site else { return event.summary }
    let input = inputs.last { $0.step == site }?.input.map { "\(describe($0)), sent" }
    let origin = input ?? (site == environment.site ? "the start of the store, made" : "sent")
    return "\(event.summary), which follows from \(origin) at \(site)"
  }
}
