import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreRecording
@testable import StoreTesting

/// Explores two searches whose answers may arrive out of order, and returns the attachments.
func exploreRace() async throws -> [TestAttachment] {
  try await recordingAttachments {
    _ = try await explore {
      let gate = Gate<String, [String], any Error>("search") { [.success([$0])] }
      let store = TestStore(initialState: RacySearch.State()) { RacySearch { try await gate($0) } }
      store.exhaustivity = .off
      await store.send("a")
      await store.send("b")
      await store.clock.advance(by: .milliseconds(300))
      await store.settle { $0.results = ["b"] }
      await store.finish()
    }
  }
}

private struct Cart: Equatable {
  var quantity = 1
}

@Suite struct RecordedTraitTests {
  @Test(.recorded)
  func `a store has the whole recording under the trait`() async {
    let store = TestStore(initialState: RacySearch.State()) { RacySearch { [$0] } }
    await store.send("a") { $0.query = "a" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(["a"]) { $0.results = ["a"] }
    await store.receiveOutput("1 found")
    await store.finish()
    #expect(store.recording.entries.map(\.kind).contains(.slept))
    #expect(store.recording.entries.last?.kind == .finished)
  }

  @Test(.recorded)
  func `entries of several stores have one order, with their stores' numbers`() async {
    let first = TestStore(initialState: RacySearch.State()) { RacySearch { [$0] } }
    let second = TestStore(initialState: RacySearch.State()) { RacySearch { [$0] } }
    await second.send("")
    await first.send("")
    #expect(first.recording.entries.map(\.store) == [2, 1])
    #expect(first.recording == second.recording)
  }

  @Test func `the page of a search for bugs names each finding at the end of its path`() async throws {
    let recorder = RunRecorder()
    let reports = try await recordingReports {
      try await recorder.record {
        try await findBugs(inputs: [1, -1] as [Int], within: .seconds(600)) {
          TestStore(initialState: Cart()) {
            Reduce { state, step in
              state.quantity = min(3, max(-1, state.quantity + step))
              return .none
            }
          }
        }
      }
    }
    let complaint = reports.first?.headline
    #expect(complaint?.hasPrefix("Reduce") == true, "\(reports.map(\.headline))")
    #expect(recorder.recording.entries.filter { $0.kind == .failure }.map(\.text) == [complaint])
    #expect(recorder.recording.entries.last { $0.kind != .failure }?.store == 1)
  }

  @Test func `a test of a recorded suite is recorded once, under its name`() async throws {
    let test = try #require(Test.current)
    let attachments = try await recordingAttachments {
      try await Hooks.$observers.withValue([]) {
        try await RecordedTrait().provideScope(for: test, testCase: nil) {
          try await RecordedTrait().provideScope(for: test, testCase: nil) {}
        }
      }
    }
    #expect(attachments.map(\.name) == ["recording.html"])
    #expect(
      try #require(attachments.first?.text).contains(
        "<title>a test of a recorded suite is recorded once, under its name<"
      )
    )
  }

  @Test(.recorded)
  func `a failing test that is recorded has its page attached, with the failure at its line`() async throws {
    let attachments = await recordingAttachments {
      let store = TestStore(initialState: RacySearch.State()) { RacySearch { [$0] } }
      await store.send("") { $0.query = "b" }  // Here
    }
    let page = try #require(attachments.first { $0.name == "timeline.html" }?.text)
    #expect(page.contains(" data-k=failure data-s=1>"))
    #expect(page.contains("RecordedTraitTests.swift:\(markedLine())</a>"))
    #expect(
      page.contains(
        "<title>a failing test that is recorded has its page attached, with the failure at its line</title>"
      )
    )
    #expect(page.contains("<b>Failure.</b> <span>#2 The state after"))
  }

  @Test(.recorded)
  func `a failing order of a recorded test has its page attached, with the unusual choices in it`() async throws {
    let attachments = try await exploreRace()
    #expect(attachments.map(\.name) == ["timeline.html"])
    let page = try #require(attachments.last?.text)
    #expect(page.contains("<title>In another order: "))
    // The style of the page has the names of the kinds, too.
    #expect(page.contains(" data-k=deviation>"))
    #expect(page.contains(" data-k=failure data-s=1>"))
    #expect(page.contains("<ul class=\"races\""))
  }
}
