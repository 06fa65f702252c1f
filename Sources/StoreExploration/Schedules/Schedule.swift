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
  /// The version of the text's form, with which it begins.
  private static let version = "s1"

  /// The schedule as text, for `.schedule(_:)`: a version, a check sum, and what happens at which choice.
  var description: String { "\(Self.version)-\(Self.checksum(of: body)) \(body)" }

  /// The text without its head.
  private var body: String {
    guard !deviations.isEmpty else { return "usual" }
    return deviations.map { "\($0.choice + 1):\(Self.escaped($0.label))" }.joined(separator: ", ")
  }

  /// Why a text is no schedule.
  enum TextError: Error, Equatable {
    /// It does not begin as a schedule does.
    case noSchedule

    /// It is of another version.
    case otherVersion(String)

    /// Something of it is missing, or was changed.
    case damaged
  }

  /// Reads the text of a schedule.
  init(text: String) throws(TextError) {
    guard let space = text.firstIndex(of: " ") else {
      throw text.hasPrefix("\(Self.version)-") ? .damaged : .noSchedule
    }
    let head = text[..<space].split(separator: "-", omittingEmptySubsequences: false)
    guard head.count == 2, let version = head.first, version.first == "s", Int(version.dropFirst()) != nil else {
      throw .noSchedule
    }
    guard version == Self.version else { throw .otherVersion(String(version)) }
    let body = text[text.index(after: space)...]
    guard head[1] == Self.checksum(of: String(body)) else { throw .damaged }
    guard body != "usual" else { return }
    var deviations: [Deviation] = []
    for part in body.split(separator: ", ", omittingEmptySubsequences: false) {
      guard let colon = part.firstIndex(of: ":"), let number = Int(part[..<colon]), number > 0 else { throw .damaged }
      deviations.append(Deviation(choice: number - 1, label: Self.unescaped(part[part.index(after: colon)...])))
    }
    self.deviations = deviations
  }

  /// A label without what separates labels.
  static func escaped(_ label: String) -> String {
    label.replacing("%", with: "%25").replacing(",", with: "%2C").replacing("\"", with: "%22")
      .replacing("\\", with: "%5C").replacing("\n", with: "%0A")
  }

  /// A label from its escaped form.
  static func unescaped(_ text: Substring) -> String {
    String(text).replacing("%0A", with: "\n").replacing("%5C", with: "\\").replacing("%22", with: "\"")
      .replacing("%2C", with: ",").replacing("%25", with: "%")
  }

  /// Four digits that change when a text does; it is FNV-1a, folded.
  static func checksum(of text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String((hash >> 16) ^ (hash & 0xFFFF), radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// Where a run could not follow its schedule.
struct ScheduleDivergence: Sendable, Equatable {
  /// What was to happen.
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
