package import StoreCore
package import StoreDependencies

extension TestSession {
  /// Checks the invariants of a reduction.
  @inline(never)
  func checkInvariants(
    of message: Message<Feature.Input, Feature.Feedback>,
    from before: Feature.State,
    to after: Feature.State
  ) {
    // Each invariant is evaluated, as it may have a model that follows the messages.
    for index in invariants.indices {
      let invariant = invariants[index]
      let holds = invariant.holds(before, message, after)
      if invariant.holdsNow == nil { judge(index, holds: holds, since: before) }
    }
  }

  /// Checks the invariants of the state, after a message and all messages that followed from it at once.
  ///
  /// A store publishes its state at the same point. So no view shows the state between the output of a child and the
  /// reaction of its parent.
  ///
  /// - Parameter before: The state before the message.
  @inline(never)
  func checkInvariants(since before: Feature.State) {
    for index in invariants.indices {
      guard let holdsNow = invariants[index].holdsNow else { continue }
      judge(index, holds: holdsNow(engine.state), since: before)
    }
  }

  /// Reports an invariant when it ceases to hold.
  private func judge(_ index: Int, holds: Bool, since before: Feature.State) {
    guard invariants[index].isBroken == holds else { return }
    invariants[index].isBroken = !holds
    if !holds { reportBroken(invariants[index], after: newestMessage?.message, (before, engine.state)) }
  }

  /// Adds an invariant. If it doesn't hold now, it is reported instead.
  func add(_ invariant: Invariant<Feature>, holdsNow: Bool) {
    guard !holdsNow else { return invariants.append(invariant) }
    environment.begin(invariant.site)
    reportBroken(invariant, after: nil, nil)
  }

  private func reportBroken(
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

/// A condition that a test asserts for every reduction.
package struct Invariant<Feature: Reducer> {
  /// The invariant, as a sentence.
  package let name: String

  package let site: CallSite

  /// Whether the invariant holds for the state before, the message, and the state after it.
  let holds: (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool

  /// Whether the invariant holds in a state that observers of a store see; nil for an invariant of reductions.
  let holdsNow: ((Feature.State) -> Bool)?

  /// Returns the model's current value as text, if the invariant has a model.
  package var memory: (() -> String)?

  /// Whether it doesn't hold since a reported violation.
  package var isBroken = false

  package init(
    name: String,
    site: CallSite,
    holds: @escaping (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool = { _, _, _ in
      true
    },
    holdsNow: ((Feature.State) -> Bool)? = nil,
    memory: (() -> String)? = nil
  ) {
    self.name = name
    self.site = site
    self.holds = holds
    self.holdsNow = holdsNow
    self.memory = memory
  }
}
