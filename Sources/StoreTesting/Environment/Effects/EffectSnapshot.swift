public import StoreDependencies

/// A snapshot of a running effect.
public struct EffectSnapshot: Sendable, CustomStringConvertible {
  /// The reason why an effect doesn't proceed.
  public enum Wait: Sendable, Equatable, CustomStringConvertible {
    /// It sleeps on a test clock until an instant. `in` is the remaining time.
    case sleep(until: TestClock.Instant, in: Duration)

    /// It waits for the answer to a call at a ``Gate``. `hangs` is true if the call is marked as never answered.
    /// The texts of several calls are separated by `', '`.
    case call(String, hangs: Bool)

    /// It listens to a stream of a ``StreamGate``. The texts of several streams are separated by `', '`.
    case stream(String)

    /// It waits for the next change of a `Source`. The texts of several sources are separated by `', '`.
    case change(of: String)

    /// It waits for the result of a task that another effect of the store has started.
    case task(of: String)

    /// It was cancelled, and has not ended.
    case cancellation

    /// It is suspended outside of the test's clocks and gates.
    case outside

    /// The reason, and the test's step that ends the wait.
    public var description: String {
      switch self {
      case .sleep(let deadline, let remaining):
        "sleeps until \(deadline); advance its clock by \(remaining.text) to wake it"
      case .call(let call, let hangs):
        hangs ? "waits for '\(call)', which never returns" : "waits for the answer to '\(call)'"
      case .stream(let stream): "listens to '\(stream)'"
      case .change(let source): "waits for the next change of '\(source)'"
      case .task(let effect): "waits for a task of \(effect)"
      case .cancellation: "was cancelled, and has not ended"
      case .outside: "is suspended, but not by a clock or a gate of the test"
      }
    }
  }

  /// The name of the effect, if it has one.
  public let name: String?

  /// The name, or the line that created the effect, and the payload.
  public let label: String

  /// The payload of the effect, if it has one.
  public let payload: (any Hashable & Sendable)?

  /// The message that started the effect, as text, or `the start of the store`.
  public let message: String

  /// Whether the effect belongs to the start of the store, and not to a message.
  let isFirst: Bool

  /// The line of the feature that created the effect.
  public let createdAt: CallSite

  /// The time of the clock when the effect started.
  public let startedAt: TestClock.Instant

  /// The line of the `send` that led to the effect, otherwise the line that created the store.
  public let startedBy: CallSite?

  /// The reason why the effect doesn't proceed.
  public let waitingOn: Wait

  /// The message that cancelled the effect, as text; nil if no message did.
  public let cancelledBy: String?

  let isCancelled: Bool

  /// The name of the key of the last dependency that the effect read; nil if it has read none.
  public let lastDependency: String?

  /// The number of messages that the effect has sent.
  public let feedbackCount: Int

  /// Whether the effect's operation has returned, while one of its tasks still runs or its sender is still retained.
  public let hasReturned: Bool

  /// Whether it is proved that only the test can resume the effect.
  package let isHeld: Bool

  /// Whether the effect is known to have a task. If false, some object retains its sender.
  let hasTasks: Bool

  /// The function in which the effect sleeps in real time, if known.
  package let realSleep: String?

  /// Whether the effect is known to wait for an actor.
  let waitsForActor: Bool

  /// The effect, its history and its situation, in one sentence.
  public var description: String { "\(label), \(history): \(situation)" }

  /// The label, preceded by the word "effect" if the effect has a name.
  var phrase: String { label.hasPrefix("effect at ") ? label : "effect \(label)" }

  /// The effect and its situation, with its history on the next line.
  package var entry: String { "\(label) \(situation)\n\(history)" }

  /// The effect, with its history on the next line.
  var origin: String { "\(label)\n\(history)" }

  /// The origin of the effect, and its messages so far.
  private var history: String {
    let root = startedBy.map { " (\(isFirst ? "made" : "sent") at \($0))" } ?? ""
    let sent = feedbackCount == 0 ? "" : ", has sent \(count(feedbackCount, "message"))"
    return "made at \(createdAt), started at \(startedAt) by \(message)\(root)\(sent)"
  }

  /// The current activity of the effect, or the reason why it waits.
  private var situation: String {
    let returned = hasReturned && hasTasks ? "has returned, but a task that it started continues: it " : ""
    return returned + wait
  }

  /// The reason for the wait in a few words, including real sleeps and busy actors if known.
  package var waitText: String {
    guard waitingOn == .outside else { return "\(waitingOn)" }
    if !hasTasks { return "has returned, but something still holds its sender" }
    if let realSleep { return "is in a real sleep (\(realSleep)), outside the test's control" }
    if waitsForActor { return "waits for its turn on an actor, such as the main actor, which other code keeps busy" }
    return "\(waitingOn)"
  }

  /// The cancellation of the effect, with the message that caused it.
  private var cancellation: String { "was cancelled\(cancelledBy.map { " by \($0)" } ?? "")" }

  /// The reason for the wait, with further known facts.
  private var wait: String {
    switch waitingOn {
    case .sleep, .call, .stream, .change: "\(waitingOn)"
    case .task: isCancelled ? "\(cancellation), but \(waitingOn)" : "\(waitingOn)"
    case .cancellation: "\(cancellation), and has not ended"
    case .outside:
      "\(waitText)\(realSleep == nil ? lastDependency.map { "; the last dependency that it read is \($0)" } ?? "" : "")"
    }
  }
}
