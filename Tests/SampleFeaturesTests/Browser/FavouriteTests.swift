import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Favourite", .mutants(of: Favourite.self), .coverage(of: Favourite.self, minimum: 1))
struct FavouriteTests {
  private let lisbon = SearchResult(id: "lisbon", title: "Lisbon")

  private func testStore(matches: Int? = nil, isChecking: Bool = false) -> TestStore<Favourite> {
    let store = TestStore(
      initialState: Favourite.State(result: lisbon, matches: matches, isChecking: isChecking)
    ) {
      Favourite()
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `A check counts the results for the title`() async {
    let store = testStore()
    let search = store.gate("search", at: \.searchClient.search)
    await store.send(.checkTapped) { $0.isChecking = true }
    await store.receiveEffect("check", of: "Lisbon")
    await search.succeed(with: [lisbon, SearchResult(title: "Lisbon, Ohio")])
    await store.receive(.checked(2)) {
      $0.isChecking = false
      $0.matches = 2
    }
    await store.finish()
  }

  @Test func `A failed check keeps the old number`() async {
    struct Offline: Error {}
    let store = testStore(matches: 3)
    let search = store.gate("search", at: \.searchClient.search)
    await store.send(.checkTapped) { $0.isChecking = true }
    await store.receiveEffect("check", of: "Lisbon")
    await search.fail(with: Offline())
    await store.receive(.checked(nil)) { $0.isChecking = false }
    await store.finish()
  }

  @Test func `Another check replaces the running one, and the old number stays until it ends`() async {
    let store = testStore(matches: 3)
    let search = store.gate("search", at: \.searchClient.search)
    await store.send(.checkTapped) { $0.isChecking = true }
    await store.receiveEffect("check", of: "Lisbon")
    for _ in 1...2 {
      await store.send(.checkTapped)
      await store.receiveEffect("check", of: "Lisbon")
    }
    await search.succeed(with: [lisbon])
    await store.receive(.checked(1)) {
      $0.isChecking = false
      $0.matches = 1
    }
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `A request of the user is an output to the parent, and changes nothing`(whileChecking isChecking: Bool) async {
    let store = testStore(matches: 3, isChecking: isChecking)
    await store.send(.openTapped)
    await store.receiveOutput(.opened(lisbon))
    await store.send(.removeTapped)
    await store.receiveOutput(.removed)
    await store.finish()
  }
}
