/// A new value of one field of a state, so that one message serves all fields of a form.
///
/// ```swift
/// enum Input { case binding(Change<State>), saveTapped }
///
/// switch message {
/// case .input(.binding(let change)):
///   change.apply(to: &state)
///   if case \.email = change { state.problem = nil }
///   return .none
/// ```
///
/// A case pattern names a field, too: `case .input(.binding(\.email)):`. Its body still has to apply the change.
/// ``Store/binding(_:_:)`` sends changes, and so do tests: `await store.send(.binding(.set(\.email, "a")))`.
public struct Change<State>: Sendable {
  /// The changed field.
  public let keyPath: any PartialKeyPath<State> & Sendable

  /// The new value.
  package let value: any Equatable & Sendable

  private let write: @Sendable (inout State) -> Void

  /// A change that sets a field.
  ///
  /// - Parameters:
  ///   - keyPath: The field.
  ///   - value: The new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(keyPath: keyPath, value: value) { $0[keyPath: keyPath] = value }
  }

  /// Sets the field to the new value.
  ///
  /// - Parameter state: The state that has the field.
  public func apply(to state: inout State) { write(&state) }

  /// Whether a change sets a field, for patterns.
  public static func ~= (keyPath: PartialKeyPath<State>, change: Self) -> Bool { change.keyPath == keyPath }
}

extension Change: Equatable {
  /// Whether both set the same field to equal values.
  public static func == (first: Self, second: Self) -> Bool {
    first.keyPath == second.keyPath && equal(first.value, second.value)
  }
}

extension Change: Hashable {
  /// Hashes the field. Changes of one field to different values have one hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(keyPath) }
}

extension Change: CustomStringConvertible {
  /// The change as an assignment, such as `email = "a"`.
  public var description: String { "\(field ?? "a field") = \(valueText(of: value))" }

  /// The path of the field in Swift syntax, such as `email`; nil if the field is not stored.
  package var field: String? {
    let text = String(describing: keyPath)
    guard !text.contains("<"), let dot = text.firstIndex(of: ".") else { return nil }
    return String(text[text.index(after: dot)...])
  }
}
