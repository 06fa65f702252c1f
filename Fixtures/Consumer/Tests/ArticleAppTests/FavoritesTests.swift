import StoreTesting
import Testing

@testable import ArticleApp

@MainActor
struct FavoritesTests {
  let save = Gate<Set<String>, Void, any Error>("save")

  struct Shown: Equatable {
    var names: Set<String> = []
    var isSaving = false
  }

  private func makeStore() -> TestStore<ContainerFeature<ModelContainer<Favorites, Shown>, Shown, Never>> {
    TestStore(of: Favorites { [save] in try await save($0) }) { Shown(names: $0.names, isSaving: $0.isSaving) }
  }

  @Test func `a favorite is saved`() async {
    let store = makeStore()
    await store.call { await $0.toggle("Ada") }
    await store.receiveChange {
      $0.names = ["Ada"]
      $0.isSaving = true
    }
    await save.succeed()
    await store.receiveChange { $0.isSaving = false }
    await store.finish()
  }

  @Test func `a failure takes back what was saved since`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { await $0.toggle("Ada") }
      await store.receiveChange {
        $0.names = ["Ada"]
        $0.isSaving = true
      }
      await store.call { await $0.toggle("Bob") }
      await store.receiveChange { $0.names = ["Ada", "Bob"] }
      await save.succeed(skipping: 1)
      await store.receiveChange { $0.isSaving = false }
      await save.fail(with: CancellationError())
      await store.receiveChange { $0.names = ["Bob"] }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(failures.first?.headline.contains("after the change to Shown(names: [], isSaving: false)") == true)
  }
}
