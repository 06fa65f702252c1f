// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenPracticeSuites.swift. It says what the feature does, not what it should do.
// 2 tests assert 4 of 4 pairs of a mode and a message and 6 transitions, and notice 18 of 18 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: PieceForm.self, minimum: 1.0),
  .mutants(of: PieceForm.self, minimumScore: 1.0)
)
struct WrittenPieceFormSuite {
  private func makeStore() -> TestStore<PieceForm> {
    func make() -> TestStore<PieceForm> {
      TestStore(initialState: PieceForm.State()) { PieceForm() }
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `binding: title becomes "Fugue"`() async throws {
    let store = makeStore()
    // The name is about this step.
    await store.send(.binding(.set(\.title, "Fugue"))) { $0.title = "Fugue" }
    await store.send(.saveTapped)
    await store.receiveOutput(.saved(title: "Fugue", composer: ""))
    await store.send(.binding(.set(\.title, ""))) { $0.title = "" }
    await store.send(.saveTapped) { $0.lacksTitle = true }
    await store.send(.binding(.set(\.title, ""))) { $0.lacksTitle = false }
    await store.send(.saveTapped) { $0.lacksTitle = true }
    await store.send(.binding(.set(\.composer, "Bach"))) { $0.composer = "Bach" }
    await store.send(.saveTapped)
    await store.send(.binding(.set(\.title, "Fugue"))) {
      $0.title = "Fugue"
      $0.lacksTitle = false
    }
    await store.send(.binding(.set(\.composer, "Bach")))
    await store.send(.binding(.set(\.title, ""))) { $0.title = "" }
    await store.send(.binding(.set(\.title, "")))
    await store.finish()
  }

  @Test func `binding (2 times), then binding: composer becomes ""`() async throws {
    let store = makeStore()
    await store.send(.binding(.set(\.title, "Fugue"))) { $0.title = "Fugue" }
    await store.send(.binding(.set(\.composer, "Bach"))) { $0.composer = "Bach" }
    // The name is about this step.
    await store.send(.binding(.set(\.composer, ""))) { $0.composer = "" }
    await store.send(.binding(.set(\.composer, "Bach"))) { $0.composer = "Bach" }
    await store.send(.saveTapped)
    await store.receiveOutput(.saved(title: "Fugue", composer: "Bach"))
    await store.send(.binding(.set(\.title, ""))) { $0.title = "" }
    await store.send(.saveTapped) { $0.lacksTitle = true }
    await store.send(.binding(.set(\.title, ""))) { $0.lacksTitle = false }
    await store.send(.saveTapped) { $0.lacksTitle = true }
    await store.send(.binding(.set(\.composer, "Bach")))
    await store.send(.binding(.set(\.composer, ""))) { $0.composer = "" }
    await store.send(.binding(.set(\.composer, "")))
    await store.finish()
  }
}
