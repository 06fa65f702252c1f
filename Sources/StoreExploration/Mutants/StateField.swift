import StoreTesting

/// A stored field of a state, or of a struct in it, that a mutant can change.
struct StateField: Sendable {
  /// The maximum nesting depth of structs to visit.
  private static let maximumDepth = 2

  /// The path to the field in Swift syntax; empty for the state itself.
  let path: String

  /// The layout of the field; nil for the state itself.
  private let layout: FieldLayout?

  /// Returns the fields of a state, or the state itself if its fields are unknown.
  static func all(of state: Any) -> [StateField] {
    let fields = fields(of: state, in: nil, path: "", depth: 0)
    return fields.isEmpty ? [StateField(path: "", layout: nil)] : fields
  }

  private static func fields(of value: Any, in place: FieldLayout?, path: String, depth: Int) -> [StateField] {
    guard case .record(let record) = ReflectedValue(of: value), !record.isObject, !record.isCustom,
      let layouts = FieldLayout.fields(of: type(of: value)), layouts.count == record.parts.count
    else { return [] }
    return zip(record.parts, layouts).flatMap { part, layout -> [StateField] in
      let path = (path.isEmpty ? "" : path + ".") + (part.label ?? "_")
      let layout = place.map { layout.within($0) } ?? layout
      guard layout.isVariable else { return [] }
      // A field of a protocol's type has the parts of its value elsewhere in memory.
      let isInPlace = layout.type == type(of: part.value)
      let inner =
        isInPlace && depth < maximumDepth ? fields(of: part.value, in: layout, path: path, depth: depth + 1) : []
      return inner.isEmpty ? [StateField(path: path, layout: layout)] : inner
    }
  }

  /// Returns the value of the field in a state.
  func value<State>(in state: State) -> Any { layout?.value(in: state) ?? state }

  /// Copies the field from one state to another.
  func copy<State>(from source: State, to state: inout State) {
    guard let layout else { return state = source }
    layout.copy(from: source, to: &state)
  }

  /// The name of the field in a sentence.
  var phrase: String { path.isEmpty ? "the state" : "\"\(path)\"" }
}
