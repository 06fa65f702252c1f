import StoreRecording
import StoreTesting
import TestSupport
import Testing

/// What keeps the run of a model's test.
@MainActor
@Suite struct ModelRecordingTests {
  private let clock = TestClock()

  @Test(.recorded) func `a model's calls and changes are recorded`() async {
    let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
    await store.call { $0.toggle() }
    await store.receiveChange { $0 = true }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0 = false }
    let recording = store.recording
    #expect(recording.sequenceDiagram.contains("toggle()"), "\(recording.sequenceDiagram)")
    await store.finish()
  }

  @Test func `a test of a model is written from its run`() async {
    let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
    await store.call { $0.toggle() }
    await store.receiveChange { $0 = true }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0 = false }
    #expect(
      store.generatedTest == """
        await store.call { $0.toggle() }
        await store.receiveChange { $0 = true }
        await clock.advance(by: .seconds(1))
        await store.receiveChange { $0 = false }
        await store.finish()
        """
    )
    await store.finish()
  }

  @Test func `the transcript of a model names its calls`() async {
    let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
    await store.call { $0.toggle() }
    await store.receiveChange { $0 = true }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0 = false }
    #expect(store.transcript.contains("toggle()"), "\(store.transcript)")
    await store.finish()
  }
}
