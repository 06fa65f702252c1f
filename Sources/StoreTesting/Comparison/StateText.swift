/// Returns a state as text. A state with fields has one field per line.
package func stateText(_ state: Any) -> String {
  let limit = 4_000
  guard ownText(of: state) == nil, case .record(let record) = ReflectedValue(of: state), !record.parts.isEmpty,
    !record.isObject
  else {
    return describe(state, limit: limit).replacing("\n", with: "⏎")
  }
  var lines: [String] = []
  var rest = limit
  for part in record.parts {
    guard rest > 0 else {
      lines.append("…")
      break
    }
    let text = describe(part.value, limit: rest).replacing("\n", with: "⏎")
    lines.append("\(part.label ?? "_"): \(text)")
    rest -= text.utf8.count
  }
  return lines.joined(separator: "\n")
}
