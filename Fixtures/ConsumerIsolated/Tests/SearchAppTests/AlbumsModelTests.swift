import StoreTesting
import Testing

@testable import SearchApp

@MainActor
struct AlbumsModelTests {
  @Test func showsWhatIsLoaded() async {
    let album = Album(id: 1, title: "One")
    let load = Gate<Void, [Album], any Error>("load")
    let store = TestStore(of: AlbumsModel { try await load() }, projection: \.albums)

    await store.call { await $0.reload() }
    await load.succeed(with: [album])
    await store.receiveChange { $0 = [album] }
    await store.finish()
  }
}
