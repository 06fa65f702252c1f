import StoreDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The likely reason why a value differs between runs, derived from the values.
package enum InstabilityCause: Hashable {
  /// A new UUID each time.
  case uuid

  case date
  case clock

  /// A set or dictionary in another order.
  case order

  /// A number that grows by a constant amount.
  case counter

  /// A number that grows.
  case growth

  case number
  case duration
  case unknown

  /// Creates the cause of a difference between two values; nil if the difference is legitimate, as for addresses of
  /// objects.
  init?(_ first: Any, _ second: Any) {
    guard !isAddress(first), !isAddress(second) else { return nil }
    switch (first, second) {
    case (is UUID, is UUID): self = .uuid
    case (is Date, is Date): self = .date
    case (is ContinuousClock.Instant, is ContinuousClock.Instant),
      (is SuspendingClock.Instant, is SuspendingClock.Instant):
      self = .clock
    case (let one as String, let two as String):
      guard withoutAddresses(one) != withoutAddresses(two) else { return nil }
      if UUID(uuidString: one) != nil, UUID(uuidString: two) != nil {
        self = .uuid
      } else {
        self = haveSameCharacters(one, two) ? .order : .unknown
      }
    case (is Duration, is Duration): self = .duration
    default:
      if type(of: first) == type(of: second),
        identifyingText(of: first, limit: 10_000) == identifyingText(of: second, limit: 10_000)
      {
        return nil
      }
      self = numericValue(of: first) != nil && numericValue(of: second) != nil ? .number : .unknown
    }
  }

  /// Refines the cause of a difference between numbers by their values in several runs.
  ///
  /// - Parameter values: The values, run by run.
  package func refined(by values: [Any]) -> Self {
    let numbers = values.compactMap(numericValue)
    guard self == .number, numbers.count == values.count, numbers.count > 2 else { return self }
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    guard steps.allSatisfy({ $0 > 0 }) else { return self }
    return steps.allSatisfy { $0 == steps[0] } ? .counter : .growth
  }
}

// MARK: - Text

extension InstabilityCause {
  /// The problem with the value, as the end of a sentence.
  package var verdict: String {
    switch self {
    case .uuid: "is another UUID each time"
    case .date: "is another date each time"
    case .clock: "comes from a real clock"
    case .order: "has another order each time"
    case .counter: "counts on from run to run"
    case .growth: "grows from run to run"
    case .number: "is another number each time"
    case .duration: "is another duration each time"
    case .unknown: "is not the same each time"
    }
  }

  /// The origin of the value and its fix; nil if unknown.
  package var advice: String? {
    switch self {
    case .uuid: #"The code makes a new UUID each time. Take it from the dependency '\.uuid'."#
    case .date: #"The code reads the current date. Take it from the dependency '\.date'."#
    case .clock: #"The code reads a real clock. Use the clock of the dependency '\.continuousClock'."#
    case .order:
      "The elements are the same, in the order of a Set or Dictionary. Each new Set or Dictionary has its own order. "
        + "Sort the elements, or keep an array."
    case .counter:
      "A global or static variable, or an object, keeps the count. Keep the count in the state."
    case .growth:
      #"The value comes from a clock, or from a count outside the state. Take the time from the dependencies '\.date' or "#
        + #"'\.continuousClock', and keep the count in the state."#
    case .number:
      "The value comes from chance, a clock, or a count outside the state. Take chance from the dependency "
        + #"'\.withRandomNumberGenerator', time from '\.date' or '\.continuousClock', and keep the count in the state."#
    case .duration:
      "The value comes from chance, or from a measurement. Take chance from the dependency "
        + #"'\.withRandomNumberGenerator', and time from '\.continuousClock'."#
    case .unknown: nil
    }
  }
}

/// Returns a value as a number, if it is one.
private func numericValue(of value: Any) -> Double? {
  switch value {
  case let value as any BinaryInteger: Double(value)
  case let value as any BinaryFloatingPoint: Double(value)
  case let value as Decimal: Double(value.description)
  default: nil
  }
}

/// Whether a value is a memory address.
private func isAddress(_ value: Any) -> Bool {
  value is ObjectIdentifier || value is UnsafeRawPointer || value is UnsafeMutableRawPointer || value is OpaquePointer
}

/// Whether two texts have the same characters in another order.
private func haveSameCharacters(_ one: String, _ two: String) -> Bool {
  one.utf8.count == two.utf8.count && one.count > 2 && one.sorted() == two.sorted()
}

/// Removes addresses such as `0x00007f8a4c00` from a text.
package func withoutAddresses(_ text: String) -> String {
  guard text.utf8.count > 2, text.contains("0x") else { return text }
  return text.replacing(/0x[0-9a-fA-F]{6,}/, with: "0x…")
}
