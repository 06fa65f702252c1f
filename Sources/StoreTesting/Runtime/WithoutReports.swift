import Synchronization
import Testing

/// Runs code of a test again, without reporting failures of stores or issues of Swift Testing.
///
/// The code runs synchronously on the caller's thread. Outside of Swift Testing only the failures of stores are
/// suppressed.
///
/// - Parameter body: The code.
func withoutReports(_ body: () -> Void) {
  guard let test = Test.current else {
    return FailureSink.$innermost.withValue(FailureSink()) { body() }
  }
  let trait = IssueHandlingTrait.compactMapIssues { issue in Test.current?.id == test.id ? nil : issue }
  withoutActuallyEscaping(body) { body in
    // Safety: the task never suspends, so `run()` returns after the code has ended. `WrittenFieldsTests` checks both.
    nonisolated(unsafe) let body = body
    let (executor, end) = (ManualExecutor(), Completion())
    Task(executorPreference: executor) {
      try? await trait.provideScope(for: test, testCase: Test.Case.current) {
        FailureSink.$innermost.withValue(FailureSink()) { body() }
      }
      end.isReached.store(true, ordering: .relaxed)
    }
    executor.run()
    precondition(end.isReached.load(ordering: .relaxed), "A scope of Swift Testing has waited for something.")
  }
}

private final class Completion: Sendable {
  let isReached = Atomic(false)
}
