import StoreCore

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
