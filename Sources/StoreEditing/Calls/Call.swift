/// A call of a method in Swift source. Ranges are UTF-8 offsets.
package struct Call: Sendable, Equatable {
  /// Where a call stands in its statement.
  package enum Position: Sendable, Equatable {
    /// It is the statement, with `try`, `await` and what is chained behind it.
    case statement

    /// It is the value that the statement binds, assigns or returns, as in `let task = await store.send(.tick)`.
    case value

    /// It is a part of another expression, such as an argument, of a condition, or of a string.
    case expression
  }

  /// The method's name.
  package let name: Range<Int>

  /// What stands before the dot of the method; nil if nothing does.
  package let base: Range<Int>?

  /// The call from its base to its last trailing closure.
  package let range: Range<Int>

  /// The statement that contains the call, without comments and a semicolon behind it.
  package let statement: Range<Int>
  package let position: Position

  /// The argument list with its parentheses; nil if the call has none, as in `send { ... }`.
  package let parentheses: Range<Int>?
  package let arguments: [Argument]
  package let closures: [Closure]

  /// The macro that contains the call in its arguments or its closures; nil if none does.
  package let macro: Range<Int>?

  /// The indentation of the statement's first line.
  package let indentation: String
}

/// An argument between the parentheses of a call.
package struct Argument: Sendable, Equatable {
  package let label: String?
  package let value: Range<Int>

  /// The closure that the value is; nil if it is something else.
  package let closure: Closure?
}

/// A closure of a call, with its statements. Ranges are UTF-8 offsets.
package struct Closure: Sendable, Equatable {
  /// The label; nil for the first trailing closure.
  package let label: String?

  /// The closure with its braces.
  package let braces: Range<Int>

  /// The captures and parameters up to and with `in`; nil if it has none.
  package let signature: Range<Int>?

  /// The names of the parameters in the signature.
  package let parameters: [String]
  package let statements: [Statement]
}
