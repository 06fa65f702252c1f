/// The stretch of an effect that can be cancelled under one id.
final class CancellationScope {
  /// The id.
  let id: EffectIdentifier

  /// The scope around this one.
  let parent: CancellationScope?

  /// Whether this scope itself was cancelled.
  private var wasCancelled = false

  /// The effects that run in this scope, by number.
  private var members: Set<Int> = []

  /// How many effects run, and chains wait for their next effect, in this scope.
  private var open = 0

  /// Makes a scope within another.
  init(id: EffectIdentifier, parent: CancellationScope?) {
    self.id = id
    self.parent = parent
  }

  /// Whether nothing more may start in this scope.
  var isCancelled: Bool { wasCancelled || parent?.isCancelled ?? false }

  /// Whether nothing runs in this scope, or waits to.
  var isEmpty: Bool { open == 0 }

  /// The effects that run in this scope, in the order in which they started.
  var running: [Int] { members.sorted() }

  /// Whether this scope is another one, or lies within it.
  func isWithin(_ scope: CancellationScope) -> Bool {
    self === scope || parent?.isWithin(scope) ?? false
  }

  /// Notes that something in this scope is under way, and in those around it.
  func enter(_ member: Int? = nil) {
    if let member { members.insert(member) }
    open += 1
    parent?.enter(member)
  }

  /// Notes that something in this scope is over, and in those around it.
  func leave(_ member: Int? = nil) {
    if let member { members.remove(member) }
    open -= 1
    parent?.leave(member)
  }

  /// Lets nothing more start in this scope, and says which effects run in it, in the order in which they started.
  func cancel() -> [Int] {
    wasCancelled = true
    return running
  }
}
