import StoreCore

/// The judge of a test: decides which events the test must still assert, and what each of its steps means.
///
/// Events of the log and steps of the test go in, verdicts come out, in order. It is a value, and knows no feature, task,
/// clock, sink or wording. A step brings the question whether an event is the expected one.
///
/// It remembers no mistake. After each one it goes on from what has really happened, and ``FailureReporter`` knows what a
/// later failure may follow from.
struct Judge {
  /// The events that the test must assert.
  var level = Exhaustivity.on

  /// The events that the test can assert and has not asserted, oldest first.
  var open = EventQueue()

  /// The effects that ended without feedback and without an assertion.
  var silent = SilentEffects()

  /// Whether nothing is left that a test could assert.
  var isClear: Bool { open.isEmpty && silent.isEmpty }

  /// Adds an event of the log.
  mutating func happened(_ event: EventRecord) {
    switch event.kind {
    case .feedback:
      if let sender = event.sender { silent.remove(sender) }
      open.append(event)
    case .output: open.append(event)
    case .started where event.effect?.description.kind == .run: open.append(event)
    case .finished: silent.add(event)
    default: break
    }
  }

  /// Whether an event must be asserted before the test goes on.
  func isDemanded(_ event: EventRecord) -> Bool { event.kind.mustBeAsserted(at: level) }

  /// Removes and returns everything that a test had to assert by now, or could have, in the order in which it happened.
  ///
  /// An effect that ended without feedback is the last of them, as the test may assert it anywhere in the step.
  ///
  /// - Parameter isOver: Whether no task of an effect is left.
  mutating func close(isOver: (EffectToken) -> Bool) -> [EventRecord] {
    open.takeAll() + silent.take(where: isOver)
  }

  /// Removes and returns the feedback and outputs. Started effects remain, as a strict test must assert them.
  mutating func skipMessages() -> [EventRecord] { open.take { $0.kind != .started } }

  /// Removes and returns the feedback and effects. Outputs remain, where they have an order of their own.
  mutating func acceptFeedback() -> [EventRecord] { open.take { $0.kind != .output } }

  /// Forgets everything that the test has not asserted.
  mutating func discard() {
    open = EventQueue()
    silent.removeAll()
  }

  /// Takes an effect as asserted.
  mutating func assert(_ effect: EffectToken) { silent.assert(effect) }
}

extension Judge {
  /// The verdict on a comparison of states.
  enum StateVerdict: Equatable {
    case accepted

    /// The state has changed, and the test asserts no change.
    case unasserted

    /// The state differs from the asserted one.
    case different

    /// The test asserts a change, and nothing has changed.
    case unchanged
  }

  /// Returns the verdict on a change of the state.
  ///
  /// - Parameters:
  ///   - isAsserted: Whether the test asserts a change.
  ///   - hasChanged: Whether the state has changed.
  ///   - isExpected: Whether the state is the asserted one.
  ///   - writesNothing: Whether the assertion leaves the state as it was.
  static func verdict(
    isAsserted: Bool,
    hasChanged: @autoclosure () -> Bool,
    isExpected: @autoclosure () -> Bool,
    writesNothing: @autoclosure () -> Bool
  ) -> StateVerdict {
    guard isAsserted else { return hasChanged() ? .unasserted : .accepted }
    guard isExpected() else { return .different }
    return !hasChanged() && writesNothing() ? .unchanged : .accepted
  }
}
