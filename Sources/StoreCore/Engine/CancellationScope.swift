/// The stretch of an effect that can be cancelled under one id.
///
/// A scope in which something is under way is known to its group and to the scope around it, so that a cancellation finds what
/// it ends without looking at anything else. Scopes nest as deep as effects do: nothing here calls itself.
final class CancellationScope {
  /// What the scope has in common with others of its id.
  private let group: CancellationGroup

  /// The scope around this one.
  private(set) var parent: CancellationScope?

  /// The order in which scopes are made.
  private let number: Int

  /// Whether nothing more may start in this scope.
  private(set) var isCancelled: Bool

  /// How much is under way directly in this scope: effects, chains, and scopes.
  private var open = 0

  /// The effects that run directly in this scope.
  private var records = NumberedValues<EffectRecord>()

  /// The scopes directly in this one in which something is under way.
  private var inner = NumberedValues<CancellationScope>()

  /// The last search that has come by.
  private var lastSearch = 0

  /// Makes a scope within another.
  fileprivate init(of group: CancellationGroup, number: Int, parent: CancellationScope?) {
    self.group = group
    self.number = number
    self.parent = parent
    isCancelled = parent?.isCancelled ?? false
  }

  deinit {
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// The id.
  var id: EffectIdentifier { group.id }

  /// Notes that something in this scope is under way.
  func enter() {
    var next: CancellationScope? = self
    while let scope = next {
      scope.open += 1
      guard scope.open == 1 else { return }
      scope.group.scopes.add(scope, number: scope.number)
      scope.parent?.inner.add(scope, number: scope.number)
      next = scope.parent
    }
  }

  /// Notes that something in this scope is over.
  func leave() {
    var next: CancellationScope? = self
    while let scope = next {
      scope.open -= 1
      guard scope.open == 0 else { return }
      _ = scope.parent?.inner.remove(scope.number)
      scope.group.leave(scope.number)
      next = scope.parent
    }
  }

  /// Notes that an effect runs in this scope.
  func enter(_ record: EffectRecord) {
    records.add(record, number: record.token.id)
    enter()
  }

  /// Notes that an effect has ended in this scope.
  func leave(_ record: EffectRecord) {
    _ = records.remove(record.token.id)
    leave()
  }

  /// Forgets what is under way, because nobody is left to end it.
  fileprivate func abandon() {
    records = NumberedValues()
    inner = NumberedValues()
  }

  /// Adds the effects that run in this scope, and in those within it, unless the search has come by before.
  ///
  /// - Parameters:
  ///   - search: The number of the search.
  ///   - cancels: Whether nothing more may start there.
  ///   - found: The effects that were found.
  fileprivate func collect(search: Int, cancels: Bool, into found: inout [EffectRecord]) {
    var scopes = [self]
    while let scope = scopes.popLast() {
      guard scope.lastSearch != search, !scope.isCancelled else { continue }
      scope.lastSearch = search
      scope.isCancelled = cancels
      found += scope.records.inOrder
      scopes += scope.inner.inOrder
    }
  }
}

/// What all scopes of one id have in common.
final class CancellationGroup {
  /// The id.
  let id: EffectIdentifier

  /// The scopes in which something runs or waits to.
  fileprivate var scopes = NumberedValues<CancellationScope>()

  /// The child for which everything runs that is under the id, if the id stands for one.
  var child: LiveChild?

  /// Makes the group of an id.
  fileprivate init(_ id: EffectIdentifier) {
    self.id = id
  }

  /// Whether nothing runs or waits to.
  var isIdle: Bool { scopes.isEmpty }

  /// Notes that nothing runs in one of the scopes any more, and forgets the child if that was the last.
  fileprivate func leave(_ number: Int) {
    _ = scopes.remove(number)
    if scopes.isEmpty { child.take()?.rest() }
  }

  /// Forgets what is under way, because nobody is left to end it.
  fileprivate func abandon() {
    for scope in scopes.inOrder { scope.abandon() }
    scopes = NumberedValues()
    child = nil
  }

  /// Lets nothing more start in the scopes that there are.
  ///
  /// - Parameters:
  ///   - search: A number that no search had before.
  ///   - inner: A scope in which something is about to start. It and those around it stay open, or that would cancel itself.
  /// - Returns: The effects that run in the scopes, those that stay open included, in the order in which they started.
  fileprivate func cancel(search: Int, sparing inner: CancellationScope?) -> [EffectRecord] {
    let around = sequence(first: inner) { $0?.parent }.prefix { $0 != nil }.compactMap { $0.map(ObjectIdentifier.init) }
    let spared = Set(around)
    var found: [EffectRecord] = []
    let scopes = scopes.inOrder
    for scope in scopes where !spared.contains(ObjectIdentifier(scope)) {
      scope.collect(search: search, cancels: true, into: &found)
    }
    for scope in scopes where spared.contains(ObjectIdentifier(scope)) {
      scope.collect(search: search, cancels: false, into: &found)
    }
    return found.sorted { $0.token.id < $1.token.id }
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

  /// How many groups there must be before those are forgotten in which nothing runs.
  private var limit = 16

  /// The number of the newest scope.
  private var lastScope = 0

  /// The number of the newest search.
  private var lastSearch = 0

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

  /// Makes a scope of a group, in which nothing is under way.
  func scope(of group: CancellationGroup, within parent: CancellationScope?) -> CancellationScope {
    lastScope += 1
    return CancellationScope(of: group, number: lastScope, parent: parent)
  }

  /// Lets nothing more start in the scopes of a group; see ``CancellationGroup``.
  func cancel(_ group: CancellationGroup, sparing inner: CancellationScope?) -> [EffectRecord] {
    lastSearch += 1
    return group.cancel(search: lastSearch, sparing: inner)
  }

  /// Forgets what is under way, because nobody is left to end it: scopes and effects know each other.
  func abandon() {
    for group in groups.values { group.abandon() }
  }

  /// Forgets the groups in which nothing runs.
  private func forgetIdle() {
    var groups = groups.filter { !$0.value.isIdle }
    // Looking through all groups pays only if as many have come since as there are.
    limit = max(16, 2 * groups.count)
    // The ids that are forgotten are released out here.
    swap(&self.groups, &groups)
  }
}
