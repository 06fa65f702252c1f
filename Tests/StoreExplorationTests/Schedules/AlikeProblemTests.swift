import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Which failures of two runs count as the same.
@Suite struct AlikeProblemTests {
  private func problem(
    _ kind: TestFailure.Kind,
    _ headline: String = "The state is wrong.",
    assertedAt assertion: Int = 1,
    line: Int = 10
  ) -> ScheduleAttempt.Problem {
    ScheduleAttempt.Problem(
      headline: headline,
      details: "count: 1\nasserted at line \(assertion)",
      site: CallSite(line: line),
      kind: "\(kind)"
    )
  }

  @Test func `a broken invariant is known by the line that asserts it`() {
    let problem = problem(.brokenInvariant)
    #expect(problem.isAlike(self.problem(.brokenInvariant, "Another state is wrong.", line: 20)))
    #expect(!problem.isAlike(self.problem(.brokenInvariant, assertedAt: 2)))
  }

  @Test func `another failure is known by its line or its text`() {
    let problem = problem(.unexpectedState)
    #expect(problem.isAlike(self.problem(.unexpectedState, assertedAt: 2, line: 20)))
    #expect(problem.isAlike(self.problem(.unexpectedState, "Another state is wrong.", assertedAt: 2)))
    #expect(!problem.isAlike(self.problem(.unexpectedState, "Another state is wrong.", line: 20)))
    #expect(!problem.isAlike(self.problem(.brokenInvariant)))
  }
}
