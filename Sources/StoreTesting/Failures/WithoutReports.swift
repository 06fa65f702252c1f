import Synchronization
import Testing

/// Runs code of a test again, without reporting failures of stores or issues of Swift Testing.
///
/// The code runs synchronously on the caller's thread. Outside of Swift Testing only the failures of stores are
/// suppressed, and also if the scope waits for something, as that of Swift Testing never did.
///
/// - Parameters:
///   - body: The code.
///   - scope: Runs code without reporting issues of Swift Testing.
func withoutReports(
  _ body: () -> Void,
  in scope: @escaping @Sendable (Test, @escaping @Sendable () -> Void) async -> Void = suppressingIssues
) {
  withoutActuallyEscaping(body) { body in
    let code = CodeToRun(body)
    defer { code.run() }
    guard let test = Test.current else { return }
    let executor = ManualExecutor()
    Task(executorPreference: executor) { await scope(test) { code.run() } }
    executor.run()
  }
}

/// Runs code without reporting the issues of a test.
@Sendable
func suppressingIssues(of test: Test, _ code: @escaping @Sendable () -> Void) async {
  let trait = IssueHandlingTrait.compactMapIssues { issue in Test.current?.id == test.id ? nil : issue }
  try? await trait.provideScope(for: test, testCase: Test.Case.current) { code() }
}

/// Code that runs once.
///
/// Safety: the code is unchecked because it is not Sendable. Only one call takes it, on the thread of
/// ``withoutReports(_:in:)``: while that drains the executor of the scope, or at its end, after which none is left.
private final class CodeToRun: Sendable {
  private let body: Mutex<UncheckedCode?>

  private struct UncheckedCode: @unchecked Sendable {
    let run: () -> Void
  }

  init(_ body: @escaping () -> Void) { self.body = Mutex(UncheckedCode(run: body)) }

  func run() {
    guard let body = body.withLock({ $0.take() }) else { return }
    FailureSink.$innermost.withValue(FailureSink(discards: true)) { body.run() }
  }
}
