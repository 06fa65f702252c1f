#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID: AtomicValue { package var atomText: String { uuidString } }
extension URL: AtomicValue { package var atomText: String { absoluteString } }
extension Decimal: AtomicValue { package var atomText: String { description } }
extension Locale: AtomicValue { package var atomText: String { "Locale(\(identifier.debugDescription))" } }
extension TimeZone: AtomicValue { package var atomText: String { "TimeZone(\(identifier.debugDescription))" } }
extension Calendar: AtomicValue { package var atomText: String { "Calendar(.\(identifier))" } }

extension Date: AtomicValue {
  /// The UTC date and time, such as `2001-01-01T00:00:00.5Z`, with all significant decimals.
  package var atomText: String {
    let text = "\(timeIntervalSinceReferenceDate)"
    let interval = timeIntervalSinceReferenceDate
    // Dates thousands of years away are unreadable, and their intervals print with an exponent.
    guard interval.magnitude < 1e11, !text.contains("e") else {
      return "Date(timeIntervalSinceReferenceDate: \(text))"
    }
    let seconds = Int(interval.rounded(.down))
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let (year, month, dayOfMonth) = Self.civil(daysSinceReferenceDate: day)
    let time = seconds - day * 86_400
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))T"
      + "\(Self.padded(time / 3_600, 2)):\(Self.padded(time / 60 % 60, 2)):\(Self.padded(time % 60, 2))"
      + Self.fraction(text, isNegative: interval < 0) + "Z"
  }

  /// Returns the decimals of the second, as in the shortest text of the interval.
  private static func fraction(_ text: String, isNegative: Bool) -> String {
    let digits = String(text.drop { $0 != "." }.dropFirst())
    guard let number = Int(digits), number != 0 else { return "" }
    guard isNegative else { return "." + digits }
    let whole = digits.reduce(1) { power, _ in power * 10 }
    return "." + padded(whole - number, digits.count)
  }

  /// Returns the date of a day in the proleptic Gregorian calendar.
  private static func civil(daysSinceReferenceDate days: Int) -> (year: Int, month: Int, day: Int) {
    // Years count from 1 March of the year 0, so that the leap day is the last day of a year.
    let shifted = days + 730_791
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number.magnitude)"
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}

extension Data: AtomicValue {
  /// The bytes: as text if they are text, otherwise as numbers.
  package var atomText: String { text(from: 0, limit: 64) }

  /// Returns a range of the bytes as text, with the number of omitted bytes.
  func text(from offset: Int, limit: Int) -> String {
    let run = dropFirst(offset).prefix(limit)
    let rest = count - offset - run.count
    let isShort = offset == 0 && rest == 0
    if isShort, let string = String(validating: run, as: UTF8.self), !string.isEmpty,
      string.utf8.allSatisfy(Self.isPlain)
    {
      return "Data(\(string.debugDescription).utf8)"
    }
    let bytes = run.map { "0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ", ")
    return
      "Data([\(offset > 0 ? "… \(grouped(offset)) more, " : "")\(bytes)\(rest > 0 ? ", … \(grouped(rest)) more" : "")])"
  }

  /// Whether a byte is a printable ASCII character or a line feed.
  private static func isPlain(_ byte: UInt8) -> Bool { (32..<127).contains(byte) || byte == 10 }
}
