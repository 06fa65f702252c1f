import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Piece detail", .mutants(of: PieceDetail.self), .coverage(of: PieceDetail.self, minimum: 1))
struct PieceDetailTests {
  private static let prelude = Piece(id: 1, title: "Prelude", sessions: [60])
  private static let fugue = Piece(id: 2, title: "Fugue")

  /// The library that each test changes.
  private let library = Source(PracticeLibrary(pieces: [prelude, fugue]))

  /// Returns a test store that follows the library.
  private func testStore() async -> TestStore<PieceDetail> {
    let store = TestStore(initialState: PieceDetail.State(piece: Self.prelude)) {
      PieceDetail()
    } withDependencies: {
      $0.practiceLibrary = library
    }
    store.exhaustivity = .strict
    await store.receiveEffect("follow PracticeLibrary")
    return store
  }

  @Test func `The screen shows each change of its piece, and of no other`() async {
    let store = await testStore()
    library.update { $0.record(seconds: 5, of: 2) }
    library.update { $0.record(seconds: 90, of: 1) }
    await store.receive(.pieceChanged(Piece(id: 1, title: "Prelude", sessions: [60, 90]))) {
      $0.piece.sessions = [60, 90]
    }
    library.update { $0.pieces[id: 1]?.title = "Prelude in C" }
    await store.receive(.pieceChanged(Piece(id: 1, title: "Prelude in C", sessions: [60, 90]))) {
      $0.piece.title = "Prelude in C"
    }
    await store.send(.practiseTapped)
    await store.receiveOutput(.practised(Piece(id: 1, title: "Prelude in C", sessions: [60, 90])))
    library.update { $0.pieces.removeAll() }
    await store.receive(.pieceChanged(nil))
    await store.leave(at: .closed)
  }

  @Test func `A confirmed removal takes the piece out of the library, and closes the screen`() async {
    let store = await testStore()
    await store.send(.removeTapped) { $0.alert = PieceDetail.question }
    await store.send(.alert(.chosen(.remove))) { $0.alert = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.pieceChanged(nil))
    await store.leave(at: .closed)
    #expect(library.value.pieces == [Self.fugue])
    #expect(library.value.nextID == 3)
  }

  @Test func `The user keeps the piece`() async {
    let store = await testStore()
    await store.send(.removeTapped) { $0.alert = PieceDetail.question }
    await store.send(.alert(.dismissed)) { $0.alert = nil }
    await store.send(.alert(.chosen(.remove)))
    library.update { $0.pieces.removeAll() }
    await store.receive(.pieceChanged(nil))
    await store.leave(at: .closed)
  }
}
