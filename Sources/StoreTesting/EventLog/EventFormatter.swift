package import StoreCore

/// A formatter of the events of a log.
package struct EventFormatter<Feature: Reducer> {
  /// The level of detail.
  package enum Breadth {
    /// One or a few lines for each event.
    case brief

    /// Complete values and changes, up to large limits.
    case whole

    /// The approximate maximum number of characters of a value.
    var valueLength: Int { self == .brief ? 120 : 100_000 }

    /// The greatest number of state changes listed for a message.
    var changeCount: Int { self == .brief ? 4 : 1_000 }
  }

  package let log: EventLog<Feature>

  /// Returns the stored events as text.
  ///
  /// - Parameters:
  ///   - limit: The number of newest events to return.
  ///   - breadth: The level of detail.
  package func descriptions(last limit: Int = .max, in breadth: Breadth) -> [EventDescription] {
    let events = log.events
    var first = events.count
    var wanted = limit
    while first > 0, wanted > 0 {
      first -= 1
      if events[first].isDescribed { wanted -= 1 }
    }
    var before = log.state(before: log.forgotten + first)
    return events[first...].compactMap { event in
      guard event.isDescribed else { return nil }
      defer { before = event.stateAfter ?? before }
      return description(of: event, before: before, breadth)
    }
  }

  /// The newest event as text.
  package var newest: EventDescription? {
    guard let event = log.newest, event.isDescribed else { return nil }
    return description(of: event, before: log.state(before: log.count - 1), .whole)
  }

  /// Returns the number of events before the newest ones.
  func earlierEvents(before count: Int) -> Int {
    log.forgotten + log.events.count(where: \.isDescribed) - count
  }

  /// Returns an event as text.
  private func description(of event: Event<Feature>, before: Feature.State, _ breadth: Breadth) -> EventDescription {
    let text = { (value: Any) in describe(value, limit: breadth.valueLength) }
    let (subject, origin): (String, String?) =
      switch event.content {
      case .reduced(let message): (text(message.value), message.sender?.description.title)
      case .output(let output): (text(output), nil)
      case .started(let record): (record.token.description.title, record.origin.text)
      case .cancelled(let record): (record.token.description.title, record.canceller?.text)
      case .finished(let record): (record.token.description.title, nil)
      case .failed(let record, let error): (record.token.description.title, error)
      case .dropped(let feedback, let sender): (text(feedback), sender.description.title)
      case .called(let call, let effect): ("\(call)", effect?.description.title)
      case .answered(let reply): ("\(reply.call)", reply.text)
      }
    return EventDescription(
      event.kind,
      of: subject,
      at: event.instant,
      origin: origin,
      site: event.kind == .input ? event.message?.step : nil,
      changes: event.stateAfter.map { changes(from: before, to: $0, in: breadth) } ?? []
    )
  }

  /// Returns the changes from one state to the next, one per line.
  private func changes(from before: Feature.State, to after: Feature.State, in breadth: Breadth) -> [String] {
    let changes = differences(before, after, limit: breadth.changeCount + 1)
    let lines = changes.prefix(breadth.changeCount).map { $0.changeLine(limit: breadth.valueLength) }
    return lines + (changes.count > lines.count ? ["…"] : [])
  }
}

extension Event {
  /// Whether the event has a text. The end of a cancelled effect has none.
  fileprivate var isDescribed: Bool {
    if case .finished(let record) = content { !record.token.isCancelled } else { true }
  }
}

extension EventFormatter {
  /// Explains that an effect sent a feedback twice because the purity check reduced a message twice; nil if it did not.
  ///
  /// A reducer that yields into a stream then yields twice, and an effect that reads the stream sends twice.
  ///
  /// - Parameter event: One of the two feedbacks, or an output that follows from it.
  func doubling(of event: Event<Feature>) -> String? {
    let events = log.events
    guard let place = events.lastIndex(where: { $0.number == event.number }) else { return nil }
    switch event.content {
    case .reduced: return doubling(at: place)
    case .output: return events[..<place].lastIndex { $0.message != nil }.flatMap(doubling)
    default: return nil
    }
  }

  /// Returns the explanation for a duplicate of the message at an index of the log.
  private func doubling(at end: Int) -> String? {
    let events = log.events
    guard let message = events[end].message, let feedback = message.feedback, let sender = message.sender
    else { return nil }
    var hasEqual = false
    for event in events[..<end].reversed() {
      // An effect that the message itself started may send twice.
      if event.startedEffect === sender { return nil }
      guard let other = event.message else { continue }
      if let earlier = other.feedback, other.sender === sender {
        guard !hasEqual, describe(earlier) == describe(feedback) else { return nil }
        hasEqual = true
      } else if !hasEqual, other.input != nil {
        return nil
      } else if hasEqual {
        return other.isReducedTwice ? Self.text(describe(feedback), describe(other.message)) : nil
      }
    }
    return nil
  }

  /// Returns the explanation for a feedback that arrived twice after a message.
  private static func text(_ feedback: String, _ message: String) -> String {
    """
    \(feedback) arrived twice. The store ran the reducer twice on \(message), to check whether it is pure. A side effect of the \
    reducer, such as a yield into a stream, has happened twice, too. Move it into an effect. With \
    'store.checksPurity = false' the reducer runs once.
    """
  }
}
