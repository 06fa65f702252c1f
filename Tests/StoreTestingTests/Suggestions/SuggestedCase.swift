import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

/// Two states, the suggestion that changes one to the other, and the same suggestion as compiled code.
struct SuggestedCase: Sendable, CustomTestStringConvertible {
  /// The name of the case, and of its function in ``SuggestedLines``.
  let name: String

  /// The lines that are suggested.
  let suggestion: @Sendable () -> [String]

  /// The difference between the second state and the result of the compiled lines; nil if they are equal.
  let remainder: @Sendable () -> String?

  /// The name of the case.
  var testDescription: String { name }

  /// Makes a case of any state. With a file, the suggestion knows the declarations of types near it.
  init<State>(
    _ name: String,
    near file: String? = nil,
    from before: @escaping @Sendable () -> State,
    to after: @escaping @Sendable () -> State,
    by lines: @escaping @Sendable (inout State) -> Void
  ) {
    self.name = name
    suggestion = { Suggestion.assignments(from: before(), to: after(), near: file) }
    remainder = {
      var state = before()
      lines(&state)
      return difference(state, after())
    }
  }

  /// Makes a case of a change to a specimen.
  init(
    _ name: String,
    _ lines: @escaping @Sendable (inout Specimen) -> Void,
    _ change: @escaping @Sendable (inout Specimen) -> Void
  ) {
    let after: @Sendable () -> Specimen = {
      var state = Specimen()
      change(&state)
      return state
    }
    self.init(name, from: { Specimen() }, to: after, by: lines)
  }
}
