/// An order of a test's deliveries, answers and steps, as its deviations from the default order.
struct Schedule: Sendable, Hashable {
  /// A chosen event that is not the default one.
  struct Deviation: Sendable, Hashable {
    /// The number of earlier choices.
    let choice: Int

    /// The name of the event.
    let label: String
  }

  /// The deviations from the default order, in order.
  var deviations: [Deviation] = []
}

// MARK: - Text

extension Schedule: CustomStringConvertible {
  /// The schedule as text, for `.schedule(_:)`: a version, a checksum, and the event of each deviating choice.
  var description: String { ReplayText.schedule.text(body) }

  /// The text of the order without deviations.
  private static let defaultOrder = "default"

  /// The text without its head.
  private var body: String {
    guard !deviations.isEmpty else { return Self.defaultOrder }
    return deviations.map { "\($0.choice + 1):\(ReplayText.escaped($0.label))" }.joined(separator: ", ")
  }

  init(text: String) throws(ReplayText.Flaw) {
    let body = try ReplayText.schedule.body(of: text)
    guard body != Self.defaultOrder else { return }
    var deviations: [Deviation] = []
    for part in body.split(separator: ", ", omittingEmptySubsequences: false) {
      guard let colon = part.firstIndex(of: ":"), let number = Int(part[..<colon]), number > 0 else { throw .damaged }
      deviations.append(Deviation(choice: number - 1, label: ReplayText.unescaped(part[part.index(after: colon)...])))
    }
    self.deviations = deviations
  }
}

/// The point at which a run could not follow its schedule.
struct ScheduleMismatch: Sendable, Equatable {
  let expected: Schedule.Deviation

  /// The possible events; empty if the test had ended.
  let possible: [String]
}
