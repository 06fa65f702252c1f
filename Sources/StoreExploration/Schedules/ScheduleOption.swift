import StoreTesting

/// Something that may happen next while a test runs under a schedule.
struct ScheduleOption: Sendable {
  enum Action: Sendable {
    /// An effect delivers what it has sent.
    case deliver(ScheduledDelivery)

    /// The outside answers a call.
    case answer(OpenAnswer)

    /// A sleeper wakes that is due at this instant.
    case wake(SleeperQueue.Sleeper, on: TestClock)

    /// A task that is ready goes on by a piece, which stands at a place of the queue.
    case run(place: Int)

    /// The test goes on, and leaves what is open for later.
    case goOn
  }

  let action: Action

  /// Its name in a schedule, which tells it from the other options of the moment.
  let label: String

  init(_ action: Action, label: String) {
    self.action = action
    self.label = label
  }

  /// The name of going on with the test.
  static let goOnLabel = "test"

  /// What the names of pieces of work begin with.
  static let runPrefix = "run "

  /// The options with names that are all different: tasks of one effect may send at a time, and gates may have the same name.
  static func disambiguated(_ options: [Self]) -> [Self] {
    guard Set(options.map(\.label)).count < options.count else { return options }
    var counts: [String: Int] = [:]
    return options.map { option in
      counts[option.label, default: 0] += 1
      let count = counts[option.label, default: 0]
      return count == 1 ? option : Self(option.action, label: "\(option.label)/\(count)")
    }
  }

  /// The option as a person would say it.
  var text: String {
    switch action {
    case .deliver(let delivery): delivery.text()
    case .answer(let answer): answer.text
    case .wake: "\(label.dropFirst("wake ".count)) wakes up"
    case .run: "\(label.dropFirst(Self.runPrefix.count)) goes on"
    case .goOn: "the test goes on"
    }
  }

  /// What a call usually does, if this is another answer to the same call.
  func otherAnswer(than usual: Self) -> String? {
    guard case .answer(let answer) = action, case .answer(let other) = usual.action, answer.call.isSame(as: other.call)
    else { return nil }
    return other.doing
  }
}

/// Something that an effect has sent, and that waits for its turn.
struct ScheduledDelivery: Sendable {
  /// What tells it from other deliveries of the same run, by age.
  let number: Int

  let scope: InFlightEffect
  let text: @Sendable () -> String

  /// Wakes the effect; it is taken out of the probe before that is done, so that it is done once.
  let continuation: CheckedContinuation<Void, Never>
}
