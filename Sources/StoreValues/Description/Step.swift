/// One step of a path into a value.
package enum Step {
  case whole

  /// A field of a struct or an object.
  case field(String)

  /// An unnamed element of a tuple.
  case position(Int)

  /// An element of a list.
  case index(Int)

  /// A value of a dictionary, by key.
  case key(Any)

  case member(Any)
  case unwrapped

  /// The content of another wrapper, which needs no Swift syntax.
  case wrapped

  /// The payload of an enum case, or its part with a name or position.
  case payload(String, part: String? = nil)

  /// The step in Swift syntax, to append to a path.
  package var text: String {
    switch self {
    case .whole, .wrapped: ""
    case .field(let name): "." + (name.hasPrefix("_") ? String(name.drop { $0 == "_" }) : name)
    case .position(let index): ".\(index)"
    case .index(let index): "[\(index)]"
    case .key(let key): "[\(describe(key, limit: 100))]"
    case .member(let member): "[\(describe(member, limit: 100))]"
    case .unwrapped: "?"
    case .payload(let name, let part): ".\(name)" + (part.map { ".\($0)" } ?? "")
    }
  }

  /// Whether the step leads to an element of a collection.
  var isElement: Bool {
    switch self {
    case .index, .member: true
    default: false
    }
  }

  /// The label of the part among its siblings.
  var label: String {
    switch self {
    case .field: "\(text.dropFirst()): "
    case .index, .key: "\(text): "
    case .payload(_, let part?) where Int(part) == nil: "\(part): "
    case .whole, .position, .member, .unwrapped, .wrapped, .payload: ""
    }
  }
}

/// Returns the path of some steps in Swift syntax, such as `results[2].title`.
package func pathText(_ steps: [Step]) -> String {
  var path = ""
  for step in steps {
    // At the beginning of a path, unwrapping has no sign, and a field has no dot.
    switch step {
    case .unwrapped where path.isEmpty: break
    case .field where path.isEmpty: path = String(step.text.dropFirst())
    default: path += step.text
    }
  }
  return path
}
