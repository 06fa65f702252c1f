import Foundation
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreRecording
@testable import StoreTesting

/// What is in a transcript's file, and who writes it.
@Suite struct TranscriptWritingTests {
  private let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "transcripts-\(UUID())")

  /// The path of the test's file.
  private var path: String { folder.appending(path: "SomeTests.swift").path }

  /// The text of the transcript; nil if it isn't written.
  private var written: String? {
    try? String(contentsOf: folder.appending(path: "__Transcripts__/SomeTests/a.txt"), encoding: .utf8)
  }

  @Test(arguments: [nil, .compare] as [GoldenFileMode?])
  func `a run that writes what stores did writes transcripts, unless the test only compares`(
    mode: GoldenFileMode?
  ) async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let failures = await recordingFailures {
      await AcceptedChanges.$scoped.withValue(AcceptedChanges(.write, sink: nil)) {
        await GoldenFileMode.$override.withValue(mode) {
          let store = TestStore(initialState: 0) { Machine<Int, Int, Never, Never> { _, _ in .none } }
          await store.send(1)
          await store.verifyTranscript(named: "a", filePath: path)
          await store.finish()
        }
      }
    }
    #expect(failures.map(\.headline) == ["The transcript \"a\" \(mode == nil ? "is written" : "does not exist")."])
    #expect(written == (mode == nil ? "0 s  → input    1\n" : nil))
  }

  @Test func `a transcript has what the effects do with values that the test has just yielded`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    _ = await recordingFailures {
      await GoldenFileMode.$override.withValue(.record) {
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Int, Never> { message, state in
            switch message {
            case .input: return .run("follow") { send in for await number in numbers { await send(number) } }
            case .feedback(let number):
              state = number
              return .none
            }
          }
        }
        store.exhaustivity = .off
        await store.send(1)
        continuation.yield(7)
        await store.verifyTranscript(named: "a", filePath: path)
        continuation.finish()
        await store.finish()
      }
    }
    #expect(written?.contains("← feedback 7") ?? false)
  }
}
