/// The stretch of an effect that can be cancelled under one id.
final class CancellationScope {
  /// What the scope has in common with others of its id.
  private let group: CancellationGroup

  /// The scope around this one.
  let parent: CancellationScope?

  /// How often the id had been cancelled when the scope began, or was spared for the last time.
  private var cancellations: Int

  /// How many effects run, and chains wait for their next effect, in this scope.
  private var open = 0

  /// Makes a scope within another.
  init(of group: CancellationGroup, parent: CancellationScope?) {
    self.group = group
    self.parent = parent
    cancellations = group.cancellations
  }

  /// The id.
  var id: EffectIdentifier { group.id }

  /// Whether nothing more may start in this scope.
  var isCancelled: Bool { cancellations < group.cancellations || parent?.isCancelled ?? false }

  /// Whether this scope is of a group, or lies within one that is.
  func isWithin(_ group: CancellationGroup) -> Bool {
    self.group === group || parent?.isWithin(group) ?? false
  }

  /// Stays open although its id has been cancelled just now, if it is of a group; and so do the scopes around it.
  func survive(cancellationOf group: CancellationGroup) {
    if self.group === group { cancellations = group.cancellations }
    parent?.survive(cancellationOf: group)
  }

  /// Notes that something in this scope is under way, and in those around it.
  func enter() {
    open += 1
    if open == 1 { group.openScopes += 1 }
    parent?.enter()
  }

  /// Notes that something in this scope is over, and in those around it.
  func leave() {
    open -= 1
    if open == 0 { group.endScope() }
    parent?.leave()
  }
}

/// What all scopes of one id have in common.
final class CancellationGroup {
  /// The id.
  let id: EffectIdentifier

  /// How often the id was cancelled: scopes that began before the last time are cancelled.
  fileprivate(set) var cancellations = 0

  /// In how many scopes something runs or waits to.
  fileprivate(set) var openScopes = 0

  /// The child for which everything runs that is under the id, if the id stands for one.
  var child: LiveChild?

  /// Makes the group of an id.
  init(_ id: EffectIdentifier) {
    self.id = id
  }

  /// Notes that nothing runs in one of the scopes any more, and forgets the child if that was the last.
  fileprivate func endScope() {
    openScopes -= 1
    guard openScopes == 0, let child else { return }
    self.child = nil
    child.rest()
  }

  /// Lets nothing more start in the scopes that there are.
  ///
  /// - Parameter inner: A scope in which something is about to start. It and those around it stay open, or that would
  ///   cancel itself.
  func cancel(sparing inner: CancellationScope?) {
    cancellations += 1
    inner?.survive(cancellationOf: self)
  }
}

/// The groups of the ids that are in use.
///
/// An id that is used again and again is looked up once for each effect: its group stays for a while when nothing runs
/// under it any more.
///
/// To look an id up runs code of the user, its `hash` and its `==`. That can't come back here: whatever it sends waits until the
/// engine has handled the message at hand.
final class CancellationGroups {
  /// The groups by id, including some in which nothing runs any more.
  private var groups: [EffectIdentifier: CancellationGroup] = [:]

  /// How many groups there must be before those are let go in which nothing runs.
  private var limit = 16

  /// The group of an id, if there is one.
  func find(_ id: EffectIdentifier) -> CancellationGroup? { groups[id] }

  /// The group of an id, made if there is none.
  func make(_ id: EffectIdentifier) -> CancellationGroup {
    if let group = find(id) { return group }
    if groups.count >= limit { forgetIdle() }
    let group = CancellationGroup(id)
    groups[id] = group
    return group
  }

  /// Forgets the groups in which nothing runs.
  private func forgetIdle() {
    var groups = groups.filter { $0.value.openScopes > 0 }
    // Looking through all groups pays only if as many have come since as there are.
    limit = max(16, 2 * groups.count)
    // The ids that are forgotten are released out here.
    swap(&self.groups, &groups)
  }
}
