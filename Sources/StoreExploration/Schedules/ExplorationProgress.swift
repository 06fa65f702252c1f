import StoreDependencies
import StoreTesting

/// Writes to a terminal how far a long exploration is, and how it has ended.
///
/// A short one writes nothing, and none writes to a file, as in CI.
struct ExplorationProgress {
  /// Where the lines go, and when.
  struct Reader: Sendable {
    let read: @Sendable (String) -> Void

    /// How long it takes from one line to the next.
    var interval = Duration.seconds(3)

    var now: @Sendable () -> ContinuousClock.Instant = { .now }
  }

  /// Who reads the lines; nil if standard error is no terminal.
  @TaskLocal static var reader: Reader? = standardErrorIsTerminal ? Reader(read: StandardError.write) : nil

  private let subject: String
  private let reader: Reader?
  private let start: ContinuousClock.Instant

  /// When the last line was written, or the exploration began.
  private var last: ContinuousClock.Instant

  private var hasTold = false

  init(_ subject: String) {
    self.subject = subject
    reader = Self.reader
    start = reader?.now() ?? .now
    last = start
  }

  /// Writes how far the exploration is, if that was not written for an interval.
  mutating func tell(_ text: @autoclosure () -> String) {
    guard let reader else { return }
    let now = reader.now()
    guard now - last >= reader.interval else { return }
    (last, hasTold) = (now, true)
    reader.read("\(subject): \(text()) after \((now - start).components.seconds) s")
  }

  /// Writes how the exploration has ended, if anything was written before.
  func end(_ text: @autoclosure () -> String) {
    if hasTold { reader?.read("\(subject): \(text())") }
  }
}

extension CallSite {
  /// The file and the line, for a line of progress.
  var shortText: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}
