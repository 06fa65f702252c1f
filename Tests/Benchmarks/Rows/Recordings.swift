import StoreCore
import StoreRecording
import StoreTesting

extension Growth {
  /// The cost of an event that is recorded, and of the page. A recording keeps its last entries, so its memory ends to grow.
  static let recordings = [
    Growth("messages asserted one by one, recorded", upTo: 100_000) { count in
      var recording: Recording?
      let elapsed = await time {
        recording = await withRecording { await assertMessages(count) }
      }
      return Trial(held: Box(recording), time: elapsed)
    },
    Growth("messages of a recording, written as a page", upTo: 100_000) { count in
      let recording = await withRecording { await assertMessages(count) }
      var page = ""
      let elapsed = await time { page = recording.html }
      return Trial(held: Box(page), time: elapsed)
    },
  ]

  private static func assertMessages(_ count: Int) async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    for _ in 0..<count {
      await store.send(.increment) { $0.count += 1 }
    }
  }
}
