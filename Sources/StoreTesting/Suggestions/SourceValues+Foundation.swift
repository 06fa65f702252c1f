#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID: SourceValue {
  /// The identifier, made of its text.
  func sourceText(isInferred: Bool) -> String { "UUID(uuidString: \"\(uuidString)\")!" }
}

extension URL: SourceValue {
  /// The address, made of its text.
  func sourceText(isInferred: Bool) -> String {
    guard let baseURL else { return "URL(string: \(relativeString.debugDescription))!" }
    return "URL(string: \(relativeString.debugDescription), relativeTo: \(baseURL.sourceText(isInferred: true)))!"
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
  /// The bytes.
  func sourceText(isInferred: Bool) -> String { isEmpty ? "Data()" : text(from: 0, limit: .max) }
}

extension Locale: SourceValue {
  /// The locale, made of its name.
  func sourceText(isInferred: Bool) -> String { "Locale(identifier: \(identifier.debugDescription))" }
}

extension TimeZone: SourceValue {
  /// The time zone, made of its name.
  func sourceText(isInferred: Bool) -> String { "TimeZone(identifier: \(identifier.debugDescription))!" }
}
