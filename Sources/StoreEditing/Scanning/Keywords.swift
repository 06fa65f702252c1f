/// The names that tell where an expression or a statement begins and ends.
enum Keywords {
  private static let conditions = set("if guard while for switch catch")
  private static let declarations = set(
    "let var func case init subscript class struct enum protocol extension typealias import"
  )
  private static let operands = set("try await throw return")
  private static let openings = set("inout in is as where else repeat do defer")
  private static let continuations = set("else catch where in is as throws rethrows")
  private static let labels = set("case default")
  private static let directives = set("if elseif else endif sourceLocation")

  private static func set(_ names: String) -> Set<ArraySlice<UInt8>> {
    Set(names.split(separator: " ").map { ArraySlice(Array($0.utf8)) })
  }

  /// Whether a statement with this keyword has a condition, behind which a brace opens a block.
  static func opensCondition(_ name: ArraySlice<UInt8>) -> Bool { conditions.contains(name) }

  /// Whether the keyword stands before an expression and changes how it runs.
  static func marksEffect(_ name: ArraySlice<UInt8>) -> Bool { operands.contains(name) }

  /// Whether what follows belongs to the same statement, even on the next line.
  static func precedesOperand(_ name: ArraySlice<UInt8>) -> Bool {
    beginsStatement(name) || openings.contains(name)
  }

  /// Whether the name at the start of a line continues the statement before it.
  static func continues(_ name: ArraySlice<UInt8>) -> Bool { continuations.contains(name) }

  /// Whether the name begins a part of a `switch`.
  static func isLabel(_ name: ArraySlice<UInt8>) -> Bool { labels.contains(name) }

  static func isDirective(_ name: ArraySlice<UInt8>) -> Bool { directives.contains(name) }

  /// Whether a statement begins with the name, which no closure's signature contains.
  static func beginsStatement(_ name: ArraySlice<UInt8>) -> Bool {
    conditions.contains(name) || declarations.contains(name) || operands.contains(name)
  }
}
