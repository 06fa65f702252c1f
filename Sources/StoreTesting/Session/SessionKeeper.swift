import StoreCore
import StoreDependencies

/// Keeps a session for its store, and stands for it wherever it must not be kept.
///
/// The session is handed about in each step. Were there weak references to it, all counting of the others would be slower,
/// so the weak references are to the keeper: as long as that is there, so is the session.
final class SessionKeeper<Feature: Reducer>: HostKeeper where Feature.State: Equatable {
  /// The session.
  let session: TestSession<Feature>

  /// The session, for effects.
  var host: any EffectHost { session }

  /// Keeps a session that is new.
  init(_ session: TestSession<Feature>) {
    self.session = session
    session.connect(self)
  }
}

extension SessionKeeper: TestEnvironment.LedgerKeeper {
  /// The session, for its surroundings.
  var ledger: any TestEnvironment.Ledger { session }
}

extension SessionKeeper: ExhaustiveScope.Member {
  /// The line of the last step that the test has made; that of the store, if it has made none.
  var lastStep: CallSite { session.lastStep }

  /// Ends the store.
  func finish(timeout: Duration?, _ site: CallSite) async { await session.finish(timeout: timeout, site) }

  /// Ends the store without a word about what is left.
  func abandon() async { await session.abandon() }
}

extension SessionKeeper: TaskSession {
  /// The handle of what is in a tree.
  ///
  /// The keeper makes it because it knows its own type, which a store would have the runtime look up.
  @inline(never)
  func task(of tree: EffectTree) -> TestStoreTask {
    TestStoreTask(TestStoreTask.Work(session: self, tree: tree))
  }

  /// Waits until everything in a tree is over, or reports what is not.
  func finish(_ tree: EffectTree, _ timeout: Duration?, _ site: CallSite) async {
    await session.finish(tree, timeout, site)
  }

  /// Cancels everything in a tree, and waits until it is over.
  func cancel(_ tree: EffectTree, _ site: CallSite) async {
    await session.cancel(tree, site)
  }
}
