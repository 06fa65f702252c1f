/// One step on the way into a value.
package enum Step {
  case whole

  /// A field of a struct or an object.
  case field(String)

  /// An element of a tuple that has no name.
  case position(Int)

  /// An element of a list.
  case index(Int)

  /// The value of a dictionary's key.
  case key(Any)

  case member(Any)
  case unwrapped

  /// What another wrapper holds, which needs no step in Swift.
  case wrapped

  /// What a case of an enum holds: all of it, or the part of a name or position.
  case payload(String, part: String? = nil)

  /// How the step is written behind what comes before it.
  var text: String {
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

  /// Whether it leads to one of several values of a kind.
  var isElement: Bool {
    switch self {
    case .index, .member: true
    default: false
    }
  }

  /// How the part is called among its siblings.
  var label: String {
    switch self {
    case .field: "\(text.dropFirst()): "
    case .index, .key: "\(text): "
    case .payload(_, let part?) where Int(part) == nil: "\(part): "
    case .whole, .position, .member, .unwrapped, .wrapped, .payload: ""
    }
  }
}

/// The way that some steps make, as Swift would write it behind the value, such as `results[2].title`.
package func pathText(_ steps: [Step]) -> String {
  var path = ""
  for step in steps {
    // What is at the top needs no sign that it was unwrapped, and a field no dot.
    switch step {
    case .unwrapped where path.isEmpty: break
    case .field where path.isEmpty: path = String(step.text.dropFirst())
    default: path += step.text
    }
  }
  return path
}
