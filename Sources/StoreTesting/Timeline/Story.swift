/// What a store has done lately, in total order, so that a failure can tell what led to it.
///
/// It is kept in tests that pass, too. So a moment is no more than the clock's time and an object that there is anyway,
/// without the feature's types; ``StoryTeller`` makes words of it when somebody asks.
package struct Story {
  /// Something that the store did.
  package struct Moment {
    /// What the subject stands for.
    package enum Kind {
      /// A message was reduced; the subject is an ``InputContent`` or a ``FeedbackContent``.
      case message

      /// An output was emitted; the subject is an ``OutputContent``.
      case output

      /// An effect has started; the subject is its record.
      case started

      /// An effect was told to stop; the subject is its record.
      case cancelled

      /// An effect has ended by itself or after it was cancelled; the subject is its record.
      case ended

      /// An effect has thrown an error that nothing handles; the subject is an ``EffectFailureContent``.
      case failed

      /// A feedback of a cancelled effect went nowhere; the subject is a ``DroppedContent``.
      case dropped

      /// An endpoint was called that waits for an answer; the subject is a ``GateCallContent``.
      case called

      /// A call was answered; the subject is a ``GateReply``.
      case answered
    }

    /// What the subject stands for.
    package let kind: Kind

    /// What it was about.
    package let subject: AnyObject

    /// The clock's time.
    package let instant: TestClock.Instant
  }

  /// How many messages are kept at least, once there were so many. Each keeps a state, so it is fewer where states are large.
  private static let messageCapacity = 64

  /// How many bytes the states of the messages that are kept may have, about. Two messages are kept in any case.
  private static let byteCapacity = 64 << 20

  /// After how many messages the size of a state is looked at again.
  private static let measurements: Set<Int> = [4, 16, 64, 128]

  /// How many messages are kept at least.
  private var capacity = messageCapacity

  /// How many moments are kept at least, once there were so many.
  private static let momentCapacity = 1_024

  /// What has happened, oldest first, as far as it is kept.
  package private(set) var moments: [Moment] = []

  /// How many of the moments are messages.
  private var messages = 0

  /// How many moments before the first that is kept are forgotten.
  package private(set) var forgotten = 0

  /// How many moments there were, with those that are forgotten.
  var count: Int { forgotten + moments.count }

  /// The last message that is forgotten, for the state that it left behind.
  private(set) var lastForgotten: AnyObject?

  /// What has failed, each with the number of moments before it, and the clock's time.
  package private(set) var failures: [(position: Int, failure: TestFailure, instant: TestClock.Instant)] = []

  /// How many of the newest moments are feedbacks that went nowhere.
  private var drops = 0

  /// Whether everything is kept.
  private let isWhole: Bool

  /// Begins a story.
  ///
  /// - Parameter isWhole: Whether everything is kept, however long it becomes.
  init(isWhole: Bool = false) {
    self.isWhole = isWhole
  }

  /// Adds a moment.
  ///
  /// - Returns: Whether it was added: a cancelled effect may go on sending for ever, and would fill the story with that.
  mutating func add(_ moment: Moment) -> Bool {
    drops = moment.kind == .dropped ? drops + 1 : 0
    guard drops <= 16 else { return false }
    moments.append(moment)
    if moment.kind == .message { messages += 1 }
    guard !isWhole else { return true }
    if messages >= 2 * capacity || moments.count >= 2 * Self.momentCapacity { forget() }
    return true
  }

  /// Whether the size of a state is to be noted: a message was added, and it was not for a while.
  var isMeasurementDue: Bool { moments.last?.kind == .message && Self.measurements.contains(messages) && !isWhole }

  /// Notes the size of the newest state, and keeps as many messages as there is room for.
  mutating func note(stateSize: Int) {
    capacity = min(Self.messageCapacity, max(2, Self.byteCapacity / max(1, stateSize)))
    if messages >= 2 * capacity { forget() }
  }

  /// Adds a failure.
  mutating func add(_ failure: TestFailure, at instant: TestClock.Instant) {
    if failures.count < Self.messageCapacity { failures.append((count, failure, instant)) }
  }

  /// Lets go of the older half of what is kept.
  private mutating func forget() {
    var excess = 0
    while messages > capacity || moments.count - excess > Self.momentCapacity {
      if moments[excess].kind == .message {
        lastForgotten = moments[excess].subject
        messages -= 1
      }
      excess += 1
    }
    moments.removeFirst(excess)
    forgotten += excess
  }
}
