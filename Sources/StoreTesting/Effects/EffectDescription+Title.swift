package import StoreCore

extension EffectDescription {
  /// The label as a failure names it: neither longer than can be read, nor with a text that the payload makes of itself.
  package var title: String {
    if payload is any EffectObject { return label }
    let name = name.map { $0.utf8.count > 200 ? $0.prefix(200) + "…" : $0 } ?? "effect at \(site)"
    return payload.map { "\(name)(\(describe($0)))" } ?? name
  }

  /// The title with the word for it in front.
  var titlePhrase: String { isAnonymous ? title : "effect \(title)" }

  /// Where it was made, in words behind its title, unless that says it already.
  var making: String { isAnonymous ? "" : ", made at \(site)" }
}
