import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The practice app and its screens, with events in every order.
@Suite("Practice in every order")
struct PracticeSchedulesTests {
  private struct Offline: Error {}

  private let prelude = Piece(id: 1, title: "Prelude")

  @Test(.explore(requiresCompleteSearch: true))
  func `SettingsScreen makes every change, in whichever order they are written`() async {
    let settings = Source(PracticeSettings(goal: 10))
    let store = TestStore(initialState: SettingsScreen.State(settings: settings.value)) {
      SettingsScreen()
    } withDependencies: {
      $0.practiceSettings = settings
    }
    store.exhaustivity = .off
    await store.send(.goalStepped(by: 5))
    await store.send(.backsUpToggled)
    await store.send(.goalStepped(by: 5))
    await store.settle()
    await store.startTask.cancel()
    await store.finish()
    #expect(settings.value == PracticeSettings(goal: 20, backsUp: true))
    #expect(store.state.settings == settings.value)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `PieceDetail removes its piece for any number of confirmations`() async {
    let library = Source(PracticeLibrary(pieces: [prelude]))
    let store = TestStore(initialState: PieceDetail.State(piece: prelude)) {
      PieceDetail()
    } withDependencies: {
      $0.practiceLibrary = library
    }
    store.exhaustivity = .off
    for _ in 1...2 {
      await store.send(.removeTapped)
      await store.send(.alert(.chosen(.remove)))
    }
    await store.settle()
    await store.startTask.cancel()
    await store.finish()
    #expect(library.value.pieces.isEmpty)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `SessionRecorder counts no second while it is paused`() async {
    let store = TestStore(initialState: SessionRecorder.State(piece: prelude, goal: 10)) { SessionRecorder() }
    store.exhaustivity = .off
    store.always("a pause changes no time") { old, _, new in !old.isPaused || new.seconds == old.seconds }
    await store.clock.advance(by: .seconds(1))
    await store.send(.pauseTapped)
    await store.clock.advance(by: .seconds(1))
    await store.send(.pauseTapped)
    await store.clock.advance(by: .seconds(1))
    await store.send(.doneTapped)
    await store.startTask.cancel()
    await store.cancelInFlightEffects(strict: false)
    await store.finish()
    #expect((0...2).contains(store.state.seconds))
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `PracticeApp ends each backup, and has a session in the library once`() async {
    let library = Source(PracticeLibrary(pieces: [prelude]))
    let list = PieceList.State(library: library.value, settings: PracticeSettings(backsUp: true))
    let store = TestStore(initialState: PracticeApp.State(list: list)) {
      PracticeApp()
    } withDependencies: {
      $0.practiceLibrary = library
      $0.practiceSettings = Source(PracticeSettings(backsUp: true))
    }
    store.exhaustivity = .off
    store.gate("server", at: \.backupClient.backUp, whenCancelled: .ignoresCancellation) { _ in
      [.success(()), .failure(Offline())]
    }
    store.always("a question means that no attempt runs") { app in app.list.alert == nil || app.list.backup == .idle }
    await store.send(.linkOpened(.recorder(1)))
    await store.send(.list(.backUpTapped))
    await store.send(.recorder(1, .doneTapped))
    for _ in 1...3 {
      await store.settle()
      await store.clock.advance(by: .seconds(4))
    }
    await store.settle()
    await store.send(.pathChanged([]))
    await store.startTask.cancel()
    await store.finish()
    #expect(store.state.list.backup == .idle)
    #expect(store.state.path.isEmpty)
    #expect(library.value.pieces[id: 1]?.sessions.count == 1)
  }
}
