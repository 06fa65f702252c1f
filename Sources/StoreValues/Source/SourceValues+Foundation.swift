#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether a value is a random identifier, which a test can't predict.
func isRandomIdentifier(_ value: Any) -> Bool {
  guard let uuid = (value as? UUID)?.uuid else { return false }
  return uuid.6 & 0xF0 == 0x40 && uuid.8 & 0xC0 == 0x80
}

/// Whether a value seems to be read from the system's clock in this run, so that no test can predict it.
func isDateOfNow(_ value: Any) -> Bool {
  guard let date = value as? Date else { return false }
  return abs(date.timeIntervalSinceNow) < 60 && date.timeIntervalSince1970.rounded() != date.timeIntervalSince1970
}

extension UUID: SourceValue {
  /// Returns the identifier, created from its number, as generators of tests make them, otherwise from its text.
  func sourceText(isInferred: Bool) -> String {
    let digits = uuidString.filter { $0 != "-" }
    let number = digits.hasPrefix(String(repeating: "0", count: 16)) ? Int(digits.dropFirst(16), radix: 16) : nil
    return number.map { "UUID(\($0))" } ?? "UUID(uuidString: \"\(uuidString)\")!"
  }
}

extension URL: SourceValue {
  /// Returns the URL, created from its text.
  func sourceText(isInferred: Bool) -> String {
    guard let baseURL else { return "URL(string: \(quoted(relativeString)))!" }
    return "URL(string: \(quoted(relativeString)), relativeTo: \(baseURL.sourceText(isInferred: true)))!"
  }
}

extension Decimal: SourceValue {
  /// Returns the number, created from its text, as a literal would lose digits.
  func sourceText(isInferred: Bool) -> String { isNaN ? "Decimal.nan" : "Decimal(string: \"\(self)\")!" }
}

extension Date: SourceValue {
  /// Returns the date, created from its seconds since 1970 if they are whole, otherwise since the reference date.
  func sourceText(isInferred: Bool) -> String {
    let seconds = Int(exactly: timeIntervalSince1970)
    if let seconds, Date(timeIntervalSince1970: Double(seconds)) == self {
      return "Date(timeIntervalSince1970: \(seconds))"
    }
    return "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate.sourceText(isInferred: true)))"
  }
}

extension Data: SourceValue {
  func sourceText(isInferred: Bool) -> String { isEmpty ? "Data()" : text(from: 0, limit: .max) }
}

extension DateComponents: SourceValue {
  func sourceText(isInferred: Bool) -> String {
    let numbers: [(String, Int?)] = [
      ("era", era), ("year", year), ("month", month), ("day", day), ("hour", hour), ("minute", minute),
      ("second", second), ("nanosecond", nanosecond), ("weekday", weekday), ("weekdayOrdinal", weekdayOrdinal),
      ("quarter", quarter), ("weekOfMonth", weekOfMonth), ("weekOfYear", weekOfYear),
      ("yearForWeekOfYear", yearForWeekOfYear),
    ]
    let arguments =
      [calendar.map { "calendar: \($0.sourceText(isInferred: true))" }].compactMap(\.self)
      + [timeZone.map { "timeZone: \($0.sourceText(isInferred: true))" }].compactMap(\.self)
      + numbers.compactMap { name, number in number.map { "\(name): \($0)" } }
    let changes =
      [isLeapMonth.map { "isLeapMonth = \($0)" }].compactMap(\.self)
      + [dayOfYear.map { "dayOfYear = \($0)" }].compactMap(\.self)
    return changed("DateComponents(\(arguments.joined(separator: ", ")))", changes, as: "DateComponents")
  }
}

extension Calendar: SourceValue {
  /// Returns the calendar, created from its identifier, with changes of its properties.
  func sourceText(isInferred: Bool) -> String {
    let usual = Calendar(identifier: identifier)
    let changes = [
      locale.flatMap { $0 == usual.locale ? nil : "locale = \($0.sourceText(isInferred: true))" },
      timeZone == usual.timeZone ? nil : "timeZone = \(timeZone.sourceText(isInferred: true))",
      firstWeekday == usual.firstWeekday ? nil : "firstWeekday = \(firstWeekday)",
      minimumDaysInFirstWeek == usual.minimumDaysInFirstWeek
        ? nil : "minimumDaysInFirstWeek = \(minimumDaysInFirstWeek)",
    ]
    return changed("Calendar(identifier: .\(identifier))", changes.compactMap(\.self), as: "Calendar")
  }
}

/// Returns an expression that changes a value in a closure, for a type without an initialiser for all properties.
private func changed(_ expression: String, _ changes: [String], as type: String) -> String {
  guard !changes.isEmpty else { return expression }
  let steps = ["var value = \(expression)"] + changes.map { "value.\($0)" } + ["return value"]
  return "{ () -> \(type) in \(steps.joined(separator: "; ")) }()"
}

extension Locale: SourceValue {
  /// Returns the locale, created from its identifier.
  func sourceText(isInferred: Bool) -> String { "Locale(identifier: \(quoted(identifier)))" }
}

extension TimeZone: SourceValue {
  /// Returns the time zone, created from its identifier.
  func sourceText(isInferred: Bool) -> String { "TimeZone(identifier: \(quoted(identifier)))!" }
}
