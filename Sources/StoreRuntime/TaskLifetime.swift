/// A token that all tasks of an owner carry, including each `Task {}` but not child tasks.
///
/// It is a task local without other references, so it lives as long as the last such task.
package final class TaskLifetime: Sendable {
  @TaskLocal package static var current: TaskLifetime?

  package let owner: any TaskOwner

  package init(of owner: any TaskOwner) {
    self.owner = owner
    owner.beginLifetime(Unretained(self))
  }

  deinit {
    owner.endLifetime()
  }
}
