/// A decision of the engine, which the store performs or reports.
///
/// The engine returns the actions one by one, in total order. Effects, groups and intervals are identified by numbers.
package enum EffectAction {
  /// Reduce a message, and pass the resulting effect to the engine.
  case reduce(EffectMessage)

  case output(any Sendable)
  case start(Int, EffectWork, EffectPlace)

  /// Cancel the task of an effect, because of a message or of the store's owner.
  case cancel(Int, because: EffectOrigin?)

  /// Forget an effect that has ended, possibly with an unhandled error.
  case end(Int, throwing: (any Error)?)

  /// Forget a feedback whose sender was cancelled.
  case drop(EffectMessage)

  /// Forget a feedback that the feature sent to itself in an endless loop.
  case breakLoop(EffectMessage)

  case openInterval(Int, Duration, EffectPlace)

  /// Measure the remaining time of an interval.
  case measureInterval(Int)

  case closeInterval(Int)

  /// Resume the tasks that wait for the end of a group, as it has no work left.
  case finish(group: Int)
}

/// A message without its feature's types, with all data that determine its handling.
package struct EffectMessage {
  /// The sender of a message.
  package enum Sender {
    /// Code other than the feature's effects.
    case outside

    /// An effect, by number, with its token for the store.
    case effect(Int, EffectToken?)

    /// The feature itself, without work. Performance: it is rare and large, so other messages don't reserve its size.
    indirect case itself(EffectDescription)

    /// The metadata of the sender; nil if other code sent the message.
    package var description: EffectDescription? {
      switch self {
      case .outside: nil
      case .effect(_, let token): token?.description
      case .itself(let description): description
      }
    }
  }

  package let content: Message<any Sendable, any Sendable>
  package let sender: Sender
  package let group: Int

  /// The innermost scope in which the feature sent it to itself.
  let scope: Int?

  package init(_ content: Message<any Sendable, any Sendable>, from sender: Sender, group: Int) {
    self.content = content
    self.sender = sender
    self.group = group
    scope = nil
  }

  init(_ feedback: any Sendable, of description: EffectDescription, at place: EffectPlace) {
    content = .feedback(feedback)
    sender = .itself(description)
    group = place.group
    scope = place.scope
  }

  /// Whether code other than the feature's effects sent the message.
  var isFromOutside: Bool { if case .outside = sender { true } else { false } }

  var sentByItself: Bool { if case .itself = sender { true } else { false } }
}

extension Message {
  var erased: Message<any Sendable, any Sendable> {
    switch self {
    case .input(let input): .input(input)
    case .feedback(let feedback): .feedback(feedback)
    }
  }
}

extension Message<any Sendable, any Sendable> {
  package func restored<I, F>() -> Message<I, F> {
    switch self {
    case .input(let input): .input(typed(input))
    case .feedback(let feedback): .feedback(typed(feedback))
    }
  }
}
