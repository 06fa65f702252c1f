import StoreDependencies
import StoreTesting
import Synchronization

/// The logs of the stores of one run of an audited test.
final class AuditJournal: Sendable {
  /// The logs, in the order in which the stores were made.
  private let storedLogs = Mutex<[AuditLog]>([])

  private let storedHasFailed = Atomic(false)

  /// Where failures of the run go.
  private let destination: FailureDestination

  /// Makes the journal of a run.
  ///
  /// - Parameter sink: The sink of the run's failures; nil for the test.
  init(sink: FailureSink? = FailureSink.current) {
    destination = FailureDestination(sink)
  }

  /// Whether any failure was reported.
  var hasFailed: Bool { storedHasFailed.load(ordering: .relaxed) }

  func noteFailure() { storedHasFailed.store(true, ordering: .relaxed) }

  /// The logs, in the order in which the stores were made.
  var logs: [AuditLog] { storedLogs.withLock(\.self) }

  /// Returns the log of the corresponding store of another run: the store with a number among those made at a line.
  func log(number: Int, at site: CallSite) -> AuditLog? {
    let alike = logs.filter { $0.site == site }
    return number < alike.count ? alike[number] : nil
  }
}

extension AuditJournal: Observer {
  /// Makes the log of a store.
  ///
  /// An exploration of schedules makes a store for each schedule, which is not compared.
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    guard Hooks.scheduler == nil else { return nil }
    let log = AuditLog(site: site)
    storedLogs.withLock { $0.append(log) }
    return log
  }

  /// A failure that code of the test records, or declares known, is expected.
  func note(_ failure: TestFailure, to destination: FailureDestination) {
    if destination == self.destination { noteFailure() }
  }
}
