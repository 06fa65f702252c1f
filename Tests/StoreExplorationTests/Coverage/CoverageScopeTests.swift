import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

private enum PlaceKey: TestDependencyKey { static let testValue = "nowhere" }

extension DependencyValues {
  fileprivate var place: String {
    get { self[PlaceKey.self] }
    set { self[PlaceKey.self] = newValue }
  }
}

/// A feature whose feedback carries a result.
private struct Fetch: Reducer {
  enum Input: Sendable { case load, clear }
  enum Feedback: Sendable { case loaded(Result<Int, LoaderError>) }

  func reduce(message: Message<Input, Feedback>, into state: inout Int) -> Effect<Feedback, Never> {
    switch message {
    case .input(.load): return .feedback(.loaded(.success(1)))
    case .input(.clear): state = 0
    case .feedback(.loaded): state = 1
    }
    return .none
  }
}

/// What counts as coverage, and when it is enough.
@Suite struct CoverageScopeTests {
  /// Sends an input that is ignored.
  private func sendOnce() async {
    let store = makeLoader()
    await store.send(.cancel)
    await store.finish()
  }

  @Test(arguments: [(2.0 / 6, []), (2.1 / 6, [.insufficientCoverage])] as [(Double, [TestFailure.Kind])])
  func `exactly the minimum is enough`(_ minimum: Double, _ kinds: [TestFailure.Kind]) async throws {
    let failures = try await recordingFailures {
      try await checkCoverage(of: Loader.self, minimum: minimum) {
        let store = makeLoader()
        await store.send(.load(1)) { $0.phase = .loading }
        await store.send(.cancel) { $0.phase = .idle }
        await store.finish()
      }
    }
    #expect(failures.kinds == kinds)
  }

  @Test func `coverage is unknown without the state space`() async throws {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    options.setGoal { () async throws -> StateSpace<Loader> in throw LoaderError() }
    let scope = CoverageScope(options)
    try await scope.run(sendOnce)
    let failures = await recordingFailures { await scope.judge("suite", at: CallSite()) }
    #expect(failures.kinds == [.misuse])
    #expect(failures.first?.headline.hasPrefix("The coverage of Loader is unknown: ") == true)
  }

  @Test func `the state space has the dependencies around the first store`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Loader.self)))
    try await scope.run {
      for place in ["first", "second"] {
        await withDependencies {
          $0.place = place
        } operation: {
          await sendOnce()
        }
      }
    }
    #expect(scope.collector.dependencies?.place == "first")
  }

  @Test func `each message of a long test counts, asserted or not`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Loader.self)))
    try await scope.run {
      let store = makeLoader(.off)
      for _ in 0..<1_000 { await store.send(.cancel) }
      await store.finish()
    }
    let counts = try await scope.report().record.transitions.values
    #expect(counts.map(\.exercised) == [1_000])
    #expect(counts.map(\.asserted) == [0])
  }

  @Test func `a state space without a feedback lacks both of its results`() async throws {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Fetch.self))
    options.setGoal { StateSpace(initialState: 0, inputs: [.clear]) { Fetch() } }
    let scope = CoverageScope(options)
    try await scope.run {
      let store = TestStore(initialState: 0) { Fetch() }
      store.exhaustivity = .off
      await store.send(.load)
      await store.finish()
    }
    #expect(
      try await scope.report().goal.lacking == [
        ".feedback(.loaded(.failure))", ".feedback(.loaded(.success))", ".input(.load)",
      ]
    )
  }

  @Test(arguments: [(nil, nil), ("", nil), ("records", "records")] as [(String?, String?)])
  func `a variable of the environment names the folder of records`(_ value: String?, _ path: String?) {
    let folder = CoverageFolder.named { $0 == "STORE_TESTING_COVERAGE" ? value : nil }
    #expect(folder?.path == path)
  }
}
