/// An order in which a test's deliveries, answers and steps happen, as its differences from the usual order.
struct Schedule: Sendable, Hashable {
  /// Something that happens although something else would usually happen first.
  struct Deviation: Sendable, Hashable {
    /// How many decisions come before it.
    let choice: Int

    /// The name of what happens.
    let label: String
  }

  /// The differences from the usual order, in order.
  var deviations: [Deviation] = []
}

// MARK: - Text

extension Schedule: CustomStringConvertible {
  /// The schedule as text, for `.schedule(_:)`: a version, a check sum, and what happens at which choice.
  var description: String { ReplayText.schedule.text(body) }

  /// The text without its head.
  private var body: String {
    guard !deviations.isEmpty else { return "usual" }
    return deviations.map { "\($0.choice + 1):\(ReplayText.escaped($0.label))" }.joined(separator: ", ")
  }

  init(text: String) throws(ReplayText.Flaw) {
    let body = try ReplayText.schedule.body(of: text)
    guard body != "usual" else { return }
    var deviations: [Deviation] = []
    for part in body.split(separator: ", ", omittingEmptySubsequences: false) {
      guard let colon = part.firstIndex(of: ":"), let number = Int(part[..<colon]), number > 0 else { throw .damaged }
      deviations.append(Deviation(choice: number - 1, label: ReplayText.unescaped(part[part.index(after: colon)...])))
    }
    self.deviations = deviations
  }
}

/// Where a run could not follow its schedule.
struct ScheduleDivergence: Sendable, Equatable {
  let expected: Schedule.Deviation

  /// What could happen instead; empty if the test was over by then.
  let possible: [String]
}

/// How closely the pieces of a test are put in other orders.
public enum ScheduleGranularity: Sendable, Hashable {
  /// What effects send, what the outside answers, who wakes at the same instant, and the steps of the test.
  ///
  /// Between two of these, an effect runs without a break, which is the same as if it did not, unless effects share
  /// something beside the store.
  case deliveries

  /// Every piece of work that is ready, too, in case effects share something beside the store.
  case jobs
}
