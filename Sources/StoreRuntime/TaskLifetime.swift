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

extension TaskLifetime {
  /// The owner of the code that runs here, if known, even in a detached task.
  package static var ownerHere: (any TaskOwner)? { current?.owner ?? MovedTasks.moveOfCurrentTask?.owner }
}
