extension Duration {
  /// The duration as readable text: `300 ms`, `1.5 s`, `2 min 30 s`.
  package var text: String {
    let nanoseconds = attoseconds / 1_000_000_000
    guard nanoseconds != 0 else { return attoseconds == 0 ? "0 s" : "\(attoseconds) as" }
    let sign = nanoseconds < 0 ? "-" : ""
    let amount = nanoseconds.magnitude
    switch amount {
    case ..<1_000: return "\(sign)\(amount) ns"
    case ..<1_000_000: return sign + Self.decimal(amount, per: 1_000) + " µs"
    case ..<1_000_000_000: return sign + Self.decimal(amount, per: 1_000_000) + " ms"
    case ..<60_000_000_000: return sign + Self.decimal(amount, per: 1_000_000_000) + " s"
    default: return sign + Self.clock(amount)
    }
  }

  /// Formats a number with as many decimals as needed.
  private static func decimal(_ amount: UInt128, per unit: UInt128) -> String {
    let fraction = amount % unit
    guard fraction != 0 else { return "\(amount / unit)" }
    let digits = String(String(unit + fraction).dropFirst())
    return "\(amount / unit)." + String(digits.reversed().drop { $0 == "0" }.reversed())
  }

  /// Formats a duration in hours, minutes and seconds.
  private static func clock(_ nanoseconds: UInt128) -> String {
    let seconds = nanoseconds % 60_000_000_000
    let minutes = nanoseconds / 60_000_000_000
    var parts: [String] = []
    if minutes >= 60 { parts.append("\(minutes / 60) h") }
    if minutes % 60 > 0 { parts.append("\(minutes % 60) min") }
    if seconds > 0 { parts.append(decimal(seconds, per: 1_000_000_000) + " s") }
    return parts.joined(separator: " ")
  }
}
