/// The name of a type, and the origin of its declaration. Performance: the runtime creates a new name for each request.
private struct TypeName {
  let short: String
  let isStandard: Bool
  let isImported: Bool
  let isGeneric: Bool

  static let all = TypeFacts { TypeName($0) }

  private init(_ type: Any.Type) {
    let name = String(reflecting: type)
    let modules = ["Swift.", "Foundation.", "FoundationEssentials."]
    isStandard = modules.contains { name.hasPrefix($0) }
    isImported = name.hasPrefix("__C.")
    isGeneric = name.contains("<")
    let short = String(describing: type)
    self.short = short.hasPrefix("(unknown") ? "Unknown" : short
  }
}

/// Returns the name of a type without its module and its enclosing types.
package func shortName(of type: Any.Type) -> String { TypeName.all[type].short }

/// Whether a type belongs to the standard library or Foundation, and isn't generic.
package func isStandard(_ type: Any.Type) -> Bool {
  let name = TypeName.all[type]
  return name.isStandard && !name.isGeneric
}

/// Whether the standard library, Foundation or a system library declares a type.
func belongsToStandard(_ type: Any.Type) -> Bool {
  let name = TypeName.all[type]
  return name.isStandard || name.isImported
}
