import Synchronization

/// The effects of a store that run, each as long as any of its tasks goes on.
///
/// None is owned: an effect enters when it is made, and leaves while it is being released. A weak reference to each would
/// say the same at several times the price, as all counting of references to an object becomes slower with it.
final class RunningEffects: Sendable {
  /// The effects, in no order.
  ///
  /// What stands here is alive, or is being released and waits for this lock to leave. So it may be used under the lock, and
  /// must not be handed out.
  private let scopes = Mutex<[Unmanaged<EffectScope>]>([])

  /// Whether there are none.
  var isEmpty: Bool { scopes.withLock(\.isEmpty) }

  /// Adds an effect that is about to start.
  func add(_ scope: EffectScope) {
    scopes.withLock { scopes in
      scope.place = scopes.count
      scopes.append(Unmanaged.passUnretained(scope))
    }
  }

  /// Takes out an effect that is being released.
  func remove(_ scope: EffectScope) {
    scopes.withLock { scopes in
      let last = scopes.removeLast()
      guard scope.place < scopes.count else { return }
      last._withUnsafeGuaranteedRef { $0.place = scope.place }
      scopes[scope.place] = last
    }
  }

  /// Looks closely at the effects that may be anywhere, whether something will come of them by itself.
  func lookClosely() -> Bool {
    let (isMoving, released) = scopes.withLock { scopes in
      var (isMoving, released) = (false, [TaskPlace]())
      for scope in scopes {
        if scope._withUnsafeGuaranteedRef({ $0.lookClosely(releasing: &released) }) { isMoving = true }
      }
      return (isMoving, released)
    }
    for task in released { task.release() }
    return isMoving
  }

  /// How far each effect has come, in no order.
  var progress: [EffectScope.Progress] {
    var all: [EffectScope.Progress] = []
    scopes.withLock { scopes in
      for scope in scopes { if let progress = scope._withUnsafeGuaranteedRef(\.progress) { all.append(progress) } }
    }
    return all
  }
}
