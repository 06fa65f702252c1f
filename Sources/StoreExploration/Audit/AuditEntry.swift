import StoreCore
import StoreDependencies
import StoreTesting

/// Something that a store did, as values that another run can be compared with.
///
/// It is `@unchecked Sendable` because the values are the feature's, which need not be. That is safe: they are copies that
/// nobody changes, and they are looked at by the audit alone, when the run is over and its stores have come to their ends. What
/// objects in them hold is compared as it is then; that they are there is a finding of its own.
struct AuditEntry: @unchecked Sendable {
  /// The kind of event; nil for the start of the store.
  let kind: EventKind?

  /// The message, the output, what the effect asks for, or the text of the error; nil if there is none.
  var subject: Any?

  /// The state that it left behind, if it is the start or a message.
  var state: Any?

  /// The effect that was started, has sent the feedback, or has thrown.
  var effect: EffectDescription?

  /// The clock's time.
  let instant: TestClock.Instant

  /// The step of the test in which it happened.
  let step: CallSite
}

extension AuditEntry {
  /// Whether two entries are of the same kind and about the same effect, so that it makes sense to compare their values.
  func isAlike(_ other: Self) -> Bool {
    kind == other.kind && effect?.name == other.effect?.name && effect?.site == other.effect?.site
  }

  /// What happened, in a few words.
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

  /// An effect without what it asks for, as that may be what differs.
  private func name(of effect: EffectDescription) -> String { effect.name ?? "the effect at \(effect.site)" }

  /// What stands for the entry where only the order is of interest.
  var mark: String {
    "\(kind?.rawValue ?? "start") \(effect.map(name) ?? "") \(subject.map { withoutAddresses(describe($0)) } ?? "")"
  }
}
