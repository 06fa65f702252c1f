import Dispatch
import Testing

@testable import StoreTesting

/// A model that counts in a callback, and tells nothing of its changes.
@MainActor
private final class CallbackModel {
  private(set) var count = 0

  /// Counts in a callback that another one asks for, which come after all tasks of the call.
  func countLater() {
    DispatchQueue.main.async {
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.count += 1 }
      }
    }
  }
}

@MainActor
@Suite struct CallbackChangeTests {
  @Test func `a change that a callback makes just after the last task of a call belongs to the same step`() async {
    let store = TestStore(of: CallbackModel()) { $0.count }
    await store.call { $0.countLater() }
    #expect(store.session.engine.state == 1)
    await store.receiveChange { $0 = 1 }
    await store.finish()
  }
}
