import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The suite of the whole app for practising music, with its stack of screens.
extension WrittenSuites {
  @Test(.enabled(if: writesAll)) func `the suite of the practice app says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenPracticeAppSuite", runs: 300, steps: 8) {
      let library = Source(PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude")]))
      let settings = Source(PracticeSettings(goal: 10))
      let list = PieceList.State(library: library.value, settings: settings.value)
      let store = TestStore(initialState: PracticeApp.State(list: list)) {
        PracticeApp()
      } withDependencies: {
        $0.practiceLibrary = library
        $0.practiceSettings = settings
      }
      store.gate("server", at: \.backupClient.backUp) { _ in [.success(()), .failure(MailError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.list(.pieceTapped(1)), when: { $0.path.isEmpty })
      Command.send(.list(.settingsTapped), when: { $0.path.isEmpty })
      Command.send(.list(.backUpTapped), when: { $0.path.isEmpty })
      Command.send { .linkOpened($0.one(of: .recorder(1), .piece(1), .piece(9), .settings)) }
      Command.sendOne { state in state.path.isEmpty ? [] : [.pathChanged(state.path.ids.dropLast())] }
      Command.sendOne { state in
        state.path.ids.suffix(1).flatMap { id -> [PracticeApp.Input] in
          switch state.path[id] {
          case .detail(let detail)?:
            detail.alert == nil
              ? [.detail(id, .practiseTapped), .detail(id, .removeTapped)]
              : [.detail(id, .alert(.chosen(.remove))), .detail(id, .alert(.dismissed))]
          case .recorder?: [.recorder(id, .pauseTapped), .recorder(id, .doneTapped), .recorder(id, .discardTapped)]
          case .settings?: [.settings(id, .goalStepped(by: 5)), .settings(id, .backsUpToggled)]
          case nil: []
          }
        }
      }
    }
    #expect(suite.problems == [])
  }
}
