import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// What `generateTests` writes for the reports of a suite that leaves gaps.
@Suite struct GenerateTestsTests {
  private static let advice = "from this report as JSON."

  private func missing(_ reports: [String], steps: Int = 20) async throws -> MissingTests {
    switch reports.count {
    case 1: try await generateTests(completing: reports[0], steps: steps, store: { Lamp.makeStore() }) { presses }
    default:
      try await generateTests(completing: reports[0], reports[1], steps: steps, store: { Lamp.makeStore() }) { presses }
    }
  }

  private var presses: Command<Lamp> { Command.send(.pressed) }

  @Test func `transitions that no test asserts are asserted`() async throws {
    let coverage = try await checkCoverage(of: Lamp.self) { await Lamp.test() }
    let text = "'generateTests(completing:)' writes the tests of what is missing, from this report as JSON."
    #expect(coverage?.text.hasSuffix("\n\n\(text)\n") == true)
    let missing = try await missing([coverage?.json ?? ""])
    #expect(missing.gapCount == 4)
    #expect(
      missing.names == ["pressed, then name fails", "pressed, then pressed: timer is cancelled, is no longer on"]
    )
    #expect(missing.description.hasPrefix("2 tests close 4 gaps:\n\n"))
    #expect(missing.openGaps == [".input(.neverSent): no way that was tried sends it"])
    #expect(missing.source.contains("await name.fail(with: Broken())"))
    #expect(!missing.source.contains("@Suite"))
  }

  @Test func `mutants that no test notices are noticed`() async throws {
    let mutants = try await checkMutants(of: Lamp.self, minimumScore: 0) { await Lamp.test() }
    let text = "'generateTests(completing:)' writes the tests that notice what any run can, from this report as JSON."
    #expect(mutants.text.hasSuffix("\n\n\(text)\n"))
    #expect(!mutants.survivors.isEmpty)
    let missing = try await missing([mutants.json])
    #expect(missing.openGaps == [".input(.neverSent): no way that was tried sends it"])
    // The feedback about a failure isn't a mutant that the test reaches, but a message that it lacks.
    #expect(missing.gapCount == mutants.survivors.count - 1)
    #expect(missing.source.contains("await name.fail(with: Broken())"))
    #expect(missing.names.count <= missing.gapCount)
  }

  @Test func `a test closes the gaps of both reports, and each gap counts once`() async throws {
    let coverage = try await checkCoverage(of: Lamp.self) { await Lamp.test() }
    let mutants = try await checkMutants(of: Lamp.self, minimumScore: 0) { await Lamp.test() }
    let both = try await missing([coverage?.json ?? "", mutants.json])
    let first = try await missing([coverage?.json ?? ""])
    let second = try await missing([mutants.json])
    // The message that occurs in no test is a transition for coverage.
    #expect(both.gapCount == first.gapCount + second.gapCount - 1)
    #expect(both.names.count < first.names.count + second.names.count)
  }

  @Test func `a mutant that no way notices stays open, and the report names it`() async throws {
    let mutants = try await checkMutants(of: Lamp.self, minimumScore: 0) { await Lamp.test() }
    let missing = try await missing([mutants.json], steps: 1)
    #expect(missing.openGaps.contains(".feedback(.failed): no way that was tried sends it"))
    #expect(missing.openGaps.contains { $0.hasSuffix(": no way that was tried notices it") })
    #expect(missing.description.contains("\n\nStill open:\n\n"))
  }

  @Test func `a suite without gaps needs no test`() async throws {
    let coverage = try await checkCoverage(of: Bulb.self) { await Bulb.test() }
    let mutants = try await checkMutants(of: Bulb.self) { await Bulb.test() }
    #expect(!mutants.text.contains(Self.advice))
    let missing = try await generateTests(completing: coverage?.json ?? "", mutants.json) {
      TestStore(initialState: Bulb.State()) { Bulb() }
    } commands: {
      Command.send(.pressed)
    }
    #expect(missing.description == "No test to write.")
  }

  /// Returns a report with the mutants that a test notices, as if it didn't.
  private func survivors(
    of feature: Any.Type,
    kind: Mutant.Kind = .messages,
    _ test: @escaping () async throws -> Void
  ) async throws -> MutationRecord {
    let report = try await checkMutants(of: feature, minimumScore: 0) { try await test() }
    return MutationRecord(
      feature: report.record.feature,
      type: report.record.type,
      survivors: report.record.killed.filter { $0.kind == kind }
    )
  }

  @Test func `the shortest way that notices a mutant is its test`() async throws {
    var report = try await survivors(of: Bulb.self) { await Bulb.press() }
    report.survivors = Array(report.survivors.prefix(1))
    let missing = try await generateTests(completing: report.json) {
      TestStore(initialState: Bulb.State()) { Bulb() }
    } commands: {
      Command.send(.pressed)
    }
    #expect(missing.names == ["pressed: is on"])
    #expect(missing.gapCount == 1)
    #expect(missing.openGaps == [])
    #expect(missing.source.ranges(of: ".send(.pressed)").count == 1)
  }

  @Test func `mutants of every mode are noticed by tests that show every transition`() async throws {
    let report = try await survivors(of: Lamp.self, kind: .delivery) { await Lamp.test() }
    #expect(!report.survivors.isEmpty)
    #expect(report.survivors.allSatisfy { $0.transition == nil })
    let missing = try await missing([report.json])
    #expect(missing.gapCount == report.survivors.count)
    #expect(missing.openGaps == [])
  }

  @Test func `ways that no test ends close nothing, and stay open`() async throws {
    let mutants = try await survivors(of: Errand.self) { await Errand.test() }
    #expect(!mutants.survivors.isEmpty)
    let coverage = CoverageRecord(feature: "Errand", type: FeatureMatch(type: Errand.self).savedType)
    let missing = try await generateTests(completing: coverage.json, mutants.json) {
      let store = TestStore(initialState: Errand.State()) { Errand(isEndless: true) }
      store.gate("shop", at: \.shop) { [.success("milk")] }
      return store
    } commands: {
      Command.send(.left)
    }
    #expect(missing.names == [])
    #expect(missing.gapCount == 0)
    #expect(missing.openGaps.contains { $0.hasSuffix(": no test of it ends") })
    let unnoticed = missing.openGaps.filter { $0.hasSuffix(": no way that was tried notices it") }
    #expect(unnoticed.count == mutants.survivors.count)
  }

  @Test func `a source that can't be read gives no tests`() async throws {
    let coverage = CoverageRecord(feature: "Bulb", type: FeatureMatch(type: Bulb.self).savedType)
    var missing: MissingTests?
    let failures = try await recordingFailures {
      missing = try await generateTests(
        completing: coverage.json,
        fileID: "Tests/Absent.swift",
        filePath: "/absent/Absent.swift",
        line: 7,
        store: { TestStore(initialState: Bulb.State()) { Bulb() } }
      ) {
        Command.send(.pressed)
      }
    }
    #expect(failures.map(\.headline) == ["The source at Absent.swift:7 can't be read, so the tests have no store."])
    #expect(missing?.description == "No test to write.")
  }

  @Test(arguments: ["{}", ""]) func `a text that is no report of the feature is refused`(text: String) async throws {
    var missing: MissingTests?
    let failures = try await recordingFailures { missing = try await self.missing([text]) }
    #expect(failures.map(\.headline) == ["A text is no report of Lamp."])
    #expect(missing?.description == "No test to write.")
  }

  @Test func `the report of another feature is refused`() async throws {
    let mutants = try await checkMutants(of: Bulb.self) { await Bulb.test() }
    let failures = try await recordingFailures { _ = try await missing([mutants.json]) }
    #expect(failures.map(\.headline) == ["A text is no report of Lamp."])
  }

  @Test func `the mutants of a suite are attached as text and as JSON`() async throws {
    var report: MutationReport?
    let attachments = try await recordingAttachments {
      report = try await checkMutants(of: Bulb.self) { await Bulb.test() }
    }
    #expect(attachments.map(\.name) == ["mutants.txt", "mutants.json"])
    #expect(attachments.last?.text == report?.json)
  }
}

/// A bulb without effects.
private struct Bulb: Reducer {
  struct State: Equatable { var isOn = false }
  enum Input: Sendable { case pressed }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.isOn.toggle()
    return .none
  }

  static func press() async {
    let store = TestStore(initialState: State()) { Bulb() }
    await store.send(.pressed) { $0.isOn = true }
    await store.finish()
  }

  static func test() async {
    let store = TestStore(initialState: State()) { Bulb() }
    await store.send(.pressed) { $0.isOn = true }
    await store.send(.pressed) { $0.isOn = false }
    await store.finish()
  }
}
