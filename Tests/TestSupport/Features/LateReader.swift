import StoreCore
import StoreDependencies
package import StoreTesting
import Synchronization

/// Detached tasks that effects leave behind. They read a dependency when the test lets them, which is a failure after
/// the end of their store.
package final class LateReader: Sendable {
  private let start = Latch()
  private let tasks = Mutex<[Task<Void, Never>]>([])

  package init() {}

  /// Returns a store whose effect "leave" leaves a task behind, and sends nothing.
  package func makeStore() -> TestStore<Machine<Int, Int, Never, Never>> {
    TestStore(initialState: 0) {
      Machine { _, _ in
        .run("leave") { _ in self.leaveTask(DependencyValues.current) }
      }
    }
  }

  private func leaveTask(_ dependencies: DependencyValues) {
    let task = Task.detached { [start] in
      await start.wait()
      _ = dependencies.continuousClock
    }
    tasks.withLock { $0.append(task) }
  }

  /// Lets the tasks read, and waits for them.
  package func read() async {
    start.open()
    for task in tasks.withLock(\.self) { await task.value }
  }
}
