/// The shown fields of a struct, with their places in memory.
///
/// Performance: a mirror gives the same, but asks the runtime for the name and the type of each field of each value anew.
struct RecordLayout: Sendable {
  private struct Field {
    let label: String?
    let layout: FieldLayout
  }

  private static let known = TypeFacts { RecordLayout($0) }

  private let name: String
  private let fields: [Field]

  private init?(_ type: Any.Type) {
    guard !(type is any AtomicValue.Type), !(type is any StructuredValue.Type), !(type is any CustomReflectable.Type),
      !(type is any BinaryFloatingPoint.Type), !belongsToStandard(type), FieldLayout.elements(ofTuple: type) == nil,
      let layouts = FieldLayout.fields(of: type), !layouts.isEmpty
    else { return nil }
    name = shortName(of: type)
    fields = layouts.compactMap { layout in
      guard !ReflectedValue.isUnshown(layout.name, layout.type) else { return nil }
      return Field(label: ReflectedValue.Part.label(ofField: layout.name, layout.type), layout: layout)
    }
  }

  /// Returns a value with its fields; nil if only a mirror shows them.
  ///
  /// The type is that of the value in memory. For a value that is wrapped twice, that is an existential type, without fields.
  static func record<Value>(of value: Value) -> ReflectedValue.Record? {
    guard let layout = known[Value.self] else { return nil }
    let parts = layout.fields.map { ReflectedValue.Part(label: $0.label, value: $0.layout.value(in: value)) }
    return ReflectedValue.Record(name: layout.name, parts: parts, isObject: false, isCustom: false, isCut: false)
  }
}
