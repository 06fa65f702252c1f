import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The suites of the screens of the app for practising music.
extension WrittenSuites {
  @Test(.enabled(if: writesAll)) func `the suite of the form says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenPieceFormSuite") {
      TestStore(initialState: PieceForm.State()) { PieceForm() }
    } commands: {
      Command.send { .binding(.set(\.title, $0.one(of: "Fugue", ""))) }
      Command.send { .binding(.set(\.composer, $0.one(of: "Bach", ""))) }
      Command.send(.saveTapped)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the settings says what they do`() async throws {
    let suite = try await generateSuite(named: "WrittenSettingsScreenSuite", runs: 200) {
      let settings = Source(PracticeSettings())
      return TestStore(initialState: SettingsScreen.State()) {
        SettingsScreen()
      } withDependencies: {
        $0.practiceSettings = settings
      }
    } commands: {
      Command.send { .goalStepped(by: $0.one(of: 5, -10)) }
      Command.send(.backsUpToggled)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of a piece says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenPieceDetailSuite") {
      let library = Source(PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude")]))
      return TestStore(initialState: PieceDetail.State(piece: Piece(id: 1, title: "Prelude"))) {
        PieceDetail()
      } withDependencies: {
        $0.practiceLibrary = library
      }
    } commands: {
      Command.send(.practiseTapped)
      Command.send(.removeTapped)
      Command.send(.alert(.chosen(.remove)), when: { $0.alert != nil })
      Command.send(.alert(.dismissed), when: { $0.alert != nil })
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the recorder says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenSessionRecorderSuite", runs: 200) {
      let settings = Source(PracticeSettings(goal: 10))
      return TestStore(initialState: SessionRecorder.State(piece: Piece(id: 1, title: "Prelude"), goal: 10)) {
        SessionRecorder()
      } withDependencies: {
        $0.practiceSettings = settings
      }
    } commands: {
      Command.send(.pauseTapped)
      Command.send(.doneTapped)
      Command.send(.discardTapped)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the list of pieces says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenPieceListSuite", runs: 250, steps: 8) {
      let library = Source(PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude")]))
      let settings = Source(PracticeSettings())
      let store = TestStore(initialState: PieceList.State(library: library.value)) {
        PieceList()
      } withDependencies: {
        $0.practiceLibrary = library
        $0.practiceSettings = settings
      }
      store.gate("server", at: \.backupClient.backUp) { _ in [.success(()), .failure(MailError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.addTapped, when: { $0.library.pieces.count < 2 })
      Command.send(.form(.binding(.set(\.title, "Fugue"))), when: { $0.form != nil })
      Command.send(.form(.saveTapped), when: { $0.form != nil })
      Command.send(.formDismissed, when: { $0.form != nil })
      Command.send(.pieceTapped(1))
      Command.send(.settingsTapped)
      Command.send(.backUpTapped)
      Command.send(.alert(.chosen(.tryAgain)), when: { $0.alert != nil })
      Command.send(.alert(.dismissed), when: { $0.alert != nil })
    }
    #expect(suite.problems == [])
  }
}
