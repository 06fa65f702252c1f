import StoreTesting
import Testing

@testable import SearchApp

struct LibraryTests {
  @Test func remembersWhatWasPlayedLast() async {
    let album = Album(id: 1, title: "One")
    let store = TestStore(initialState: Library.State(rows: [AlbumRow.State(album: album)])) { Library() }

    await store.send(.row(id: 1, .playTapped)) { $0.rows[id: 1]?.plays = 1 }
    await store.receive(.row(id: 1, .output(.played(album)))) { $0.last = album }
    await store.finish()
  }
}
