public import StoreDependencies

/// What can be said of an effect without running it.
///
/// Ledgers, traces and strict tests read it.
public struct EffectDescription: Sendable {
  /// What kind of work the effect is.
  public enum Kind: Sendable, Equatable {
    /// Work given to `run`.
    case run

    /// The wait in front of an effect that is debounced or throttled. The effect itself has not started yet.
    case delay

    /// A feedback that a feature sends to itself, or that a child's output has become. Nothing runs.
    case feedback
  }

  /// What kind of work the effect is.
  public let kind: Kind

  /// The name given to `run`.
  public let name: String?

  /// What the effect asks for, as given to `run`.
  public let payload: (any Hashable & Sendable)?

  /// Where in the feature the effect was made.
  public let site: CallSite

  /// How long the effect waits, if it is a wait.
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

  /// The name, or the place where the effect was made, and the payload.
  public var label: String {
    if let object = payload as? any EffectObject { return object.label }
    let name = name ?? "effect at \(site)"
    guard let payload else { return name }
    return "\(name)(\(String(reflecting: payload)))"
  }

  /// Whether it has no name but the place where it was made.
  package var isAnonymous: Bool { name == nil && !(payload is any EffectObject) }

  /// The label with the word for it in front.
  package var phrase: String { isAnonymous ? label : "effect \(label)" }
}
