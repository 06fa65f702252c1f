#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the tour prints, in colour if a person is likely to look at it.
struct Terminal {
  /// The ways in which a text can stand out.
  enum Style: String {
    /// As it is.
    case plain = ""

    /// A headline.
    case bold = "1"

    /// Less important.
    case dim = "2"

    /// Something wrong.
    case red = "31"

    /// A change.
    case green = "32"

    /// A warning.
    case yellow = "33"

    /// Something from outside.
    case cyan = "36"

    /// Something from an effect.
    case magenta = "35"
  }

  /// Whether to print in colour.
  let hasColor: Bool

  /// A terminal that prints in colour only if standard output is one, and nobody has asked for none.
  static let standard = Terminal(hasColor: isatty(1) == 1 && getenv("NO_COLOR") == nil)

  /// A text in a style, if there is colour.
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
