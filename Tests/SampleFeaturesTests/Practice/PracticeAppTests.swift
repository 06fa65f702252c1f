import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Practice app", .mutants(of: PracticeApp.self), .coverage(of: PracticeApp.self, minimum: 1))
struct PracticeAppTests {
  struct Offline: Error {}

  private static let prelude = Piece(id: 1, title: "Prelude")
  private static let fugue = Piece(id: 2, title: "Fugue")
  private static let both = PracticeLibrary(pieces: [prelude, fugue])

  private let library = Source(both)
  private let settings = Source(PracticeSettings(goal: 10))

  /// Returns the test store of an app that has just been launched.
  private func testStore(path: Stack<PracticeScreen> = []) -> TestStore<PracticeApp> {
    let list = PieceList.State(library: library.value, settings: settings.value)
    let store = TestStore(initialState: PracticeApp.State(list: list, path: path)) {
      PracticeApp()
    } withDependencies: {
      $0.practiceLibrary = library
      $0.practiceSettings = settings
    }
    store.exhaustivity = .strict
    return store
  }

  /// Receives the effects that the list starts with.
  private func launch(_ store: TestStore<PracticeApp>) async {
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
  }

  /// Pauses a recorder, and goes on.
  private func pause(_ id: ScreenID, in store: TestStore<PracticeApp>) async {
    await store.send(.recorder(id, .pauseTapped)) { $0.path[id]?.recorder?.isPaused = true }
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.send(.recorder(id, .pauseTapped)) { $0.path[id]?.recorder?.isPaused = false }
    await store.receiveEffect("timer")
  }

  /// Ends a test. The list follows the library and the settings for ever.
  private func end(_ store: TestStore<PracticeApp>) async {
    await store.startTask.cancel()
    await store.finish()
  }

  @Test func `A session goes from the list over a piece and the recorder into the library`() async {
    let store = testStore()
    await launch(store)

    await store.send(.list(.pieceTapped(2)))
    await store.receive(.list(.output(.opened(2)))) { $0.path.push(.detail(PieceDetail.State(piece: Self.fugue))) }
    await store.receiveEffect("follow PracticeLibrary")
    await store.send(.detail(0, .practiseTapped))
    await store.receive(.detail(0, .output(.practised(Self.fugue)))) {
      $0.path.push(.recorder(SessionRecorder.State(piece: Self.fugue, goal: 10)))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    await pause(1, in: store)
    for second in 1...2 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.recorder(1, .feedback(.secondPassed))) { $0.path[1]?.recorder?.seconds = second }
    }
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 2, of: 2)))) { $0.path.pop() }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged(library.value)))) { $0.list.library.record(seconds: 2, of: 2) }
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 2, title: "Fugue", sessions: [2]))))) {
      $0.path[0]?.detail?.piece.sessions = [2]
    }
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await end(store)
  }

  @Test func `A new piece is in the list, and can be opened`() async {
    let store = testStore()
    await launch(store)
    await store.send(.list(.addTapped)) { $0.list.form = PieceForm.State() }
    await store.send(.list(.form(.binding(.set(\.title, "Nocturne"))))) { $0.list.form?.title = "Nocturne" }
    await store.send(.list(.form(.saveTapped)))
    await store.receive(.list(.feedback(.form(.output(.saved(title: "Nocturne", composer: "")))))) {
      $0.list.form = nil
    }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged(library.value)))) {
      $0.list.library.add(title: "Nocturne", composer: "")
    }
    await store.send(.list(.pieceTapped(3)))
    await store.receive(.list(.output(.opened(3)))) {
      $0.path.push(.detail(PieceDetail.State(piece: Piece(id: 3, title: "Nocturne"))))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await end(store)
  }

  @Test func `A removed piece closes its screen, and the recorder above it`() async {
    let store = testStore()
    await launch(store)
    await store.send(.linkOpened(.recorder(1))) {
      $0.path = [
        .detail(PieceDetail.State(piece: Self.prelude)),
        .recorder(SessionRecorder.State(piece: Self.prelude, goal: 10)),
      ]
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    await store.send(.detail(0, .removeTapped)) { $0.path[0]?.detail?.alert = PieceDetail.question }
    await store.send(.detail(0, .alert(.chosen(.remove)))) { $0.path[0]?.detail?.alert = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged(library.value)))) { $0.list.library.pieces.remove(id: 1) }
    await store.receive(.detail(0, .feedback(.pieceChanged(nil))))
    await store.receive(.detail(0, .output(.closed))) { $0.path.popAll() }
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1))))
    await end(store)
  }

  @Test func `A discarded session is in no library`() async {
    let store = testStore()
    await launch(store)
    await store.send(.linkOpened(.recorder(1))) {
      $0.path = [
        .detail(PieceDetail.State(piece: Self.prelude)),
        .recorder(SessionRecorder.State(piece: Self.prelude, goal: 10)),
      ]
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    for _ in 1...2 { await pause(1, in: store) }
    await store.send(.recorder(1, .discardTapped))
    await store.receive(.recorder(1, .output(.discarded))) { $0.path.pop() }
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await end(store)
    #expect(library.value == Self.both)
  }

  @Test func `The settings change every screen that shows them`() async {
    let store = testStore()
    await launch(store)
    await store.send(.list(.settingsTapped))
    await store.receive(.list(.output(.settingsOpened))) {
      $0.path.push(.settings(SettingsScreen.State(settings: PracticeSettings(goal: 10))))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.settings(0, .goalStepped(by: 5)))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 15))))) { $0.list.settings.goal = 15 }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 15))))) {
      $0.path[0]?.settings?.settings.goal = 15
    }
    await store.send(.pathChanged([])) { $0.path.pop() }
    await store.send(.linkOpened(.recorder(1))) {
      $0.path = [
        .detail(PieceDetail.State(piece: Self.prelude)),
        .recorder(SessionRecorder.State(piece: Self.prelude, goal: 15)),
      ]
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    settings.update { $0.goal = 20 }
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 20))))) { $0.list.settings.goal = 20 }
    await store.receive(.recorder(1, .feedback(.goalChanged(20)))) { $0.path[1]?.recorder?.goal = 20 }
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await end(store)
  }

  @Test func `A link replaces the screens, and cancels what they do`() async {
    let store = testStore()
    await launch(store)
    await store.send(.linkOpened(.recorder(1))) {
      $0.path = [
        .detail(PieceDetail.State(piece: Self.prelude)),
        .recorder(SessionRecorder.State(piece: Self.prelude, goal: 10)),
      ]
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    await store.send(.linkOpened(.piece(2))) { $0.path = [.detail(PieceDetail.State(piece: Self.fugue))] }
    await store.receiveEffect("follow PracticeLibrary")
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.send(.linkOpened(.settings)) {
      $0.path = [.settings(SettingsScreen.State(settings: PracticeSettings(goal: 10)))]
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.piece(9))) { $0.path = [] }
    await store.send(.linkOpened(.recorder(9)))
    await end(store)
  }

  @Test func `The screens of the last launch start again`() async {
    let store = testStore(path: [
      .detail(PieceDetail.State(piece: Self.prelude)),
      .recorder(SessionRecorder.State(piece: Self.prelude, goal: 10, seconds: 59)),
    ])
    await launch(store)
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    await pause(1, in: store)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.recorder(1, .feedback(.secondPassed))) { $0.path[1]?.recorder?.seconds = 60 }
    await store.send(.pathChanged([0])) { $0.path.pop() }
    #expect(store.clock.pendingSleeps.isEmpty)
    await end(store)
  }

  @Test func `A session that is recorded offline is backed up once the server answers`() async {
    settings.update { $0.backsUp = true }
    let store = testStore()
    let server = store.gate("server", at: \.backupClient.backUp)
    await launch(store)
    library.update { $0.record(seconds: 600, of: 1) }
    let recorded = library.value
    await store.receive(.list(.feedback(.libraryChanged(recorded)))) {
      $0.list.library = recorded
      $0.list.backup = .running(failures: 0)
    }
    await store.receiveEffect("back up", of: recorded)
    // A user who asks for it needs neither wait for the answer nor for the next attempt.
    for _ in 1...2 {
      await store.send(.list(.backUpTapped))
      await store.receiveEffect("back up", of: recorded)
      #expect(server.pending.count == 1)
    }
    for isAskedAgain in [true, false] {
      await server.fail(with: Offline())
      await store.receive(.list(.feedback(.backUpFailed))) { $0.list.backup = .running(failures: 1) }
      await store.receiveEffect("back up", of: recorded)
      if isAskedAgain {
        await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
        await store.receiveEffect("back up", of: recorded)
        #expect(store.clock.pendingSleeps.isEmpty)
      }
    }
    // The backup goes on below another screen.
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path.push(.detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", sessions: [600]))))
    }
    await store.receiveEffect("follow PracticeLibrary")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    #expect(server.pending.first?.arguments == recorded)
    await server.succeed()
    await store.receive(.list(.feedback(.backedUp))) { $0.list.backup = .idle }
    await store.send(.pathChanged([])) { $0.path.popAll() }
    await end(store)
  }
}
