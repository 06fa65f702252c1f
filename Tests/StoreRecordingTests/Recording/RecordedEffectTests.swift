import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreRecording
@testable import StoreTesting

/// What a recording tells about the ends of effects, and about changes.
@Suite struct RecordedEffectTests {
  private struct Broken: Error {}

  private enum Input: Equatable { case work, stay, stop, fail }

  /// Returns a store whose effects end in any way.
  private func makeStore() -> TestStore<Machine<Int, Input, Int, Never>> {
    let store = TestStore(initialState: 0) {
      Machine<Int, Input, Int, Never> { message, _ in
        switch message {
        case .input(.work): return .run("work") { _ in }  // Here: work
        case .input(.stay):
          return .run("stay") { send in  // Here: stay
            try? await sleep(for: .seconds(1))
            await send(7)
          }
          .cancellable(id: "stay")
        case .input(.stop): return .cancel(id: "stay")
        case .input(.fail): return .run("fail") { _ in throw Broken() }  // Here: fail
        case .feedback: return .none
        }
      }
    }
    store.exhaustivity = .off
    return store
  }

  /// The events of effects, each with its line in this file.
  private func events(of recording: Recording) -> [String] {
    recording.entries.compactMap { entry in
      entry.effect.map { "\($0) \(entry.kind) \(entry.text) \(entry.place.map { "\($0.line)" } ?? "")" }
    }
  }

  @Test func `starts and ends of an effect have the line that makes it`() async {
    let recording = await withRecording {
      let store = makeStore()
      await store.send(.work)
      await store.send(.stay)
      await store.send(.stop)
      await store.finish()
    }
    let (work, stay) = (markedLine("work"), markedLine("stay"))
    #expect(
      events(of: recording) == [
        "1 started work \(work)", "1 finished work \(work)", "2 started stay \(stay)", "2 slept stay ",
        "2 cancelled stay \(stay)", "2 dropped 7 ",
      ]
    )
  }

  @Test func `failures of effects stand where they happened, also in the log of a store that nothing records`() async {
    var recording = Recording()
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.fail)
      await store.send(.fail)
      recording = store.recording
      await store.finish()
    }
    let fail = markedLine("fail")
    #expect(events(of: recording).prefix(2) == ["1 started fail \(fail)", "1 failed fail \(fail)"])
    #expect(recording.entries.first { $0.kind == .failed }?.detail == "Broken()")
    let kinds = recording.entries.map(\.kind).filter { $0 == .input || $0 == .failure }
    #expect(kinds == [.input, .failure, .input, .failure])
    #expect(recording.failures.map(\.place?.line) == failures.map(\.line))
  }

  @Test func `a change has the value before it and the value after it, if there are such`() async {
    let recording = await withRecording {
      let store = TestStore(initialState: [String]()) {
        Machine<[String], [String], Never, Never> { message, state in
          if case .input(let texts) = message { state = texts }
          return .none
        }
      }
      for texts in [["a"], ["b"], [], ["a", "b", "c"], ["c", "a", "b"]] { await store.send(texts) { $0 = texts } }
      await store.finish()
    }
    let changes = recording.entries.map { entry in
      entry.changes.map { "\($0.path) \($0.before ?? "nothing") \($0.after ?? "nothing")" }.joined(separator: ", ")
    }
    #expect(
      changes == [
        #"[0] nothing "a""#, #"[0] "a" "b""#, #"[0] "b" nothing"#,
        #"[0] nothing "a", [1] nothing "b", [2] nothing "c""#, "[2] nothing nothing",
      ]
    )
  }

  @Test func `a deviation has its time, and its relation to the default order`() async {
    let recorder = RunRecorder()
    await recorder.record {
      let store = makeStore()
      await store.send(.stay)
      await store.clock.advance(by: .seconds(1))
      recorder.noteDeviation("one", "before two", isInstead: false)
      await store.finish()
    }
    let deviation = recorder.recording.entries.first { $0.kind == .deviation }
    #expect(deviation?.text == "one" && deviation?.detail == "before two")
    #expect(deviation?.instant == .seconds(1))
  }
}
