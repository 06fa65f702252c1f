import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// The request for a suite: its progress, and an effort that can't be read.
@Suite struct SuiteRequestTests {
  /// Searches the ways of up to one step through a box.
  private func search() async throws {
    let request = SuiteRequest<Strongbox>(
      runs: 10,
      steps: 1,
      site: CallSite(),
      makeStore: { TestStore(initialState: Strongbox.State()) { Strongbox() } },
      commands: [.send(.turned)],
      hasOwnFile: true
    )
    let ways = try await request.ways(for: "The boxes")
    #expect(ways?.search.runs.count == 2)
  }

  @Test func `a search prints how many ways it has tried`() async throws {
    let lines = Recorder<String>()
    let now = ContinuousClock.now
    let reader = ExplorationProgress.Reader(read: { lines.record($0) }, interval: .zero, now: { now })
    try await ExplorationProgress.$reader.withValue(reader) { try await search() }
    #expect(lines.values == ["The boxes: 1 ways tried after 0 s", "The boxes: 2 ways tried"])
  }

  @Test func `an effort that can't be read is misuse, and the search goes on`() async throws {
    var effort = ExplorationEffort()
    effort.complaint = "The effort can't be read."
    let failures = try await recordingFailures {
      try await ExplorationEffort.$override.withValue(effort) { try await search() }
    }
    #expect(failures.map(\.headline) == ["The effort can't be read."])
    #expect(failures.map(\.kind) == [.misuse])
  }
}
