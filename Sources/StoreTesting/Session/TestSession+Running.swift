import StoreCore

extension TestSession {
  /// Compares the keys of running effects with the keys that the test asserts.
  func checkRunning(_ expected: [EffectIdentifier]) {
    let running = runningKeys
    for effect in engine.effects where key(of: effect.token).map(expected.contains) ?? false {
      judge.assert(effect.token)
    }
    let missing = expected.filter { !running.contains($0) }
    let extra = running.filter { !expected.contains($0) }
    let absence = missing.isEmpty ? nil : "no work is running for \(names(of: missing))"
    let presence = extra.isEmpty ? nil : "work is running for \(names(of: extra)), and the test does not assert it"
    guard let kind: TestFailure.Kind = missing.isEmpty ? extra.isEmpty ? nil : .unhandledEffect : .missingEffect
    else { return }
    let sentence = [absence, presence].compactMap(\.self).joined(separator: "; ")
    let headline = "\(sentence.prefix(1).uppercased())\(sentence.dropFirst())."
    guard exhaustivity.isExhaustive || !missing.isEmpty else {
      return reportSkipped(headline) { list(extra.map { names(of: [$0]) }) }
    }
    fail(
      kind,
      headline,
      details: paragraphs(
        running.isEmpty ? "No work is running." : "The running effects:\n\n\(list(runningEntries))",
        "If the feature is right, assert it:",
        code(["await store.assertRunning(\(expressions(of: running)))"])
      ),
      accepting: .arguments(expressions(of: running))
    )
  }

  /// The keys with running effects, without duplicates, in the order in which the effects started.
  private var runningKeys: [EffectIdentifier] {
    var keys: [EffectIdentifier] = []
    for effect in engine.effects {
      guard let key = key(of: effect.token), !keys.contains(key) else { continue }
      keys.append(key)
    }
    return keys
  }

  /// The running effects of keys, with their origins.
  private var runningEntries: [String] {
    let keyed = Set(engine.effects.map(\.token).filter { key(of: $0) != nil }.map(\.id))
    return ledger.filter { keyed.contains($0.token.id) }.map(\.snapshot.entry)
  }

  /// Returns the key of an effect, if it has one.
  private func key(of effect: EffectToken) -> EffectIdentifier? {
    guard !effect.isCancelled else { return nil }
    return engine.identifiers(of: effect).lazy.compactMap(\.runningKey).first
  }

  /// Returns keys as test code.
  private func expressions(of keys: [EffectIdentifier]) -> String {
    keys.map { SourceWriter().source(of: $0.base, declared: nil).text }.joined(separator: ", ")
  }

  /// Returns keys as failures print them.
  private func names(of keys: [EffectIdentifier]) -> String {
    keys.map { describe($0.base) }.joined(separator: ", ")
  }
}
