#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Tells on a terminal how far a long exploration is, and how it has ended.
///
/// A short one says nothing, and nor does any where nobody looks: in a file, or in CI.
struct ExplorationProgress {
  /// Takes the lines; nil where nobody looks.
  @TaskLocal static var output: (@Sendable (String) -> Void)? = isatty(STDERR_FILENO) == 1 ? writeToTerminal : nil

  /// How long it takes from one line to the next.
  @TaskLocal static var interval = Duration.seconds(3)

  /// What is explored.
  private let subject: String

  /// When it has begun.
  private let start = ContinuousClock.now

  /// When the last line was told, or the beginning.
  private var last = ContinuousClock.now

  /// Whether a line was told.
  private var hasTold = false

  /// Begins to explore something.
  init(_ subject: String) {
    self.subject = subject
  }

  /// Tells how far it is, if that was not told for some seconds.
  mutating func tell(_ text: @autoclosure () -> String) {
    guard let output = Self.output else { return }
    let now = ContinuousClock.now
    guard now - last >= Self.interval else { return }
    (last, hasTold) = (now, true)
    output("\(subject): \(text()) after \((now - start).components.seconds) s")
  }

  /// Tells how it has ended, if anything was told before.
  func end(_ text: @autoclosure () -> String) {
    if hasTold { Self.output?("\(subject): \(text())") }
  }

  /// Writes a line to the terminal.
  private static let writeToTerminal: @Sendable (String) -> Void = { line in
    let line = Array((line + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension CallSite {
  /// The file and the line, for a line of progress.
  var shortText: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}
