public import StoreDependencies

/// The metadata of an effect, known before it runs.
///
/// Event logs, traces and strict tests read it.
public struct EffectDescription: Sendable {
  /// The kind of an effect.
  public enum Kind: Sendable, Equatable {
    /// Work that was passed to `run`.
    case run

    /// The wait before a debounced or throttled effect. The effect itself has not started yet.
    case delay

    /// A feedback that a feature sends to itself, or that represents a child's output. No task runs.
    case feedback
  }

  /// The kind of the effect.
  public let kind: Kind

  /// The name that was passed to `run`.
  public let name: String?

  /// The payload that was passed to `run`.
  public let payload: (any Hashable & Sendable)?

  /// The line of the feature that created the effect.
  public let site: CallSite

  /// The duration of a wait; nil for other effects.
  package var delay: Duration?

  package init(
    kind: Kind,
    name: String?,
    payload: (any Hashable & Sendable)?,
    site: CallSite,
    delay: Duration? = nil
  ) {
    self.delay = delay
    self.kind = kind
    self.name = name
    self.payload = payload
    self.site = site
  }

  /// The name, or the line that created the effect, and the payload.
  public var label: String {
    if let object = payload as? any EffectObject { return object.label }
    let name = name ?? "effect at \(site)"
    guard let payload else { return name }
    return "\(name)(\(valueText(of: payload)))"
  }

  /// Whether the effect has no name.
  package var isAnonymous: Bool { name == nil && !(payload is any EffectObject) }

  /// The label, preceded by the word "effect" if the effect has a name.
  package var phrase: String { isAnonymous ? label : "effect \(label)" }
}
