import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Piece form", .mutants(of: PieceForm.self), .coverage(of: PieceForm.self, minimum: 1))
struct PieceFormTests {
  private func testStore(_ state: PieceForm.State = PieceForm.State()) -> TestStore<PieceForm> {
    let store = TestStore(initialState: state) { PieceForm() }
    store.exhaustivity = .strict
    return store
  }

  @Test func `The form emits the piece that the user has typed`() async {
    let store = testStore()
    await store.send(.binding(.set(\.title, "Clair de lune"))) { $0.title = "Clair de lune" }
    await store.send(.binding(.set(\.composer, "Debussy"))) { $0.composer = "Debussy" }
    await store.send(.saveTapped)
    await store.leave(at: .saved(title: "Clair de lune", composer: "Debussy"))
  }

  @Test func `A piece without a title is not saved, until the user types one`() async {
    let store = testStore()
    await store.send(.saveTapped) { $0.lacksTitle = true }
    await store.send(.binding(.set(\.composer, "Debussy"))) { $0.composer = "Debussy" }
    await store.send(.saveTapped)
    await store.send(.binding(.set(\.title, "Clair de lune"))) {
      $0.title = "Clair de lune"
      $0.lacksTitle = false
    }
    await store.send(.saveTapped)
    await store.leave(at: .saved(title: "Clair de lune", composer: "Debussy"))
  }
}
