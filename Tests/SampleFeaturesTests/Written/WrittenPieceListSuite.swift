// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenPracticeSuites.swift. It says what the feature does, not what it should do.
// 6 tests assert 20 of 23 pairs of a mode and a message and 21 transitions, and notice 177 of 180 mutants.
// Not asserted: .feedback(.settingsChanged): no way that was tried sends it.
// Not asserted: .input(.alert): no way that was tried sends it.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: PieceList.self, minimum: 0.86),
  .mutants(of: PieceList.self, minimumScore: 0.98)
)
struct WrittenPieceListSuite {
  private func makeStore() -> TestStore<PieceList> {
    func make() -> TestStore<PieceList> {
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
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `back up tapped, then server fails: backup becomes running, back up starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    // The name is about this step.
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 2) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 3) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    #expect(await store.clock.advanceToNextDeadline() == .seconds(4))
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) {
      $0.backup = .idle
      $0.alert = AlertState<PieceList.Choice>("Your pieces are not backed up.", message: "The server can't be reached.", buttons: [AlertState<PieceList.Choice>.Button("Try again", action: .tryAgain), AlertState<PieceList.Choice>.Button("Later", role: .cancel)])
    }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `form binding, server fails, then form save tapped: library pieces changes, library next ID becomes 3`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.addTapped) { $0.form = PieceForm.State(title: "", composer: "", lacksTitle: false) }
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())

    // This cancels back up.
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    await store.send(.form(.saveTapped)) { $0.form?.lacksTitle = true }
    await store.send(.form(.binding(.set(\.title, "Fugue")))) {
      $0.form?.title = "Fugue"
      $0.form?.lacksTitle = false
    }
    // server answers after form binding.
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())

    // The name is about this step.
    await store.send(.form(.saveTapped))
    await store.receive(.form(.output(.saved(title: "Fugue", composer: "")))) { $0.form = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())) {
      $0.library.pieces.append(Piece(id: 2, title: "Fugue", composer: "", sessions: []))
      $0.library.nextID = 3
    }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.succeed()
    await store.receive(.backedUp) { $0.backup = .idle }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `add tapped, form binding, then form save tapped: library pieces changes, library next ID becomes 3`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.addTapped) { $0.form = PieceForm.State(title: "", composer: "", lacksTitle: false) }
    await store.send(.form(.binding(.set(\.title, "Fugue")))) { $0.form?.title = "Fugue" }
    // The name is about this step.
    await store.send(.form(.saveTapped))
    await store.receive(.form(.output(.saved(title: "Fugue", composer: "")))) { $0.form = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())) {
      $0.library.pieces.append(Piece(id: 2, title: "Fugue", composer: "", sessions: []))
      $0.library.nextID = 3
    }
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())

    // This cancels back up.
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }()])
    await server.succeed()
    await store.receive(.backedUp) { $0.backup = .idle }

    await store.send(.pieceTapped(1))
    await store.receiveOutput(.opened(1))
    await store.send(.settingsTapped)
    await store.receiveOutput(.settingsOpened)
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())
    await store.send(.pieceTapped(1))
    await store.receiveOutput(.opened(1))
    await store.send(.settingsTapped)
    await store.receiveOutput(.settingsOpened)
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `back up tapped, form save tapped, then back up tapped: back up is cancelled, back up starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.addTapped) { $0.form = PieceForm.State(title: "", composer: "", lacksTitle: false) }
    await store.send(.form(.binding(.set(\.title, "Fugue")))) { $0.form?.title = "Fugue" }
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.form(.saveTapped))
    await store.receive(.form(.output(.saved(title: "Fugue", composer: "")))) { $0.form = nil }
    await store.receiveEffect("update PracticeLibrary")
    await store.receive(.libraryChanged({ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())) {
      $0.library.pieces.append(Piece(id: 2, title: "Fugue", composer: "", sessions: []))
      $0.library.nextID = 3
    }
    // The name is about this step. This cancels back up.
    await store.send(.backUpTapped)
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 2) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())

    // This cancels back up.
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: []), Piece(id: 2, title: "Fugue", composer: "", sessions: [])]); value.nextID = 3; return value }())

    await store.send(.pieceTapped(1))
    await store.receiveOutput(.opened(1))
    await store.send(.settingsTapped)
    await store.receiveOutput(.settingsOpened)
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `add tapped, then form dismissed: form becomes nil`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.addTapped) { $0.form = PieceForm.State(title: "", composer: "", lacksTitle: false) }
    // The name is about this step.
    await store.send(.formDismissed) { $0.form = nil }
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.addTapped) { $0.form = PieceForm.State(title: "", composer: "", lacksTitle: false) }
    await store.send(.form(.binding(.set(\.title, "Fugue")))) { $0.form?.title = "Fugue" }
    await store.send(.form(.binding(.set(\.title, "Fugue"))))
    await store.send(.formDismissed) { $0.form = nil }
    await store.send(.addTapped) { $0.form = PieceForm.State(title: "", composer: "", lacksTitle: false) }
    await store.send(.form(.saveTapped)) { $0.form?.lacksTitle = true }
    await store.send(.addTapped) { $0.form?.lacksTitle = false }
    await store.send(.addTapped)
    // server answers after add tapped.
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.fail(with: MailError.unavailable("Offline"))
    await store.receive(.backUpFailed) { $0.backup = .running(failures: 1) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `add tapped, form binding, then add tapped: form changes`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeLibrary")
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.addTapped) { $0.form = PieceForm.State(title: "", composer: "", lacksTitle: false) }
    await store.send(.form(.binding(.set(\.title, "Fugue")))) { $0.form?.title = "Fugue" }
    // The name is about this step.
    await store.send(.addTapped) { $0.form?.title = "" }
    await store.send(.form(.saveTapped)) { $0.form?.lacksTitle = true }
    await store.send(.form(.binding(.set(\.title, "Fugue")))) {
      $0.form?.title = "Fugue"
      $0.form?.lacksTitle = false
    }
    await store.send(.pieceTapped(1))
    await store.receiveOutput(.opened(1))
    await store.send(.settingsTapped)
    await store.receiveOutput(.settingsOpened)
    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    // This cancels back up.
    await store.send(.backUpTapped)
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeLibrary", "follow PracticeSettings", "back up"])
    let server = store.gate("server", as: Gate<PracticeLibrary, Void, any Error>.self)
    #expect(server.pending.map(\.arguments) == [{ var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }()])
    await server.succeed()
    await store.receive(.backedUp) { $0.backup = .idle }

    await store.send(.backUpTapped) { $0.backup = .running(failures: 0) }
    await store.receiveEffect("back up", of: { var value = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude", composer: "", sessions: [])]); value.nextID = 2; return value }())
    await store.send(.addTapped) { $0.form?.title = "" }
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
