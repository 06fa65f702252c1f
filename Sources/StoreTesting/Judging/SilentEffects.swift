package import StoreCore

/// The effects that have ended by themselves, without feedback and without an assertion of the test.
///
/// At the level `.on` nothing but `receiveEffect` bears witness to such an effect.
struct SilentEffects {
  /// The ends of the effects, in the order in which their operations returned.
  private var ends: [EventRecord] = []

  /// The running effects that the test has asserted, by number.
  private var asserted: Set<InFlightEffect.ID> = []

  var isEmpty: Bool { ends.isEmpty }

  /// Adds an effect whose operation has returned, unless something bears witness to it.
  mutating func add(_ end: EventRecord) {
    guard case .finished(let record) = end.content else { return }
    let isAsserted = asserted.remove(record.token.id) != nil
    if !isAsserted, record.endedSilently { ends.append(end) }
  }

  /// Removes an effect, because the test asserts it.
  mutating func assert(_ effect: EffectToken) {
    remove(effect)
    if effect.phase == .running { asserted.insert(effect.id) }
  }

  /// Removes an effect, because a task that it left behind has sent a feedback.
  mutating func remove(_ effect: EffectToken) {
    if !ends.isEmpty { ends.removeAll { $0.effect === effect } }
  }

  /// Whether an effect is among them.
  func contains(_ effect: EffectToken?) -> Bool {
    ends.contains { $0.effect === effect }
  }

  /// Returns the first of the effects that satisfies a predicate.
  func first(where matches: (EffectToken) -> Bool) -> EffectToken? { firstEnd(where: matches)?.effect }

  /// Returns the first end of an effect that satisfies a predicate.
  func firstEnd(where matches: (EffectToken) -> Bool) -> EventRecord? {
    ends.first { $0.effect.map(matches) ?? false }
  }

  /// Removes and returns the ends of the effects that satisfy a predicate.
  mutating func take(where isTaken: (EffectToken) -> Bool) -> [EventRecord] {
    guard !ends.isEmpty else { return [] }
    let taken = ends.filter { $0.effect.map(isTaken) ?? false }
    ends.removeAll { $0.effect.map(isTaken) ?? false }
    return taken
  }

  /// Forgets all of them.
  mutating func removeAll() { ends = [] }
}

extension EffectRecord {
  /// Whether the effect has ended by itself, without feedback.
  package var endedSilently: Bool {
    feedbackCount == 0 && token.description.kind == .run && token.phase == .finished
  }
}
