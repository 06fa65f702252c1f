import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// Counts by a step.
private protocol StepCounter: Reducer where State == Int, Input == Int, Feedback == Never, Output == Never {
  static var step: Int { get }
}

extension StepCounter {
  func reduce(message: Message<Int, Never>, into count: inout Int) -> Effect<Never, Never> {
    if case .input(let times) = message { count += times * Self.step }
    return .none
  }
}

private struct Upwards: StepCounter { static let step = 1 }

private struct Downwards: StepCounter { static let step = -1 }

/// Asserts everything that a counter does.
private func count(with counter: some StepCounter) async {
  func tests<Counter: StepCounter>(_ counter: Counter) async {
    let store = TestStore(initialState: 0) { counter }
    await store.send(1) { $0 = Counter.step }
    await store.send(2) { $0 = 3 * Counter.step }
    await store.finish()
  }
  await tests(counter)
}

/// A suite with mutants of one feature, around a suite with mutants of another one.
@Suite(.mutants(of: Upwards.self)) struct SuiteTraitsTests {
  @Test func `a test of the outer suite has mutants of its feature`() async { await count(with: Upwards()) }

  @Suite(.mutants(of: Downwards.self)) struct Inner {
    @Test func `a test of the inner suite has mutants of both features`() async {
      await count(with: Downwards())
      await count(with: Upwards())
    }
  }
}

/// A suite with the coverage of two features.
@Suite(
  .coverage(of: Upwards.self, minimum: 1, mode: { _ in "any" }),
  .coverage(of: Downwards.self, minimum: 1, mode: { _ in "any" })
) struct SeveralCoverageTests {
  @Test func `a test covers both features`() async {
    await count(with: Upwards())
    await count(with: Downwards())
  }
}

@Suite struct CoverageTraitTests {
  @Test func `a trait attaches the coverage of a suite`() async throws {
    let test = try #require(Test.current)
    let attachments = try await recordingAttachments {
      try await CoverageTrait.coverage(of: Upwards.self).provideScope(for: test, testCase: nil) {}
    }
    #expect(attachments.map(\.name) == ["coverage.txt", "coverage.json", "coverage.mmd"])
  }

  @Test func `the coverage of a suite is that of its test cases`() async throws {
    let test = try #require(Test.current)
    let trait = CoverageTrait.coverage(of: Upwards.self, mode: { _ in "any" })
    let attachments = try await recordingAttachments {
      try await trait.provideScope(for: test, testCase: nil) {
        try await trait.provideScope(for: test, testCase: Test.Case.current) { await count(with: Upwards()) }
      }
    }
    #expect(attachments.first?.text.hasPrefix("Coverage of Upwards: 2 of 2 pairs ") == true)
  }

  @Test func `the goal of a suite is the state space of its trait`() async throws {
    let test = try #require(Test.current)
    let trait = CoverageTrait.coverage(of: Upwards.self, mode: { _ in "any" }) {
      StateSpace(initialState: 0, inputs: { $0 == 0 ? [1] : [] }) { Upwards() }
    }
    let attachments = try await recordingAttachments { try await trait.provideScope(for: test, testCase: nil) {} }
    #expect(attachments.first?.text.contains("The pairs are what the state space can reach.") == true)
  }
}

@Suite struct MutantsTraitTests {
  @Test func `a trait attaches the mutants of a suite`() async throws {
    let test = try #require(Test.current)
    let attachments = try await recordingAttachments {
      try await MutantsTrait.mutants(of: Upwards.self).provideScope(for: test, testCase: nil) {}
    }
    #expect(attachments.map(\.name) == ["mutants.txt", "mutants.json"])
  }

  @Test func `the mutants of a suite are those that its test cases reach`() async throws {
    let test = try #require(Test.current)
    let trait = MutantsTrait.mutants(of: Upwards.self)
    let attachments = try await recordingAttachments {
      try await trait.provideScope(for: test, testCase: nil) {
        try await trait.provideScope(for: test, testCase: Test.Case.current) { await count(with: Upwards()) }
      }
    }
    #expect(attachments.first?.text.contains("• messages: 2 of 2\n") == true)
  }
}

/// A suite with the coverage of a state space, in which only one is ever added.
@Suite(
  .coverage(of: Upwards.self, minimum: 1, mode: { _ in "any" }) {
    StateSpace(initialState: 0, inputs: { $0 == 0 ? [1] : [] }) { Upwards() }
  }
) struct SpaceCoverageTests {
  @Test func `a test covers the space, and asserts nothing of the rest`() async {
    let store = TestStore(initialState: 0) { Upwards() }
    await store.send(1) { $0 = 1 }
    store.exhaustivity = .off
    await store.send(2)
    await store.finish()
  }
}
