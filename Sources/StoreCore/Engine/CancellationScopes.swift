/// The stretches of effects that can be cancelled under an id.
///
/// A scope is there while anything is under way in it: an effect, a chain, a message, or a scope. It knows the effects and
/// the scopes directly in it, so that a cancellation finds what it ends without looking at anything else. Scopes nest as deep
/// as effects do: nothing here calls itself.
///
/// To look an id up runs code of the user, its `hash` and its `==`.
struct CancellationScopes {
  /// The stretch of an effect under one id.
  struct Scope {
    let id: EffectIdentifier
    let parent: Int?
    var isCancelled = false

    /// How much is under way directly in this scope.
    fileprivate var open = 1

    fileprivate var effects = NumberedValues<Void>()
    fileprivate var inner = NumberedValues<Void>()
  }

  /// What there is under an id.
  private struct Use {
    /// The scopes that were not cancelled. The others are not looked at again: many may wait for their effects to end.
    var open = NumberedValues<Void>()

    var count = 0

    /// The child for which everything runs that is under the id, if the id stands for one.
    var child: Int?
  }

  private var scopes = NumberedValues<Scope>()

  /// What there is under each id.
  private var uses: [EffectIdentifier: Use] = [:]

  /// The number of the newest scope.
  private var last = 0

  subscript(number: Int) -> Scope? { scopes[number] }

  func isCancelled(_ number: Int?) -> Bool {
    guard let number else { return false }
    return scopes[number]?.isCancelled ?? true
  }

  /// The ids of a scope and those around it, the innermost first.
  func identifiers(of number: Int?) -> [EffectIdentifier] {
    sequence(first: number.flatMap { scopes[$0] }) { $0?.parent.flatMap { scopes[$0] } }.compactMap { $0?.id }
  }

  /// Opens a scope, in which something is under way until it is left.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - parent: The scope around it.
  ///   - child: The child that the id stands for, if it stands for one.
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

  /// Notes that something is under way in a scope: an effect of a number, or something else.
  mutating func enter(_ number: Int?, effect: Int? = nil) {
    guard let number else { return }
    scopes.update(number) { scope in
      scope.open += 1
      if let effect { scope.effects.insert(effect) }
    }
  }

  /// Notes that something in a scope is over.
  ///
  /// - Returns: The children for which nothing is under way any more.
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

  /// Lets nothing more start under an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - inner: A scope in which something is about to start. It and those around it stay open, or that would cancel itself.
  /// - Returns: The effects that run under the id, in scopes that stay open, too, in the order in which they started.
  mutating func cancel(_ id: EffectIdentifier, sparing inner: Int? = nil) -> [Int] {
    guard let numbers = uses[id]?.open.numbers else { return [] }
    var spared: Set<Int> = []
    var around = inner
    while let number = around {
      spared.insert(number)
      around = scopes[number]?.parent
    }
    var found: [Int] = []
    var seen: Set<Int> = []
    for cancels in [true, false] {
      var waiting = numbers.filter { spared.contains($0) != cancels }
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
