import StoreDependencies
import StoreTesting

/// The progress and the result of a long exploration, written to a terminal.
///
/// A short exploration writes nothing, and neither does one with standard error in a file, as in CI.
struct ExplorationProgress {
  /// The receiver of progress lines.
  struct Reader: Sendable {
    let read: @Sendable (String) -> Void

    /// The time between two lines.
    var interval = Duration.seconds(3)

    var now: @Sendable () -> ContinuousClock.Instant = { .now }
  }

  /// The receiver of the lines; nil if standard error isn't a terminal.
  @TaskLocal static var reader: Reader? = standardErrorIsTerminal ? Reader(read: StandardError.write) : nil

  private let subject: String
  private let reader: Reader?
  private let start: ContinuousClock.Instant

  /// The time of the last line, or of the start.
  private var last: ContinuousClock.Instant

  private var hasReported = false

  init(_ subject: String) {
    self.subject = subject
    reader = Self.reader
    start = reader?.now() ?? .now
    last = start
  }

  /// Writes the progress, if the interval has passed since the last line.
  mutating func tell(_ text: @autoclosure () -> String) {
    guard let reader else { return }
    let now = reader.now()
    guard now - last >= reader.interval else { return }
    (last, hasReported) = (now, true)
    reader.read("\(subject): \(text()) after \((now - start).components.seconds) s")
  }

  /// Writes the result, if any progress was written.
  func end(_ text: @autoclosure () -> String) {
    if hasReported { reader?.read("\(subject): \(text())") }
  }
}

extension CallSite {
  /// The file and the line, for a progress line.
  var shortText: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}
