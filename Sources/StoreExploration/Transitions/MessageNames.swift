import StoreCore
import StoreTesting

/// The names of the messages that occurred in tests, and of those that their types declare.
struct MessageNames: Sendable, Equatable {
  /// The messages that occurred.
  private(set) var seen: Set<String> = []

  /// The declared messages, if the types are known.
  private(set) var declared: Set<String> = []

  /// The declared messages that never occurred, in order.
  var unseen: [String] { declared.subtracting(seen).sorted() }

  /// Creates empty sets.
  init() {}

  init(seen: Set<String>, declared: Set<String>) {
    self.seen = seen
    self.declared = declared
  }

  /// Creates the names of messages, and of the cases that their types declare.
  ///
  /// If inputs and feedback share a type, a declared message may occur as either.
  init<Input, Feedback>(_ messages: [Message<Input, Feedback>]) {
    var inputs: [String: Any] = [:]
    var feedbacks: [String: Any] = [:]
    for message in messages {
      seen.insert(MessageName.text(of: message))
      switch message {
      case .input(let input): inputs[MessageName.caseName(of: input) ?? ""] = input
      case .feedback(let feedback): feedbacks[MessageName.caseName(of: feedback) ?? ""] = feedback
      }
    }
    let isShared = Input.self == Feedback.self
    if isShared {
      for name in seen {
        for (one, other) in [(".input(", ".feedback("), (".feedback(", ".input(")] where name.hasPrefix(one) {
          seen.insert(other + name.dropFirst(one.count))
        }
      }
      inputs.merge(feedbacks) { first, _ in first }
    }
    declared = Set(names(Input.self, inputs).map { ".input(\($0))" })
    if !isShared { declared.formUnion(names(Feedback.self, feedbacks).map { ".feedback(\($0))" }) }
  }

  /// Adds the names of another test.
  mutating func formUnion(_ other: Self) {
    seen.formUnion(other.seen)
    guard !other.declared.isSubset(of: declared) else { return }
    declared.formUnion(other.declared)
    // A case with a `Result` is replaced by its two outcomes once a test shows its payload.
    let all = declared
    declared = all.filter { name in !all.contains { $0.hasPrefix(name.dropLast() + "(") } }
  }

  /// Returns the names of an enum's values.
  ///
  /// - Parameters:
  ///   - type: The enum.
  ///   - samples: Known values, by case.
  private func names(_ type: Any.Type, _ samples: [String: Any]) -> [String] {
    guard let cases = enumCaseNames(of: type) else { return [] }
    return cases.flatMap { name -> [String] in
      guard let sample = samples[name], case .choice(_, let parts) = ReflectedValue(of: sample), parts.count == 1,
        let result = parts[0].value as? any AnyResult
      else { return samples[name].map { [MessageName.text(of: $0)] } ?? [".\(name)"] }
      return Swift.type(of: result).caseNames.map { ".\(name)(.\($0))" }
    }
  }
}

/// A `Result` with its types erased.
private protocol AnyResult {
  /// The possible cases.
  static var caseNames: [String] { get }
}

extension Result: AnyResult {
  /// The possible cases.
  fileprivate static var caseNames: [String] { Failure.self == Never.self ? ["success"] : ["success", "failure"] }
}
