/// Formats a number with a comma between groups of three digits.
package func grouped(_ number: Int) -> String {
  var text = ""
  let digits = String(number.magnitude)
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return number < 0 ? "-" + text : text
}

/// Returns a number with a noun.
///
/// - Parameters:
///   - number: The number.
///   - one: The noun in the singular.
///   - many: The noun in the plural; nil to append an "s".
package func count(_ number: Int, _ one: String, plural many: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}
