import Synchronization
import Testing

/// Runs code of a test again, without reporting failures of stores or issues of Swift Testing.
///
/// The code runs synchronously on the caller's thread. Outside of Swift Testing only the failures of stores are
/// suppressed, and also if a scope of Swift Testing waits for something, as none does today.
///
/// - Parameter body: The code.
func withoutReports(_ body: () -> Void) {
  withoutActuallyEscaping(body) { body in
    let code = CodeToRun(body)
    defer { code.run() }
    guard let test = Test.current else { return }
    let trait = IssueHandlingTrait.compactMapIssues { issue in Test.current?.id == test.id ? nil : issue }
    let executor = ManualExecutor()
    Task(executorPreference: executor) {
      try? await trait.provideScope(for: test, testCase: Test.Case.current) { code.run() }
    }
    executor.run()
  }
}

/// Code that runs once.
///
/// Safety: the code is unchecked because it is not Sendable. Only one call takes it. That is ``withoutReports``
/// on its own thread: while it drains the executor of the scope, or at its end, after which none is left.
private final class CodeToRun: Sendable {
  private let body: Mutex<UncheckedCode?>

  private struct UncheckedCode: @unchecked Sendable {
    let run: () -> Void
  }

  init(_ body: @escaping () -> Void) { self.body = Mutex(UncheckedCode(run: body)) }

  func run() {
    guard let body = body.withLock({ $0.take() }) else { return }
    FailureSink.$innermost.withValue(FailureSink()) { body.run() }
  }
}
