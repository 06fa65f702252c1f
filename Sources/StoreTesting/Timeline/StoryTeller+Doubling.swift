import StoreCore

extension StoryTeller {
  /// That what a feedback has brought about came twice, in words, as in the next function.
  ///
  /// - Parameter entry: The feedback, or an output that follows from it.
  func doubling(of entry: Entry<Feature>) -> String? {
    if let feedback = entry.feedbackContent { return doubling(of: feedback) }
    guard entry.kind == .output, let end = story.moments.lastIndex(where: { $0.subject === entry.content }) else {
      return nil
    }
    let message = story.moments[..<end].last { $0.kind == .message }
    return (message?.subject as? FeedbackContent<Feature>).flatMap { doubling(of: $0) }
  }

  /// That a feedback came twice after its effect heard of a message that was reduced twice, in words.
  ///
  /// To see whether the reducer is pure, a test reduces a message twice. What the reducer does besides, such as to yield into a stream
  /// that an effect listens to, is done twice then.
  ///
  /// - Parameter feedback: One of the two.
  private func doubling(of feedback: FeedbackContent<Feature>) -> String? {
    guard let sender = feedback.sender else { return nil }
    let moments = story.moments
    guard let end = moments.lastIndex(where: { $0.subject === feedback }) else { return nil }
    var hasTwin = false
    for moment in moments[..<end].reversed() {
      // An effect that the message itself has started sends twice by itself.
      if let record = moment.subject as? EffectRecord, record.token === sender, moment.kind == .started { return nil }
      guard let message = moment.subject as? MessageContent<Feature> else { continue }
      if let other = message as? FeedbackContent<Feature>, other.sender === sender {
        guard !hasTwin, describe(other.feedback) == describe(feedback.feedback) else { return nil }
        hasTwin = true
      } else if !hasTwin, message.kind == .input {
        return nil
      } else if hasTwin {
        return message.isReducedTwice ? Self.text(describe(feedback.feedback), describe(message.message)) : nil
      }
    }
    return nil
  }

  /// What is to be said of it.
  private static func text(_ feedback: String, _ message: String) -> String {
    """
    \(feedback) came twice. The reducer has run twice on \(message), as the store checks whether it is pure. If it does something \
    besides changing its state, such as to yield into a stream, that has happened twice: do it in an effect. With \
    'store.checksPurity = false' the reducer runs once.
    """
  }
}
