import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Piece list", .mutants(of: PieceList.self), .coverage(of: PieceList.self, minimum: 1))
struct PieceListTests {
  struct Offline: Error {}

  private static let one = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude")])

  private let library = Source(one)
  private let settings = Source(PracticeSettings())

  /// Returns a test store that follows the library and the settings.
  private func testStore(_ state: PieceList.State = PieceList.State(library: one)) async -> TestStore<PieceList> {
    settings.update { $0 = state.settings }
    let store = TestStore(initialState: state) {
      PieceList()
    } withDependencies: {
      $0.practiceLibrary = library
      $0.practiceSettings = settings
    }
    store.exhaustivity = .strict
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    return store
  }

  /// Ends a test whose store follows the library and the settings for ever.
  private func end(_ store: TestStore<PieceList>) async {
    await store.startTask.cancel()
    await store.finish()
  }

  /// The states between two backups, and within one.
  static let backups: [PieceList.Backup] = [.idle, .running(failures: 1)]

  @Test(arguments: backups)
  func `A new piece joins the library`(during backup: PieceList.Backup) async {
    let store = await testStore(PieceList.State(library: Self.one, backup: backup))
    await store.send(.addTapped) { $0.form = PieceForm.State() }
    await store.send(.form(.binding(.set(\.title, "Fugue")))) { $0.form?.title = "Fugue" }
    await store.send(.form(.saveTapped))
    await store.receive(.form(.output(.saved(title: "Fugue", composer: "")))) { $0.form = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(PieceList.Feedback.libraryChanged) { state, library in
      state.library.add(title: "Fugue", composer: "")
      #expect(library == state.library)
    }
    await end(store)
  }

  @Test(arguments: backups)
  func `A form that is dismissed adds nothing`(during backup: PieceList.Backup) async {
    let store = await testStore(PieceList.State(library: Self.one, backup: backup))
    await store.send(.addTapped) { $0.form = PieceForm.State() }
    await store.send(.form(.saveTapped)) { $0.form?.lacksTitle = true }
    await store.send(.formDismissed) { $0.form = nil }
    await end(store)
  }

  @Test(arguments: backups)
  func `Another screen is an output`(during backup: PieceList.Backup) async {
    let store = await testStore(PieceList.State(library: Self.one, backup: backup))
    await store.send(.pieceTapped(1))
    await store.receiveOutput(.opened(1))
    await store.send(.settingsTapped)
    await store.receiveOutput(.settingsOpened)
    await end(store)
  }

  @Test func `A backup sends the library, and another one replaces it`() async {
    let store = await testStore()
    let server = store.gate("server", at: \.backupClient.backUp)
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: Self.one)
    await store.send(.backUpTapped)
    await store.receiveEffect("back up", of: Self.one)
    await server.succeed()
    await store.receive(.backedUp) { $0.backup = .idle }
    await end(store)
  }

  @Test func `A backup is tried again after growing pauses, and then the user is asked`() async {
    let store = await testStore()
    let server = store.gate("server", at: \.backupClient.backUp)
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: Self.one)
    for (failures, pause) in [(1, Duration.seconds(1)), (2, .seconds(2)), (3, .seconds(4))] {
      await server.fail(with: Offline())
      await store.receive(.backUpFailed) { $0.backup = .running(failures: failures) }
      await store.receiveEffect("back up", of: Self.one)
      #expect(await store.clock.advanceToNextDeadline() == pause)
    }
    await server.fail(with: Offline())
    await store.receive(.backUpFailed) {
      $0.backup = .idle
      $0.alert = PieceList.question
    }
    await store.send(.alert(.chosen(.tryAgain))) {
      $0.backup = .running(failures: 0)
      $0.alert = nil
    }
    await store.receiveEffect("back up", of: Self.one)
    await server.succeed()
    await store.receive(.backedUp) { $0.backup = .idle }
    await end(store)
  }

  @Test func `The user need not wait for the next attempt`() async {
    let store = await testStore(PieceList.State(library: Self.one, alert: PieceList.question))
    let server = store.gate("server", at: \.backupClient.backUp)
    await store.send(.alert(.chosen(.tryAgain))) {
      $0.backup = .running(failures: 0)
      $0.alert = nil
    }
    await store.receiveEffect("back up", of: Self.one)
    await store.send(.backUpTapped)
    await store.receiveEffect("back up", of: Self.one)
    #expect(server.pending.count == 1)
    await server.fail(with: Offline())
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: Self.one)
    await store.clock.advance(by: .milliseconds(999))
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: Self.one)
    await store.send(.backUpTapped)
    await store.receiveEffect("back up", of: Self.one)
    await server.succeed()
    await store.receive(.backedUp) { $0.backup = .idle }
    await end(store)
  }

  @Test(arguments: backups)
  func `The question closes with every answer`(during backup: PieceList.Backup) async {
    let store = await testStore(PieceList.State(library: Self.one, backup: backup, alert: PieceList.question))
    await store.send(.alert(.dismissed)) { $0.alert = nil }
    await store.send(.alert(.chosen(.tryAgain)))
    await end(store)
  }

  @Test(arguments: backups)
  func `A change of the library is backed up if the settings say so`(during backup: PieceList.Backup) async {
    let store = await testStore(PieceList.State(library: Self.one, backup: backup, alert: PieceList.question))
    let server = store.gate("server", at: \.backupClient.backUp)
    settings.update { $0.backsUp = true }
    await store.receive(.settingsChanged(PracticeSettings(backsUp: true))) { $0.settings.backsUp = true }
    library.update { $0.record(seconds: 60, of: 1) }
    var recorded = Self.one
    recorded.record(seconds: 60, of: 1)
    await store.receive(.libraryChanged(recorded)) {
      $0.library = recorded
      $0.backup = .running(failures: 0)
      $0.alert = nil
    }
    await store.receiveEffect("back up", of: recorded)
    await store.send(.backUpTapped)
    await store.receiveEffect("back up", of: recorded)
    await server.succeed()
    await store.receive(.backedUp) { $0.backup = .idle }
    await end(store)
  }
}
