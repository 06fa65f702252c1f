import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// A whole app.
  static let practice = FeatureTour(
    name: "PracticeApp",
    summary:
      "A list, a form, and a stack of screens that share a library. A session is recorded offline, and backed up later."
  ) {
    let library = Source(PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "Bach")]))
    let settings = PracticeSettings(goal: 10, backsUp: true)
    let list = PieceList.State(library: library.value, settings: settings)
    let store = TestStore(initialState: PracticeApp.State(list: list)) {
      PracticeApp()
    } withDependencies: {
      $0.practiceLibrary = library
      $0.practiceSettings = Source(settings)
    }
    let server = store.gate("server", at: \.backupClient.backUp)
    let prelude = Piece(id: 1, title: "Prelude", composer: "Bach")

    await store.send(.linkOpened(.recorder(1))) {
      $0.path = [
        .detail(PieceDetail.State(piece: prelude)), .recorder(SessionRecorder.State(piece: prelude, goal: 10)),
      ]
    }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.recorder(1, .feedback(.secondPassed))) { $0.path[1]?.recorder?.seconds = 1 }
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 1, of: 1)))) { $0.path.pop() }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged(library.value)))) {
      $0.list.library.record(seconds: 1, of: 1)
      $0.list.backup = .running(failures: 0)
    }
    await store.receive(PracticeApp.Feedback.detail) { state, _ in state.path[0]?.detail?.piece.sessions = [1] }
    await server.fail(with: Offline())
    await store.receive(.list(.feedback(.backUpFailed))) { $0.list.backup = .running(failures: 1) }
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await store.clock.advance(by: .seconds(1))
    await server.succeed()
    await store.receive(.list(.feedback(.backedUp))) { $0.list.backup = .idle }
    await store.startTask.cancel()
    await store.finish()
  }
}

private struct Offline: Error {}
