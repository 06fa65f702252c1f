import StoreEditing
import StoreValues

/// A written statement that changes a part of a value, with the comments above it.
struct ChangeStatement {
  /// The lines, comments first.
  var lines: [String]

  /// The part that it changes; nil if it isn't known.
  let place: PlacePath?

  /// The assigned value as source; nil if it is no assignment.
  let value: String?

  /// Returns the statements that a writer has written, each in a line of its own.
  static func statements(_ lines: [String]) -> [Self] {
    var statements: [Self] = []
    var open: [String] = []
    for line in lines {
      open.append(line)
      guard !line.hasPrefix("//") else { continue }
      statements.append(Self(open))
      open = []
    }
    return open.isEmpty ? statements : statements + [Self(open)]
  }

  private init(_ lines: [String]) {
    self.lines = lines
    let code = lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n")
    guard let file = try? SourceFile(code), let statement = file.statements.first else {
      (place, value) = (nil, nil)
      return
    }
    place = PlacePath(changedBy: statement, in: file)
    if case .assignment(_, "=", let range) = statement.kind { value = file[range] } else { value = nil }
  }
}

extension Difference {
  /// The place in the closure of an assertion, such as `$0.rows[2].title`.
  var target: String { path.isEmpty || path.hasPrefix("[") ? "$0\(path)" : "$0.\(path)" }

  /// By how much a whole number has changed; nil if the values aren't two numbers.
  var change: Int? {
    guard let first = first as? any BinaryInteger, let second = second as? any BinaryInteger,
      let old = Int(exactly: first), let new = Int(exactly: second)
    else { return nil }
    return new - old
  }

  /// The statement that changes the number by its difference; nil if it isn't a number that has changed.
  var step: String? {
    change.flatMap { $0 == 0 ? nil : "\(target) \($0 > 0 ? "+=" : "-=") \(abs($0))" }
  }
}
