import StoreCore

extension TestSession {
  /// Checks the invariants after a message.
  @inline(never)
  func checkInvariants(
    _ before: Feature.State,
    _ message: Message<Feature.Input, Feature.Feedback>,
    _ after: Feature.State
  ) {
    let broken = invariants.filter { !$0.holds(before, message, after) }
    guard !broken.isEmpty else { return }
    let names = Set(broken.map(\.name))
    invariants.removeAll { names.contains($0.name) }
    for invariant in broken { reportBroken(invariant, after: message, (before, after)) }
  }

  /// Reports a violated invariant.
  func reportBroken(
    _ invariant: Invariant<Feature>,
    after message: Message<Feature.Input, Feature.Feedback>?,
    _ states: (before: Feature.State, after: Feature.State)?
  ) {
    let cause = message.map { "after \(describe($0))" } ?? "in the current state"
    fail(
      .brokenInvariant,
      "\"\(invariant.name)\" does not hold \(cause).",
      details: paragraphs(
        states.map { list(differences($0.before, $0.after).map { $0.changeLine() }) },
        "The state: \(describe(states?.after ?? engine.state))",
        "It is asserted at \(invariant.site)."
      )
    )
  }
}
