import StoreCore

/// The verdict on a step that expects an event.
struct Verdict {
  /// What became of the expected event.
  enum Answer {
    /// It has happened, and is asserted now.
    case accepted(EventRecord)

    /// Others have happened instead. The test goes on after them; if the expected one came later, after that.
    case unexpected(instead: [EventRecord], later: EventRecord?)

    /// It has not happened.
    case missing
  }

  /// The events before it that the test has left out, if any of them must be asserted.
  var unhandled: [EventRecord] = []

  /// The feedback before it that needs no assertion.
  var skipped: [EventRecord] = []

  var answer: Answer
}

/// The verdict on a step that expects several events in any order.
struct UnorderedVerdict {
  /// The events that the test asserts, in the order in which they happened.
  var accepted: [EventRecord] = []

  /// The events that have happened instead of expected ones.
  var unexpected: [EventRecord] = []

  /// The expected events that have happened after these.
  var later: [EventRecord] = []

  /// The events among them that the test has left out, if any of them must be asserted.
  var unhandled: [EventRecord] = []

  /// The feedback among them that needs no assertion.
  var skipped: [EventRecord] = []

  /// The newest of all these messages.
  var newest: EventRecord? {
    later.last ?? [accepted.last, unexpected.last].compactMap(\.self).max { $0.number < $1.number }
  }
}

/// The verdict on a step that expects an effect.
enum EffectVerdict {
  /// It has started, or ended without feedback, and is asserted now.
  ///
  /// - Parameter event: The start or the end.
  case accepted(EventRecord)

  /// It has started after feedback that the test has left out.
  case unhandled([EventRecord])

  /// It has not started.
  ///
  /// - Parameter started: The effects that the last step has started, if the test has not asserted them.
  case missing(started: [EffectToken])
}
