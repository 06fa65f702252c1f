import StoreCore
import StoreTesting

/// The messages that came in tests, and those that the types of messages declare, by their names.
struct MessageNames: Sendable, Equatable {
  /// The messages that came.
  private(set) var seen: Set<String> = []

  /// The messages that are declared, as far as the types say.
  private(set) var declared: Set<String> = []

  /// The declared messages that never came, in order.
  var unseen: [String] { declared.subtracting(seen).sorted() }

  /// Names nothing.
  init() {}

  /// Names what is known.
  init(seen: Set<String>, declared: Set<String>) {
    self.seen = seen
    self.declared = declared
  }

  /// Names messages, and what their types declare.
  ///
  /// Where inputs and feedback are of one type, a message may come as either.
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

  /// Adds those of another test.
  mutating func formUnion(_ other: Self) {
    seen.formUnion(other.seen)
    declared.formUnion(other.declared)
    // The results of a case are known once the case was seen.
    let all = declared
    declared = all.filter { name in !all.contains { $0.hasPrefix(name.dropLast() + "(") } }
  }

  /// The names of the values of an enum.
  ///
  /// - Parameters:
  ///   - type: The enum.
  ///   - samples: Values that were seen, by their cases.
  private func names(_ type: Any.Type, _ samples: [String: Any]) -> [String] {
    guard let cases = enumCaseNames(of: type) else { return [] }
    return cases.flatMap { name -> [String] in
      guard let sample = samples[name], case .choice(_, let parts) = Structure(of: sample), parts.count == 1,
        let result = parts[0].value as? any AnyResult
      else { return samples[name].map { [MessageName.text(of: $0)] } ?? [".\(name)"] }
      return Swift.type(of: result).caseNames.map { ".\(name)(.\($0))" }
    }
  }
}

/// A result of any type.
private protocol AnyResult {
  /// The cases that there can be.
  static var caseNames: [String] { get }
}

extension Result: AnyResult {
  /// The cases that there can be.
  fileprivate static var caseNames: [String] { Failure.self == Never.self ? ["success"] : ["success", "failure"] }
}
