// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenPracticeSuites.swift. It says what the feature does, not what it should do.
// 1 test asserts 5 of 5 pairs of a mode and a message and 5 transitions, and notices 21 of 21 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: PieceDetail.self, minimum: 1.0),
  .mutants(of: PieceDetail.self, minimumScore: 1.0)
)
struct WrittenPieceDetailSuite {
  private func makeStore() -> TestStore<PieceDetail> {
    func make() -> TestStore<PieceDetail> {
      let library = Source(PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude")]))
      return TestStore(initialState: PieceDetail.State(piece: Piece(id: 1, title: "Prelude"))) {
        PieceDetail()
      } withDependencies: {
        $0.practiceLibrary = library
      }
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `remove tapped, then alert chosen remove: closed is sent out, alert becomes nil`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.send(.removeTapped) {
      $0.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)])
    }
    // The name is about this step.
    await store.send(.alert(.chosen(.remove))) { $0.alert = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.pieceChanged(nil))
    await store.receiveOutput(.closed)
    await store.send(.practiseTapped)
    await store.receiveOutput(.practised(Piece(id: 1, title: "Prelude", composer: "", sessions: [])))
    await store.send(.removeTapped) {
      $0.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)])
    }
    await store.send(.alert(.dismissed)) { $0.alert = nil }
    await store.send(.removeTapped) {
      $0.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)])
    }
    await store.send(.removeTapped)
    await store.send(.practiseTapped)
    await store.receiveOutput(.practised(Piece(id: 1, title: "Prelude", composer: "", sessions: [])))
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
