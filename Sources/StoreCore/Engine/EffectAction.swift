/// What follows from what happens to a feature: what its store has to do, or to tell, next.
///
/// A machine gives them out one by one, in total order. Effects, groups and intervals are known by their numbers.
package enum EffectAction {
  /// Reduce a message, and hand in the effect that follows.
  case reduce(EffectMessage)

  case output(any Sendable)
  case start(Int, EffectWork, EffectPlace)

  /// Cancel the task of an effect, because of a message or of the store's owner.
  case cancel(Int, because: EffectOrigin?)

  /// Forget an effect that has ended, perhaps by throwing an error that nothing handles.
  case end(Int, throwing: (any Error)?)

  /// Forget a feedback whose sender was cancelled.
  case drop(EffectMessage)

  /// Forget a feedback that the feature has sent to itself, as it does so in circles.
  case breakCircle(EffectMessage)

  case openInterval(Int, Duration, EffectPlace)

  /// Say how long an interval still lasts.
  case measureInterval(Int)

  case closeInterval(Int)

  /// Wake who waits for the end of a group, in which nothing is left.
  case finish(group: Int)
}

/// A message without its feature's types, with all that decides what becomes of it.
package struct EffectMessage {
  /// Where a message comes from.
  package enum Sender {
    /// From outside of the feature's effects.
    case outside

    /// From an effect, by its number; the token is carried along.
    case effect(Int, EffectToken?)

    /// From the feature itself, without any work.
    case itself(EffectDescription)

    /// What can be said of it; nil if it comes from outside.
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

  /// The innermost scope in which the feature has sent it to itself.
  let scope: Int?

  package init(_ content: Message<any Sendable, any Sendable>, from sender: Sender, group: Int) {
    self.content = content
    self.sender = sender
    self.group = group
    scope = nil
  }

  init(_ feedback: any Sendable, _ description: EffectDescription, _ place: EffectPlace) {
    content = .feedback(feedback)
    sender = .itself(description)
    group = place.group
    scope = place.scope
  }

  /// Whether it comes from outside of the feature's effects.
  var isFromOutside: Bool { if case .outside = sender { true } else { false } }

  /// Whether the feature has sent it to itself, and no effect has.
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
