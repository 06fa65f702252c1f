import StoreCore

extension EffectIdentifier {
  /// Returns the id as text, which is equal for equal ids in each run: a child is told by its place.
  ///
  /// - Parameter text: Returns the text of a value.
  func text(_ text: (Any) -> String) -> String {
    switch base {
    case let child as ChildPath:
      let outer = child.parent?.text(text) ?? ""
      return "\(outer) > \(child.key.position) \(child.key.identity?.text(text) ?? "")"
    case let own as ChildIdentifier: return "\(own.id.text(text)) in \(own.child.text(text))"
    case let value: return text(value as Any)
    }
  }
}
