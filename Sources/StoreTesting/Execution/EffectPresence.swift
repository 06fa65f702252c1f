/// What all tasks of an effect carry along that are not child tasks, `Task {}` included.
///
/// It travels as a task local, and nobody else refers to it. So it lives as long as the last such task, wherever that
/// runs, and the number of references to it is the number of such tasks.
final class EffectPresence: Sendable {
  /// That of the current task.
  @TaskLocal static var current: EffectPresence?

  /// The effect.
  let scope: EffectScope

  /// Makes the presence of an effect that is about to start.
  init(of scope: EffectScope) {
    self.scope = scope
    scope.begin(TaskPlace(Unmanaged.passUnretained(self).toOpaque()))
  }

  deinit {
    scope.endPresence()
  }
}
