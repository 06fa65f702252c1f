import TestSupport
import Testing

@testable import StoreExploration

/// Which scope a test case belongs to, if several suites and tests have a trait.
@Suite struct SuiteScopesTests {
  /// Records its test cases, and its end.
  private final class RecordingScope: SuiteScope {
    private let name: String
    private let events: Recorder<String>

    init(_ name: String, _ events: Recorder<String>) {
      self.name = name
      self.events = events
    }

    func run(_ body: @concurrent @Sendable () async throws -> Void, of test: Test) async throws {
      events.record("\(name) runs a case")
      try await body()
    }

    func judge(_ suite: Test, isPartial: Bool) -> String? {
      events.record("\(name) is judged")
      return nil
    }
  }

  /// Reports the same of each suite.
  private final class ReportingScope: SuiteScope {
    func run(_ body: @concurrent @Sendable () async throws -> Void, of test: Test) async throws { try await body() }

    func judge(_ suite: Test, isPartial: Bool) -> String? { "3 of 4" }
  }

  private let events = Recorder<String>()

  /// Makes the scopes of a trait.
  private func scopes(_ name: String) -> SuiteScopes<RecordingScope> {
    let events = events
    return SuiteScopes { RecordingScope(name, events) }
  }

  /// Applies the traits of a suite, a test or a test case, the outermost first, as Swift Testing does.
  @concurrent private func run(
    _ traits: [SuiteScopes<RecordingScope>],
    isCase: Bool = false,
    around body: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard let first = traits.first else { return try await body() }
    let test = try #require(Test.current)
    try await first.provide(for: test, isCase: isCase) { [self] in
      try await run(Array(traits.dropFirst()), isCase: isCase, around: body)
    }
  }

  @Test func `a test case runs in the scope of its suite, which is evaluated once`() async throws {
    let suite = scopes("suite")
    try await run([suite]) { [self] in try await run([suite], isCase: true) {} }
    #expect(events.values == ["suite runs a case", "suite is judged"])
  }

  @Test func `a suite within a suite that passes on its trait belongs to the same scope`() async throws {
    let suite = scopes("suite")
    try await run([suite]) { [self] in
      try await run([suite]) { [self] in try await run([suite], isCase: true) {} }
    }
    #expect(events.values == ["suite runs a case", "suite is judged"])
  }

  @Test func `a test case belongs to the scopes of all traits of its suites`() async throws {
    let (outer, inner) = (scopes("outer"), scopes("inner"))
    // Swift Testing applies the traits to the outer suite, the inner suite, the test, and its case.
    try await run([outer]) { [self] in
      try await run([outer, inner]) { [self] in
        try await run([outer, inner]) { [self] in
          try await run([outer, inner], isCase: true) {}
        }
      }
    }
    #expect(events.values == ["outer runs a case", "inner runs a case", "inner is judged", "outer is judged"])
  }

  @Test func `two traits of one suite have a scope each`() async throws {
    let (first, second) = (scopes("first"), scopes("second"))
    try await run([first, second]) { [self] in
      try await run([first, second]) { [self] in
        try await run([first, second], isCase: true) {}
      }
    }
    #expect(events.values == ["first runs a case", "second runs a case", "second is judged", "first is judged"])
  }

  @Test func `a run with a mutant is not a test case of a scope`() async throws {
    let suite = scopes("suite")
    try await RepeatedRun.$isMutating.withValue(true) {
      try await run([suite]) { [self] in try await run([suite], isCase: true) {} }
    }
    #expect(events.values == ["suite is judged"])
  }

  @Test func `a test case outside a suite runs without a scope`() async throws {
    let test = try #require(Test.current)
    let events = events
    try await scopes("suite").provide(for: test, isCase: true) { events.record("case") }
    #expect(events.values == ["case"])
  }

  @Test func `the report of a suite is printed, with a remark if the run leaves out tests`() async throws {
    let test = try #require(Test.current)
    let lines = events
    let scopes = SuiteScopes({ ReportingScope() }, print: { lines.record($0) })
    try await scopes.provide(for: test, isCase: false) {}
    #expect(lines.values == ["3 of 4\(TestSelection.leavesOutTests ? TestSelection.notJudged : "")"])
  }

  @Test(arguments: [
    (["tests"], false), (["tests", "--filter", "Lamp"], true), (["tests", "--filter=Lamp"], true),
    (["tests", "--skip", "Lamp"], true), (["tests", "--skip=Lamp"], true), (["tests", "--filters", "Lamp"], false),
  ])
  func `a filter and a list of skipped tests leave out tests`(arguments: [String], leaveOutTests: Bool) {
    #expect(TestSelection.leaveOutTests(arguments) == leaveOutTests)
  }
}
