import Testing

@testable import StoreExploration
@testable import StoreTestingTests

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

  private let events = Recorder<String>()

  /// Makes the scopes of a trait.
  private func scopes(_ name: String) -> SuiteScopes<RecordingScope> {
    let events = events
    return SuiteScopes { RecordingScope(name, events) }
  }

  /// Applies a trait to a suite and to the case of a test in it, as Swift Testing does.
  private func run(_ suite: SuiteScopes<RecordingScope>, around cases: [SuiteScopes<RecordingScope>]) async throws {
    let test = try #require(Test.current)
    try await suite.provide(for: test, isCase: false) {
      try await Self.run(test, in: cases[...])
    }
  }

  /// Applies the traits of a test case, the outermost first.
  @concurrent private static func run(_ test: Test, in cases: ArraySlice<SuiteScopes<RecordingScope>>) async throws {
    guard let first = cases.first else { return }
    try await first.provide(for: test, isCase: true) { try await run(test, in: cases.dropFirst()) }
  }

  @Test("a test case runs in the scope of its suite, which is judged once")
  func suiteAndCase() async throws {
    let suite = scopes("suite")
    try await run(suite, around: [suite])
    #expect(events.values == ["suite runs a case", "suite is judged"])
  }

  @Test("a suite within a suite that passes on its trait belongs to the same scope")
  func nestedSuite() async throws {
    let suite = scopes("suite")
    let test = try #require(Test.current)
    try await suite.provide(for: test, isCase: false) {
      try await suite.provide(for: test, isCase: false) {
        try await suite.provide(for: test, isCase: true) {}
      }
    }
    #expect(events.values == ["suite runs a case", "suite is judged"])
  }

  @Test("of two traits of a kind, the innermost takes effect")
  func innermost() async throws {
    let (outer, inner) = (scopes("outer"), scopes("inner"))
    let test = try #require(Test.current)
    let innerSuite: @Sendable () async throws -> Void = { [self] in
      try await run(inner, around: [outer, inner])
    }
    try await outer.provide(for: test, isCase: false) { try await innerSuite() }
    #expect(events.values == ["inner runs a case", "inner is judged", "outer is judged"])
  }

  @Test("a run with a mutant is no test case of a scope")
  func mutant() async throws {
    let suite = scopes("suite")
    try await MutationScope.$isMutating.withValue(true) { try await run(suite, around: [suite]) }
    #expect(events.values == ["suite is judged"])
  }

  @Test("a test case outside a suite runs without a scope")
  func withoutSuite() async throws {
    let test = try #require(Test.current)
    let events = events
    try await scopes("suite").provide(for: test, isCase: true) { events.record("case") }
    #expect(events.values == ["case"])
  }
}
