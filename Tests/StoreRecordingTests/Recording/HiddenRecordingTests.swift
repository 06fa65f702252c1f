import Foundation
import StoreCore
import StoreRecording
import StoreTesting
import TestSupport
import Testing

@testable import StoreTestingTests

/// Writes a run in all ways that StoreRecording has.
private struct RecordingWriter: RunWriter {
  func texts<Feature: Reducer>(of store: TestStore<Feature>) -> [String] {
    let recording = store.recording
    return [
      recording.html, recording.sequenceDiagram, store.transcript, store.generatedTest, "\(recording)",
      (try? JSONEncoder().encode(recording)).map { String(decoding: $0, as: UTF8.self) } ?? "",
    ]
  }
}

@Suite struct HiddenRecordingTests {
  @Test(arguments: sample([Exhaustivity.strict, .on, .observable, .off(showSkipped: true)], every: 4))
  func `hidden text of a type is in no recording, page, transcript or generated test`(level: Exhaustivity) async {
    _ = await withRecording {
      let texts = await textsOfSecretRun(at: level, by: RecordingWriter())
      #expect(texts.filter { $0.contains(hiddenText) } == [])
      #expect(texts.contains { $0.contains("•••") && $0.hasPrefix("<!doctype html>") })
    }
  }

  @Test func `a feature is called by its own name, with any operators around it`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner().dependency(\.timeZone, .gmt).dependency(\.timeZone, .gmt).intercepting { $2($0, &$1) }
    }
    #expect(!store.recording.html.contains("OverridingReducer"))
    await store.finish()
  }
}
