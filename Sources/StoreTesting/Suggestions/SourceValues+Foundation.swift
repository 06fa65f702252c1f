#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether a value is an identifier of the kind that is made at random, which no test can say beforehand.
func isRandomIdentifier(_ value: Any) -> Bool {
  guard let uuid = (value as? UUID)?.uuid else { return false }
  return uuid.6 & 0xF0 == 0x40 && uuid.8 & 0xC0 == 0x80
}

extension UUID: SourceValue {
  /// The identifier, made of its text.
  func sourceText(isInferred: Bool) -> String { "UUID(uuidString: \"\(uuidString)\")!" }
}

extension URL: SourceValue {
  /// The address, made of its text.
  func sourceText(isInferred: Bool) -> String {
    guard let baseURL else { return "URL(string: \(quoted(relativeString)))!" }
    return "URL(string: \(quoted(relativeString)), relativeTo: \(baseURL.sourceText(isInferred: true)))!"
  }
}

extension Decimal: SourceValue {
  /// The number, made of its text, as a literal would lose digits.
  func sourceText(isInferred: Bool) -> String { isNaN ? "Decimal.nan" : "Decimal(string: \"\(self)\")!" }
}

extension Date: SourceValue {
  /// The date, made of the seconds that it is kept as.
  func sourceText(isInferred: Bool) -> String {
    "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate.sourceText(isInferred: true)))"
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
  /// The calendar, made of its name, with what is not as usual in it.
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

/// An expression whose value is changed before it is used, where no initialiser says all of it.
private func changed(_ expression: String, _ changes: [String], as type: String) -> String {
  guard !changes.isEmpty else { return expression }
  let steps = ["var value = \(expression)"] + changes.map { "value.\($0)" } + ["return value"]
  return "{ () -> \(type) in \(steps.joined(separator: "; ")) }()"
}

extension Locale: SourceValue {
  /// The locale, made of its name.
  func sourceText(isInferred: Bool) -> String { "Locale(identifier: \(quoted(identifier)))" }
}

extension TimeZone: SourceValue {
  /// The time zone, made of its name.
  func sourceText(isInferred: Bool) -> String { "TimeZone(identifier: \(quoted(identifier)))!" }
}
