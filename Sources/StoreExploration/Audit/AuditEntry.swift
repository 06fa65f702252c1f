import StoreCore
import StoreDependencies
import StoreTesting

/// An event of a store, with the values to compare with another run.
///
/// Safety: it is `@unchecked Sendable` because the feature's values may not be Sendable. They are copies that no code
/// changes, and only the audit reads them, after the run and its stores have ended. The comparison of objects uses
/// their contents at that time. The objects themselves are a separate finding.
struct AuditEntry: @unchecked Sendable {
  /// The kind of event; nil for the start of the store.
  let kind: EventKind?

  /// The message, the output, the effect's payload, or the text of the error, if any.
  var subject: Any?

  /// The state after the start or the message.
  var state: Any?

  /// The effect that started, sent the feedback, or threw.
  var effect: EffectDescription?

  /// The time of the clock.
  let instant: TestClock.Instant

  /// The step of the test during which the event happened.
  let step: CallSite
}

extension AuditEntry {
  /// Whether two entries have the same kind and the same effect, so that their values are comparable.
  func isAlike(_ other: Self) -> Bool {
    kind == other.kind && effect?.name == other.effect?.name && effect?.site == other.effect?.site
  }

  /// The event in a few words.
  var title: String {
    let subject = subject.map { describe($0, limit: 80) } ?? ""
    return switch kind {
    case nil: "the start of the store"
    case .feedback: subject + (effect.map { " from \(name(of: $0))" } ?? "")
    case .output: "the output \(subject)"
    case .started: effect.map { "the start of \($0.title)" } ?? "an effect"
    default: subject
    }
  }

  /// Returns the name of an effect without its payload, because the payload may differ.
  private func name(of effect: EffectDescription) -> String { effect.name ?? "the effect at \(effect.site)" }

  /// The text that identifies the entry in a comparison of orders.
  var mark: String {
    "\(kind?.rawValue ?? "start") \(effect.map(name) ?? "") \(subject.map { withoutAddresses(describe($0)) } ?? "")"
  }
}
