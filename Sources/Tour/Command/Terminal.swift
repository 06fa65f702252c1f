#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The output of the tour, in colour if standard output is a terminal.
struct Terminal {
  /// The styles of a text.
  enum Style: String {
    /// Plain text.
    case plain = ""

    /// A headline.
    case bold = "1"

    /// A less important text.
    case dim = "2"

    /// An error.
    case red = "31"

    /// A change.
    case green = "32"

    /// A warning.
    case yellow = "33"

    /// An input.
    case cyan = "36"

    /// An event from an effect.
    case magenta = "35"
  }

  /// Whether to print in colour.
  let hasColor: Bool

  /// The terminal of standard output, in colour if it is a terminal and the environment permits colour.
  static let standard = Terminal(hasColor: isatty(1) == 1 && getenv("NO_COLOR") == nil)

  /// Returns a text in a style, if colour is enabled.
  func styled(_ text: String, _ style: Style) -> String {
    hasColor && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Prints a line.
  func print(_ text: String = "", _ style: Style = .plain) {
    Swift.print(styled(text, style))
  }

  /// Prints a line to standard error.
  func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }
}
