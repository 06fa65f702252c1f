import StoreDependencies
import StoreTesting
import Synchronization

/// What the stores of one run of an audited test did.
final class AuditJournal: Sendable {
  /// The logs, in the order in which the stores were made.
  private let storedLogs = Mutex<[AuditLog]>([])

  /// Whether anything has failed.
  private let storedHasFailed = Atomic(false)

  /// Whether anything has failed.
  var hasFailed: Bool { storedHasFailed.load(ordering: .relaxed) || logs.contains(where: \.hasFailed) }

  /// Notes that something has failed.
  func noteFailure() { storedHasFailed.store(true, ordering: .relaxed) }

  /// The logs, in the order in which the stores were made.
  var logs: [AuditLog] { storedLogs.withLock(\.self) }

  /// The log of the store that corresponds to one of another run: made at the same line, as the same of several.
  func log(number: Int, at site: CallSite) -> AuditLog? {
    let alike = logs.filter { $0.site == site }
    return number < alike.count ? alike[number] : nil
  }
}

extension AuditJournal: Observer {
  /// Makes the log of a store.
  ///
  /// While schedules are explored, a store is made anew for each, which is not compared.
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    guard Hooks.scheduler == nil else { return nil }
    let log = AuditLog(site: site)
    storedLogs.withLock { $0.append(log) }
    return log
  }

  func note(_ failure: TestFailure) { noteFailure() }
}
