/// The cancellation scopes of effects: one for each effect that has an id.
///
/// A scope exists while an effect, a chain, a message or another scope is active in it. It tracks its direct effects
/// and scopes, so that a cancellation visits only the effects that it cancels. Scopes nest as deeply as effects, so no
/// function here is recursive.
///
/// Looking up an id runs the user's `hash` and `==`.
struct CancellationScopes {
  /// The scope of one effect under one id.
  struct Scope {
    let id: EffectIdentifier
    let parent: Int?
    var isCancelled = false

    /// The number of active items directly in this scope.
    fileprivate var open = 1

    fileprivate var effects = NumberedValues<Void>()
    fileprivate var inner = NumberedValues<Void>()
  }

  /// The scopes of one id.
  private struct Use {
    /// The scopes that are not cancelled. Cancelled ones are omitted: many may wait for their effects to end.
    var open = NumberedValues<Void>()

    var count = 0

    /// The child whose effects all run under the id, if the id represents a child.
    var child: Int?
  }

  private var scopes = NumberedValues<Scope>()

  /// The scopes of each id.
  private var uses: [EffectIdentifier: Use] = [:]

  /// The number of the newest scope.
  private var last = 0

  func isCancelled(_ number: Int?) -> Bool {
    guard let number else { return false }
    return scopes[number]?.isCancelled ?? true
  }

  /// Returns the ids of a scope and the scopes around it, from the innermost outwards.
  func identifiers(of number: Int?) -> [EffectIdentifier] {
    sequence(first: number.flatMap { scopes[$0] }) { $0?.parent.flatMap { scopes[$0] } }.compactMap { $0?.id }
  }

  /// Opens a scope with one active item.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - parent: The scope around it.
  ///   - child: The child that the id represents, if any.
  mutating func open(_ id: EffectIdentifier, within parent: Int?, for child: Int? = nil) -> Int {
    last += 1
    let number = last
    scopes.add(Scope(id: id, parent: parent), number: number)
    func note(_ use: inout Use) {
      use.open.insert(number)
      use.count += 1
      use.child = child
    }
    note(&uses[id, default: Use()])
    if let parent {
      scopes.update(parent) { scope in
        scope.open += 1
        scope.inner.insert(number)
      }
    }
    return number
  }

  /// Adds an active item to a scope: an effect with a number, or another item.
  mutating func enter(_ number: Int?, effect: Int? = nil) {
    guard let number else { return }
    scopes.update(number) { scope in
      scope.open += 1
      if let effect { scope.effects.insert(effect) }
    }
  }

  /// Removes an active item from a scope.
  ///
  /// - Returns: The children that have no active item left.
  mutating func leave(_ number: Int?, effect: Int? = nil) -> [Int] {
    if let number, let effect { scopes.update(number) { $0.effects.remove(effect) } }
    var children: [Int] = []
    var next = number
    while let number = next {
      let isOver = scopes.update(number) { scope in
        scope.open -= 1
        return scope.open == 0
      }
      guard isOver ?? false, let scope = scopes.remove(number) else { break }
      next = scope.parent
      if let parent = scope.parent { scopes.update(parent) { $0.inner.remove(number) } }
      guard let index = uses.index(forKey: scope.id) else { continue }
      uses.values[index].open.remove(number)
      uses.values[index].count -= 1
      guard uses.values[index].count == 0 else { continue }
      if let child = uses.remove(at: index).value.child { children.append(child) }
    }
    return children
  }

  /// Cancels the scopes of an id, so that no further effect starts in them.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - inner: The scope of an effect that is about to start. It and the scopes around it stay open, so that the
  ///     effect doesn't cancel itself.
  /// - Returns: The effects that run under the id, including those in scopes that stay open, in the order in which they
  ///   started.
  mutating func cancel(_ id: EffectIdentifier, sparing inner: Int? = nil) -> [Int] {
    guard let numbers = uses[id]?.open.numbers else { return [] }
    var kept: Set<Int> = []
    var around = inner
    while let number = around {
      kept.insert(number)
      around = scopes[number]?.parent
    }
    var found: [Int] = []
    var seen: Set<Int> = []
    for cancels in [true, false] {
      var waiting = numbers.filter { kept.contains($0) != cancels }
      while let number = waiting.popLast() {
        guard let scope = scopes[number], !scope.isCancelled, seen.insert(number).inserted else { continue }
        if cancels {
          scopes.update(number) { $0.isCancelled = true }
          uses[scope.id]?.open.remove(number)
        }
        found += scope.effects.numbers
        waiting += scope.inner.numbers
      }
    }
    return found.sorted()
  }
}
