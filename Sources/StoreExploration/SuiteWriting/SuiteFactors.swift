import StoreCore
import StoreTesting

/// What may decide how a feature reacts to a message: its state in parts, and its running effects.
///
/// Numbers and texts without end make each situation a new one. So only the first values of a part count as different.
struct SuiteFactors {
  /// The greatest number of values of a part that count as different.
  private static let valueLimit = 4

  /// The greatest number of elements of a list, and of equal effects, that count as different.
  private static let countLimit = 3

  private static let maximumDepth = 4

  /// The values of each part, in the order in which they occurred.
  private var values: [String: [String]] = [:]

  /// Returns the parts of a situation, each with its value.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - running: The numbers of running effects, by name.
  mutating func parts(of state: Any, _ running: [String: Int]) -> [(part: String, value: String)] {
    var parts: [(String, String)] = []
    visit(state, "", depth: 0, &parts)
    for (name, count) in running.sorted(by: { $0.key < $1.key }) {
      parts.append(("effect \(name)", "\(min(count, Self.countLimit))"))
    }
    return parts
  }

  /// Returns a value of a part, or the same text for all values after the first ones.
  mutating func known(_ value: String, of part: String) -> String {
    if values[part, default: []].contains(value) { return value }
    guard values[part, default: []].count < Self.valueLimit else { return "another" }
    values[part, default: []].append(value)
    return value
  }

  private mutating func visit(_ value: Any, _ part: String, depth: Int, _ parts: inout [(String, String)]) {
    let reflected = ReflectedValue(of: value)
    guard depth < Self.maximumDepth, !isPlain(type(of: value)) || reflected.elements != nil else {
      return parts.append((part, known(identifyingText(of: value), of: part)))
    }
    if let elements = reflected.elements {
      parts.append(("\(part) count", "\(min(elements.count, Self.countLimit))"))
      guard let first = elements.first, let last = elements.last, !isPlain(type(of: first)) else {
        return parts.append((part, known(identifyingText(of: value), of: part)))
      }
      visit(first, "\(part) first", depth: depth + 1, &parts)
      if elements.count > 1 { visit(last, "\(part) last", depth: depth + 1, &parts) }
      return
    }
    switch reflected {
    case .absent: parts.append((part, "nil"))
    case .present(let inner): visit(inner, part, depth: depth + 1, &parts)
    case .choice(let name, let payload):
      parts.append((part, name))
      for field in payload { visit(field.value, "\(part) \(name) \(field.label ?? "")", depth: depth + 1, &parts) }
    case .tuple(let fields):
      for (index, field) in fields.enumerated() {
        visit(field.value, "\(part) \(field.label ?? "\(index)")", depth: depth + 1, &parts)
      }
    case .record(let record) where !record.isObject && !record.parts.isEmpty:
      for field in record.parts { visit(field.value, "\(part) \(field.label ?? "")", depth: depth + 1, &parts) }
    default: parts.append((part, known(identifyingText(of: value), of: part)))
    }
  }
}

extension ReflectedValue {
  /// The elements of a collection, in an order that is the same in every process; nil for other values.
  fileprivate var elements: [Any]? {
    switch self {
    case .list(let list, _): (0..<list.count).map { list.element(at: $0) }
    case .set(let set, _): ordered(set.members)
    case .dictionary(let dictionary, _): ordered(dictionary.entries, by: \.key).map { $0.value }
    default: nil
    }
  }
}
