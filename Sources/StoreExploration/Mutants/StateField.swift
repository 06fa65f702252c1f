import StoreTesting

/// A stored field of a state, or of a struct in it, that a mutant can change.
struct StateField: @unchecked Sendable {
  /// How many structs within each other are looked into.
  private static let maximumDepth = 2

  /// The way to the field, as Swift would write it behind the state; empty for the state itself.
  let path: String

  /// Where the field lies; nil for the state itself.
  private let layout: FieldLayout?

  /// The fields of a state; the state itself, if it has none that can be told.
  static func all(of state: Any) -> [StateField] {
    let fields = fields(of: state, in: nil, path: "", depth: 0)
    return fields.isEmpty ? [StateField(path: "", layout: nil)] : fields
  }

  /// The fields of a value that lies somewhere in a state.
  private static func fields(of value: Any, in place: FieldLayout?, path: String, depth: Int) -> [StateField] {
    guard case .record(let record) = Structure(of: value), !record.isObject, !record.isCustom,
      let layouts = FieldLayout.fields(of: type(of: value)), layouts.count == record.parts.count
    else { return [] }
    return zip(record.parts, layouts).flatMap { part, layout -> [StateField] in
      let path = (path.isEmpty ? "" : path + ".") + (part.label ?? "_")
      let layout = place.map { layout.within($0) } ?? layout
      guard layout.isVariable else { return [] }
      let inner = depth < maximumDepth ? fields(of: part.value, in: layout, path: path, depth: depth + 1) : []
      return inner.isEmpty ? [StateField(path: path, layout: layout)] : inner
    }
  }

  /// What a state has in the field.
  func value<State>(in state: State) -> Any { layout?.value(in: state) ?? state }

  /// Gives a state what another one has in the field.
  func copy<State>(from source: State, to state: inout State) {
    guard let layout else { return state = source }
    layout.copy(from: source, to: &state)
  }

  /// What the field is called in a sentence.
  var phrase: String { path.isEmpty ? "the state" : "\"\(path)\"" }
}
