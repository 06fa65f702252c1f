import StoreCore
import StoreTesting

/// Names for the ids of screens, in the order in which they occur.
///
/// A `Stack` uses no id twice, so situations after other ids would never be the same. What a feature does depends on the
/// places where an id occurs, and not on its number.
final class ScreenNames {
  private var names: [ScreenID: Int] = [:]

  /// Whether any id has occurred.
  var isEmpty: Bool { names.isEmpty }

  /// Returns all parts of a value as text, with the names of screens.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - gone: The ids of screens that were gone when the value was made. A new stack may have other screens under them.
  func text(of value: Any, without gone: Set<ScreenID> = []) -> String {
    identifyingText(of: value) { part in
      (part as? ScreenID).map { gone.contains($0) ? "a screen that is gone" : "screen \(self.name(of: $0))" }
    }
  }

  /// Returns the ids of screens in a value.
  static func ids(in value: Any) -> Set<ScreenID> {
    let names = ScreenNames()
    _ = names.text(of: value)
    return Set(names.names.keys)
  }

  /// Returns the id of a child or an effect as text, with the names of screens.
  func text(of identifier: EffectIdentifier) -> String { identifier.text { text(of: $0) } }

  private func name(of id: ScreenID) -> Int {
    if let name = names[id] { return name }
    names[id] = names.count
    return names.count - 1
  }
}
