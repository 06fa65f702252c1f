import StoreDependencies
import StoreTesting
import Synchronization

/// The logs of the stores of one run of an audited test.
final class AuditJournal: Sendable {
  /// The logs, in the creation order of their stores.
  private let storedLogs = Mutex<[AuditLog]>([])

  private let storedHasFailed = Atomic(false)

  /// The destination of the run's failures.
  private let destination: FailureDestination

  /// Creates the journal of a run.
  ///
  /// - Parameter sink: The sink of the run's failures; nil for the test.
  init(sink: FailureSink? = FailureSink.current) {
    destination = FailureDestination(sink)
  }

  /// Whether any failure was reported.
  var hasFailed: Bool { storedHasFailed.load(ordering: .relaxed) }

  func noteFailure() { storedHasFailed.store(true, ordering: .relaxed) }

  /// The logs, in the creation order of their stores.
  var logs: [AuditLog] { storedLogs.withLock(\.self) }

  /// The logs, each with its number among those of stores that were created at the same line.
  var numberedLogs: [(log: AuditLog, number: Int)] {
    var counts: [CallSite: Int] = [:]
    return logs.map { log in
      defer { counts[log.site, default: 0] += 1 }
      return (log, counts[log.site, default: 0])
    }
  }

  /// Returns the log of the store with a number among those created at a line, which corresponds to a store of another
  /// run.
  func log(number: Int, at site: CallSite) -> AuditLog? {
    let alike = logs.filter { $0.site == site }
    return number < alike.count ? alike[number] : nil
  }
}

extension AuditJournal: ObserverOfStores {
  /// Creates the log of a store.
  ///
  /// An exploration of schedules creates a store for each schedule. The audit doesn't compare these stores.
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    guard ScheduleController.current == nil else { return nil }
    let log = AuditLog(site: site)
    storedLogs.withLock { $0.append(log) }
    return log
  }

  /// Notes a failure of the run. A failure with another destination is one that the test expects, or declares known.
  func note(_ failure: TestFailure, to destination: FailureDestination) {
    if destination == self.destination { noteFailure() }
  }
}
