public import StoreDependencies

/// What is known of an effect that is running.
public struct EffectSnapshot: Sendable, CustomStringConvertible {
  /// What an effect is waiting for.
  public enum Wait: Sendable, Equatable, CustomStringConvertible {
    /// It sleeps on a test clock until an instant, which is some time from now.
    case sleep(until: TestClock.Instant, in: Duration)

    /// It waits for the answer to a call, which the test gives at a ``Gate``, or has said that it never will. Several calls
    /// stand side by side, with `', '` between them.
    case call(String, hangs: Bool)

    /// It waits for the result of a task that another effect of the store has started.
    case task(of: String)

    /// It was cancelled, and has not come to its end.
    case cancellation

    /// It is suspended, and neither a clock nor a gate of the test is known to hold it.
    case outside

    /// What the effect waits for, and what would help.
    public var description: String {
      switch self {
      case .sleep(let deadline, let remaining):
        "sleeps until \(deadline); advance its clock by \(remaining.text) to wake it"
      case .call(let call, let hangs):
        hangs ? "waits for '\(call)', which never comes back" : "waits for the answer to '\(call)'"
      case .task(let effect): "waits for a task of \(effect)"
      case .cancellation: "was cancelled, and has not ended"
      case .outside: "is suspended, but not by a clock or a gate of the test"
      }
    }
  }

  /// The name given to the effect, if it has one.
  public let name: String?

  /// The name, or the place where the effect was made, and what it asks for.
  public let label: String

  /// What the effect asks for, if it says so.
  public let payload: (any Hashable & Sendable)?

  /// The message that started the effect, as text, or `the start of the store`.
  public let message: String

  /// Whether no message has started the effect, but the start of the store.
  let isFirst: Bool

  /// Where in the feature the effect was made.
  public let createdAt: CallSite

  /// The clock's time when the effect started.
  public let startedAt: TestClock.Instant

  /// The `send` that the effect goes back to, or else the line that made the store.
  public let startedBy: CallSite?

  /// What the effect is waiting for.
  public let waitingOn: Wait

  /// The message that cancelled the effect, as text; nil if none did.
  public let cancelledBy: String?

  let isCancelled: Bool

  /// The dependency that the effect has read last, as the name of its key; nil if it has read none.
  public let lastDependency: String?

  /// How many messages the effect has sent.
  public let feedbackCount: Int

  /// Whether the effect's operation has returned, and a task that it started goes on, or something holds its sender.
  public let hasReturned: Bool

  /// Whether it is proved that nothing but the test can make the effect go on.
  package let isHeld: Bool

  /// Whether any task is known to carry the effect on; if not, something holds its sender.
  let hasTasks: Bool

  /// What the effect has called to sleep in real time, if it does, and if that can be told.
  package let realSleep: String?

  /// Whether the effect waits for its turn on an actor, if that can be told.
  let waitsForActor: Bool

  /// All of it in a sentence.
  public var description: String { "\(label), \(history): \(situation)" }

  /// The label with the word for it in front.
  var phrase: String { label.hasPrefix("effect at ") ? label : "effect \(label)" }

  /// What the effect is doing, and under it where it comes from.
  package var entry: String { "\(label) \(situation)\n\(history)" }

  /// Which effect it is, and under it where it comes from.
  var origin: String { "\(label)\n\(history)" }

  /// Where the effect comes from, and what it has done so far.
  private var history: String {
    let root = startedBy.map { " (\(isFirst ? "made" : "sent") at \($0))" } ?? ""
    let sent = feedbackCount == 0 ? "" : ", has sent \(count(feedbackCount, "message"))"
    return "made at \(createdAt), started at \(startedAt) by \(message)\(root)\(sent)"
  }

  /// What the effect is doing, or waiting for.
  private var situation: String {
    let returned = hasReturned && hasTasks ? "has returned, but a task that it started goes on: it " : ""
    return returned + wait
  }

  /// What the effect waits for, in a few words: a sleep in real time, or a busy actor, as that, where it can be told.
  package var standing: String {
    guard waitingOn == .outside else { return "\(waitingOn)" }
    if !hasTasks { return "has returned, but something still holds its sender" }
    if let realSleep { return "is in a real sleep (\(realSleep)), outside the test's control" }
    if waitsForActor { return "waits for its turn on an actor, such as the main actor, which somebody else keeps busy" }
    return "\(waitingOn)"
  }

  /// That the effect was cancelled, and by what.
  private var cancellation: String { "was cancelled\(cancelledBy.map { " by \($0)" } ?? "")" }

  /// What the effect waits for, with what is known beside it.
  private var wait: String {
    switch waitingOn {
    case .sleep, .call: "\(waitingOn)"
    case .task: isCancelled ? "\(cancellation), but \(waitingOn)" : "\(waitingOn)"
    case .cancellation: "\(cancellation), and has not ended"
    case .outside:
      "\(standing)\(realSleep == nil ? lastDependency.map { "; the last dependency that it read is \($0)" } ?? "" : "")"
    }
  }
}
