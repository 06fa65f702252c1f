package import StoreCore

extension EffectDescription {
  /// The label in failures. It shortens a long name and payload, except for an ``EffectObject``.
  package var title: String {
    if payload is any EffectObject { return label }
    let name = name.map { $0.utf8.count > 200 ? $0.prefix(200) + "…" : $0 } ?? "effect at \(site)"
    return payload.map { "\(name)(\(describe($0)))" } ?? name
  }

  /// The title, preceded by the word "effect" if the effect has a name.
  var titlePhrase: String { isAnonymous ? title : "effect \(title)" }

  /// The line that created the effect, to append to its title; empty if the title contains the line.
  var making: String { isAnonymous ? "" : ", made at \(site)" }
}

extension EffectOrigin {
  /// The origin of an effect, as text.
  package var text: String { message.map { describe($0) } ?? "the start of the store" }
}
