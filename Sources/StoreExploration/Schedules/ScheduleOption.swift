import StoreTesting

/// A possible next event of a test under a schedule.
struct ScheduleOption: Sendable {
  enum Action: Sendable {
    /// An effect delivers a message.
    case deliver(ScheduledDelivery)

    /// A call is answered.
    case answer(OpenAnswer)

    /// A due sleeper wakes.
    case wake(SleeperQueue.Sleeper, on: TestClock)

    /// A task runs its next job, at an index of the queue.
    case run(index: Int)

    /// The test continues, and leaves events open.
    case continueTest
  }

  let action: Action

  /// The name of the event in a schedule, unique among the options of the choice.
  let label: String

  /// The number of the effect in its store; nil if unknown. Names may be given in the order of arrival.
  let effect: Int?

  init(_ action: Action, label: String, of effect: InFlightEffect? = nil) {
    self.init(action, label: label, effect: effect?.token.id)
  }

  private init(_ action: Action, label: String, effect: Int?) {
    self.action = action
    self.label = label
    self.effect = effect
  }

  /// The name of the event that continues the test.
  static let continueLabel = "test"

  /// The prefix of the names of jobs.
  static let runPrefix = "run "

  /// Makes the names of options unique: several tasks of an effect may be ready or send, and gates may have equal
  /// names.
  static func disambiguated(_ options: [Self]) -> [Self] {
    guard Set(options.map(\.label)).count < options.count else { return options }
    var counts: [String: Int] = [:]
    return options.map { option in
      counts[option.label, default: 0] += 1
      let count = counts[option.label, default: 0]
      return count == 1 ? option : Self(option.action, label: "\(option.label)/\(count)", effect: option.effect)
    }
  }

  /// Whether it is an event of effects or of the outside.
  var isEvent: Bool {
    switch action {
    case .deliver, .answer, .wake: true
    case .run, .continueTest: false
    }
  }

  /// The event as text.
  var text: String {
    switch action {
    case .deliver(let delivery): delivery.text()
    case .answer(let answer): answer.text
    case .wake: "\(label.dropFirst("wake ".count)) wakes up"
    case .run: "\(label.dropFirst(Self.runPrefix.count)) continues"
    case .continueTest: "the test continues"
    }
  }

  /// Returns the first option's answer, if this option is another answer to the same call.
  func otherAnswer(than first: Self) -> String? {
    guard case .answer(let answer) = action, case .answer(let other) = first.action, answer.call.isSame(as: other.call)
    else { return nil }
    return other.participle
  }
}

/// A message of an effect that waits for its delivery.
struct ScheduledDelivery: Sendable {
  /// The number of the delivery in the run, in ascending order.
  let number: Int

  let effect: InFlightEffect
  let text: @Sendable () -> String

  /// The continuation of the effect. The controller removes the delivery before it resumes the continuation, so it
  /// resumes once.
  let continuation: CheckedContinuation<Void, Never>
}
