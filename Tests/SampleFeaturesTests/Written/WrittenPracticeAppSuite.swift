// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenAppSuites.swift. It says what the feature does, not what it should do.
// 28 tests assert 19 of 19 pairs of a mode and a message and 19 transitions, and notice 238 of 242 mutants.
// Not asserted: what more ways would show: the last ones still showed something. Raise 'runs:'.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: PracticeApp.self, minimum: 1.0),
  .mutants(of: PracticeApp.self, minimumScore: 0.98)
)
struct WrittenPracticeAppSuite {
  private func makeStore() -> TestStore<PracticeApp> {
    func make() -> TestStore<PracticeApp> {
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
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `link opened piece 1: path changes, follow PracticeLibrary starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.piece(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened settings: path changes, follow PracticeSettings starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.settings)) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list piece tapped 1: path changes, follow PracticeLibrary starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    // The name is about this step.
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    // This cancels follow PracticeLibrary.
    await store.send(.linkOpened(.piece(1)))
    await store.receiveEffect("follow PracticeLibrary")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list piece tapped 1, then detail practise tapped: path changes, follow PracticeSettings starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    // The name is about this step.
    await store.send(.detail(0, .practiseTapped))
    await store.receive(.detail(0, .output(.practised(Piece(id: 1, title: "Prelude", composer: "", sessions: []))))) {
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, 1 s passes, then recorder discard tapped: follow PracticeSettings is cancelled, timer is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.recorder(1, .feedback(.secondPassed))) {
      if case .recorder(var value) = $0.path[1] { value.seconds = 1; $0.path[1] = .recorder(value) }
    }

    // The name is about this step. This cancels follow PracticeSettings, timer.
    await store.send(.recorder(1, .discardTapped))
    await store.receive(.recorder(1, .output(.discarded))) { $0.path[1] = nil }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened piece 9, link opened recorder 1, then link opened piece 1: follow PracticeLibrary is cancelled, follow PracticeSettings is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.piece(9)))
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // The name is about this step. This cancels follow PracticeLibrary, follow PracticeSettings, timer.
    await store.send(.linkOpened(.piece(1))) { $0.path[1] = nil }
    await store.receiveEffect("follow PracticeLibrary")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, then recorder pause tapped: timer is cancelled, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // The name is about this step. This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings"])
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = false; $0.path[1] = .recorder(value) }
    }
    await store.receiveEffect("timer")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder pause tapped, then path changed: follow PracticeSettings is cancelled, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step. This cancels follow PracticeSettings.
    await store.send(.pathChanged([0])) { $0.path[1] = nil }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder pause tapped, then recorder discard tapped: follow PracticeSettings is cancelled, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step. This cancels follow PracticeSettings.
    await store.send(.recorder(1, .discardTapped))
    await store.receive(.recorder(1, .output(.discarded))) { $0.path[1] = nil }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder pause tapped, then link opened piece 1: follow PracticeLibrary is cancelled, follow PracticeSettings is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step. This cancels follow PracticeLibrary, follow PracticeSettings.
    await store.send(.linkOpened(.piece(1))) { $0.path[1] = nil }
    await store.receiveEffect("follow PracticeLibrary")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder pause tapped, then link opened settings: follow PracticeLibrary is cancelled, follow PracticeSettings is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step. This cancels follow PracticeLibrary, follow PracticeSettings.
    await store.send(.linkOpened(.settings)) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
      $0.path[1] = nil
    }
    await store.receiveEffect("follow PracticeSettings")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeSettings"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, then recorder done tapped: follow PracticeSettings is cancelled, timer is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // The name is about this step. This cancels follow PracticeSettings, timer.
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 0, of: 1)))) { $0.path[1] = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [0])]); value.nextID = 2; return value }())))) { $0.list.library.pieces[id: 1]?.sessions = [0] }
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 1, title: "Prelude", composer: "", sessions: [0]))))) {
      if case .detail(var value) = $0.path[0] { value.piece.sessions = [0]; $0.path[0] = .detail(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    // This cancels follow PracticeLibrary.
    await store.send(.linkOpened(.recorder(1))) {
      $0.path = [0: .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: [0]), alert: nil)), 1: .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: [0]), goal: 10, seconds: 0, isPaused: false))]
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings", "timer"])
    // This cancels follow PracticeSettings, timer.
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 0, of: 1)))) { $0.path[1] = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [0, 0])]); value.nextID = 2; return value }())))) { $0.list.library.pieces[id: 1]?.sessions = [0, 0] }
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 1, title: "Prelude", composer: "", sessions: [0, 0]))))) {
      if case .detail(var value) = $0.path[0] { value.piece.sessions = [0, 0]; $0.path[0] = .detail(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list settings tapped, then settings goal stepped 5: list settings goal becomes 15, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.settingsTapped))
    await store.receive(.list(.output(.settingsOpened))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    // The name is about this step.
    await store.send(.settings(0, .goalStepped(by: 5)))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) { $0.list.settings.goal = 15 }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 15, backsUp: false)))
    }
    await store.send(.settings(0, .backsUpToggled))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: true))))) { $0.list.settings.backsUp = true }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: true))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 15, backsUp: true)))
    }
    await store.send(.settings(0, .goalStepped(by: 5)))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 20, backsUp: true))))) { $0.list.settings.goal = 20 }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 20, backsUp: true))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 20, backsUp: true)))
    }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, then link opened piece 9: follow PracticeLibrary is cancelled, follow PracticeSettings is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // The name is about this step. This cancels follow PracticeLibrary, follow PracticeSettings, timer.
    await store.send(.linkOpened(.piece(9))) {
      $0.path[0] = nil
      $0.path[1] = nil
    }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings"])
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels follow PracticeLibrary, follow PracticeSettings, timer.
    await store.send(.linkOpened(.settings)) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
      $0.path[1] = nil
    }
    await store.receiveEffect("follow PracticeSettings")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeSettings"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list back up tapped: list backup becomes running, back up starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    // The name is about this step.
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.list(.settingsTapped))
    await store.receive(.list(.output(.settingsOpened))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.settings(0, .backsUpToggled))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 10, backsUp: true))))) { $0.list.settings.backsUp = true }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 10, backsUp: true))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: true)))
    }
    await store.send(.settings(0, .backsUpToggled))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 10, backsUp: false))))) { $0.list.settings.backsUp = false }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 10, backsUp: false))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list piece tapped 1, detail remove tapped, then detail alert chosen remove: follow PracticeLibrary is cancelled, update PracticeLibrary is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.send(.detail(0, .removeTapped)) {
      if case .detail(var value) = $0.path[0] { value.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)]); $0.path[0] = .detail(value) }
    }
    // The name is about this step. This cancels follow PracticeLibrary, update PracticeLibrary.
    await store.send(.detail(0, .alert(.chosen(.remove)))) {
      if case .detail(var value) = $0.path[0] { value.alert = nil; $0.path[0] = .detail(value) }
    }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: []); value.nextID = 2; return value }())))) { $0.list.library.pieces = [] }
    await store.receive(.detail(0, .feedback(.pieceChanged(nil))))
    await store.receive(.detail(0, .output(.closed))) { $0.path[0] = nil }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, 1 s passes, then recorder done tapped: follow PracticeSettings is cancelled, timer is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.recorder(1, .feedback(.secondPassed))) {
      if case .recorder(var value) = $0.path[1] { value.seconds = 1; $0.path[1] = .recorder(value) }
    }

    // The name is about this step. This cancels follow PracticeSettings, timer.
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 1, of: 1)))) { $0.path[1] = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [1])]); value.nextID = 2; return value }())))) { $0.list.library.pieces[id: 1]?.sessions = [1] }
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 1, title: "Prelude", composer: "", sessions: [1]))))) {
      if case .detail(var value) = $0.path[0] { value.piece.sessions = [1]; $0.path[0] = .detail(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "back up(PracticeLibrary(pieces: [Piece(id: 1, title: \"Prelude\", composer: \"\", sessions: [])], nextID: 2))", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list settings tapped, settings goal stepped 5, then link opened recorder 1: follow PracticeSettings is cancelled, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.list(.settingsTapped))
    await store.receive(.list(.output(.settingsOpened))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.settings(0, .goalStepped(by: 5)))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) { $0.list.settings.goal = 15 }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 15, backsUp: false)))
    }
    // The name is about this step. This cancels follow PracticeSettings.
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 15, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "back up(PracticeLibrary(pieces: [Piece(id: 1, title: \"Prelude\", composer: \"\", sessions: [])], nextID: 2))", "follow PracticeLibrary", "follow PracticeSettings", "timer"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list settings tapped, settings goal stepped 5 (2 times), then settings backs up toggled: list settings backs up becomes true, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.settingsTapped))
    await store.receive(.list(.output(.settingsOpened))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.settings(0, .goalStepped(by: 5)))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) { $0.list.settings.goal = 15 }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 15, backsUp: false)))
    }
    await store.send(.settings(0, .goalStepped(by: 5)))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 20, backsUp: false))))) { $0.list.settings.goal = 20 }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 20, backsUp: false))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 20, backsUp: false)))
    }
    // The name is about this step.
    await store.send(.settings(0, .backsUpToggled))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 20, backsUp: true))))) { $0.list.settings.backsUp = true }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 20, backsUp: true))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 20, backsUp: true)))
    }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `detail remove tapped, detail alert chosen remove, then list piece tapped 1`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.send(.detail(0, .removeTapped)) {
      if case .detail(var value) = $0.path[0] { value.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)]); $0.path[0] = .detail(value) }
    }
    // This cancels follow PracticeLibrary, update PracticeLibrary.
    await store.send(.detail(0, .alert(.chosen(.remove)))) {
      if case .detail(var value) = $0.path[0] { value.alert = nil; $0.path[0] = .detail(value) }
    }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: []); value.nextID = 2; return value }())))) { $0.list.library.pieces = [] }
    await store.receive(.detail(0, .feedback(.pieceChanged(nil))))
    await store.receive(.detail(0, .output(.closed))) { $0.path[0] = nil }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step.
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1))))
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: []); value.nextID = 2; return value }())
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder pause tapped, then recorder done tapped: follow PracticeSettings is cancelled, list library pieces changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "back up(PracticeLibrary(pieces: [Piece(id: 1, title: \"Prelude\", composer: \"\", sessions: [])], nextID: 2))", "follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step. This cancels follow PracticeSettings.
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 0, of: 1)))) { $0.path[1] = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [0])]); value.nextID = 2; return value }())))) { $0.list.library.pieces[id: 1]?.sessions = [0] }
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 1, title: "Prelude", composer: "", sessions: [0]))))) {
      if case .detail(var value) = $0.path[0] { value.piece.sessions = [0]; $0.path[0] = .detail(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "back up(PracticeLibrary(pieces: [Piece(id: 1, title: \"Prelude\", composer: \"\", sessions: [])], nextID: 2))", "follow PracticeLibrary"])
    await store.send(.detail(0, .practiseTapped))
    await store.receive(.detail(0, .output(.practised(Piece(id: 1, title: "Prelude", composer: "", sessions: [0]))))) {
      $0.path[2] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: [0]), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list back up tapped, then server fails: list backup becomes running, back up starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    // The name is about this step.
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.list(.feedback(.backUpFailed))) { $0.list.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())

    // This cancels back up.
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.succeed()
    await store.receive(.list(.feedback(.backedUp))) { $0.list.backup = .idle }

    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels follow PracticeSettings, timer.
    await store.send(.pathChanged([0])) { $0.path[1] = nil }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened piece 9, link opened recorder 1, then recorder done tapped: follow PracticeSettings is cancelled, timer is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.settingsTapped))
    await store.receive(.list(.output(.settingsOpened))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.settings(0, .backsUpToggled))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 10, backsUp: true))))) { $0.list.settings.backsUp = true }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 10, backsUp: true))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: true)))
    }
    // This cancels follow PracticeSettings.
    await store.send(.linkOpened(.piece(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    // This cancels follow PracticeLibrary.
    await store.send(.linkOpened(.piece(9))) { $0.path[0] = nil }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings"])
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // The name is about this step. This cancels follow PracticeSettings, timer.
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 0, of: 1)))) { $0.path[1] = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [0])]); value.nextID = 2; return value }())))) {
      $0.list.library.pieces[id: 1]?.sessions = [0]
      $0.list.backup = .running(failures: 0)
    }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [0])]); value.nextID = 2; return value }())
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 1, title: "Prelude", composer: "", sessions: [0]))))) {
      if case .detail(var value) = $0.path[0] { value.piece.sessions = [0]; $0.path[0] = .detail(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "back up(PracticeLibrary(pieces: [Piece(id: 1, title: \"Prelude\", composer: \"\", sessions: [0])], nextID: 2))"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder pause tapped, then link opened piece 9: follow PracticeLibrary is cancelled, follow PracticeSettings is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step. This cancels follow PracticeLibrary, follow PracticeSettings.
    await store.send(.linkOpened(.piece(9))) {
      $0.path[0] = nil
      $0.path[1] = nil
    }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings"])
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.recorder(1, .feedback(.secondPassed))) {
      if case .recorder(var value) = $0.path[1] { value.seconds = 1; $0.path[1] = .recorder(value) }
    }

    // This cancels follow PracticeLibrary, follow PracticeSettings, timer.
    await store.send(.linkOpened(.recorder(1))) {
      if case .recorder(var value) = $0.path[1] { value.seconds = 0; $0.path[1] = .recorder(value) }
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings", "timer"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder pause tapped, then link opened recorder 1: follow PracticeLibrary is cancelled, follow PracticeSettings is cancelled`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.recorder(1, .pauseTapped)) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = true; $0.path[1] = .recorder(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings"])
    // The name is about this step. This cancels follow PracticeLibrary, follow PracticeSettings.
    await store.send(.linkOpened(.recorder(1))) {
      if case .recorder(var value) = $0.path[1] { value.isPaused = false; $0.path[1] = .recorder(value) }
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings", "timer"])
    // This cancels follow PracticeSettings, timer.
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 0, of: 1)))) { $0.path[1] = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [0])]); value.nextID = 2; return value }())))) { $0.list.library.pieces[id: 1]?.sessions = [0] }
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 1, title: "Prelude", composer: "", sessions: [0]))))) {
      if case .detail(var value) = $0.path[0] { value.piece.sessions = [0]; $0.path[0] = .detail(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.send(.detail(0, .removeTapped)) {
      if case .detail(var value) = $0.path[0] { value.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)]); $0.path[0] = .detail(value) }
    }
    // This cancels follow PracticeLibrary.
    await store.send(.linkOpened(.piece(1))) {
      if case .detail(var value) = $0.path[0] { value.alert = nil; $0.path[0] = .detail(value) }
    }
    await store.receiveEffect("follow PracticeLibrary")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list back up tapped, list piece tapped 1, then path changed: follow PracticeLibrary is cancelled, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    // The name is about this step. This cancels follow PracticeLibrary.
    await store.send(.pathChanged([])) { $0.path[0] = nil }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    await store.send(.list(.settingsTapped))
    await store.receive(.list(.output(.settingsOpened))) {
      $0.path[1] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    // This cancels follow PracticeSettings.
    await store.send(.pathChanged([])) { $0.path[1] = nil }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    await store.send(.linkOpened(.recorder(1))) {
      $0.path = [0: .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil)), 1: .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))]
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // server answers after link opened recorder 1.
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.list(.feedback(.backUpFailed))) { $0.list.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())

    // This cancels follow PracticeLibrary, follow PracticeSettings, timer.
    await store.send(.linkOpened(.recorder(1)))
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "back up(PracticeLibrary(pieces: [Piece(id: 1, title: \"Prelude\", composer: \"\", sessions: [])], nextID: 2))", "follow PracticeLibrary", "follow PracticeSettings", "timer"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `link opened recorder 1, recorder done tapped, then link opened settings: follow PracticeLibrary is cancelled, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // This cancels follow PracticeSettings, timer.
    await store.send(.recorder(1, .doneTapped))
    await store.receive(.recorder(1, .output(.recorded(seconds: 0, of: 1)))) { $0.path[1] = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [0])]); value.nextID = 2; return value }())))) { $0.list.library.pieces[id: 1]?.sessions = [0] }
    await store.receive(.detail(0, .feedback(.pieceChanged(Piece(id: 1, title: "Prelude", composer: "", sessions: [0]))))) {
      if case .detail(var value) = $0.path[0] { value.piece.sessions = [0]; $0.path[0] = .detail(value) }
    }
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary"])
    // The name is about this step. This cancels follow PracticeLibrary.
    await store.send(.linkOpened(.settings)) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeSettings"])
    // This cancels follow PracticeSettings.
    await store.send(.linkOpened(.settings))
    await store.receiveEffect("follow PracticeSettings")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeSettings"])
    // This cancels follow PracticeSettings.
    await store.send(.linkOpened(.piece(9))) { $0.path[0] = nil }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings"])
    await store.send(.linkOpened(.settings)) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
    }
    await store.receiveEffect("follow PracticeSettings")
    // This cancels follow PracticeSettings.
    await store.send(.linkOpened(.recorder(1))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: [0]), alert: nil))
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: [0]), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeLibrary", "follow PracticeSettings", "timer"])
    // This cancels follow PracticeLibrary, follow PracticeSettings, timer.
    await store.send(.linkOpened(.settings)) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 10, backsUp: false)))
      $0.path[1] = nil
    }
    await store.receiveEffect("follow PracticeSettings")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "follow PracticeSettings"])
    await store.send(.settings(0, .goalStepped(by: 5)))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.list(.feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) { $0.list.settings.goal = 15 }
    await store.receive(.settings(0, .feedback(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))))) {
      $0.path[0] = .settings(SettingsScreen.State(settings: PracticeSettings(goal: 15, backsUp: false)))
    }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `list piece tapped 1, detail remove tapped, then link opened recorder 1: follow PracticeLibrary is cancelled, path changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.list(.backUpTapped)) { $0.list.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    // This cancels back up.
    await store.send(.list(.backUpTapped))
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.send(.detail(0, .removeTapped)) {
      if case .detail(var value) = $0.path[0] { value.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)]); $0.path[0] = .detail(value) }
    }
    // The name is about this step. This cancels follow PracticeLibrary.
    await store.send(.linkOpened(.recorder(1))) {
      if case .detail(var value) = $0.path[0] { value.alert = nil; $0.path[0] = .detail(value) }
      $0.path[1] = .recorder(SessionRecorder.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), goal: 10, seconds: 0, isPaused: false))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.label) == ["follow PracticeLibrary", "follow PracticeSettings", "back up(PracticeLibrary(pieces: [Piece(id: 1, title: \"Prelude\", composer: \"\", sessions: [])], nextID: 2))", "follow PracticeLibrary", "follow PracticeSettings", "timer"])
    // server answers after link opened recorder 1.
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.succeed()
    await store.receive(.list(.feedback(.backedUp))) { $0.list.backup = .idle }

    // This cancels follow PracticeLibrary, follow PracticeSettings, timer.
    await store.send(.linkOpened(.piece(9))) {
      $0.path[0] = nil
      $0.path[1] = nil
    }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings"])
    await store.send(.list(.pieceTapped(1)))
    await store.receive(.list(.output(.opened(1)))) {
      $0.path[0] = .detail(PieceDetail.State(piece: Piece(id: 1, title: "Prelude", composer: "", sessions: []), alert: nil))
    }
    await store.receiveEffect("follow PracticeLibrary")
    await store.send(.detail(0, .removeTapped)) {
      if case .detail(var value) = $0.path[0] { value.alert = AlertState<PieceDetail.Choice>("Remove the piece and its sessions?", buttons: [AlertState<PieceDetail.Choice>.Button("Remove", role: .destructive, action: .remove), AlertState<PieceDetail.Choice>.Button("Keep", role: .cancel)]); $0.path[0] = .detail(value) }
    }
    // This cancels follow PracticeLibrary, update PracticeLibrary.
    await store.send(.detail(0, .alert(.chosen(.remove)))) {
      if case .detail(var value) = $0.path[0] { value.alert = nil; $0.path[0] = .detail(value) }
    }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.list(.feedback(.libraryChanged({ var value = PracticeLibrary(pieces: []); value.nextID = 2; return value }())))) { $0.list.library.pieces = [] }
    await store.receive(.detail(0, .feedback(.pieceChanged(nil))))
    await store.receive(.detail(0, .output(.closed))) { $0.path[0] = nil }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings"])
    await store.send(.linkOpened(.recorder(1)))
    await store.send(.linkOpened(.piece(1)))
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
