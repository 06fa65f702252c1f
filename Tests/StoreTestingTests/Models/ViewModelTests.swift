import StoreTesting
import TestSupport
import Testing

/// What a view shows of the form.
struct ShownForm: Equatable {
  var name = ""
  var email = ""
  var phase = SignUpModel.Phase.editing
  var isValid = false

  @MainActor
  init(_ model: SignUpModel) {
    name = model.name
    email = model.email
    phase = model.phase
    isValid = model.isValid
  }
}

@MainActor
@Suite struct SignUpModelTests {
  private let send = Gate<SignUpModel.Entry, Void, any Error>("send")

  private typealias Store = TestStore<ContainerFeature<ModelContainer<SignUpModel, ShownForm>, ShownForm, Never>>

  private func makeFilledStore() async -> Store {
    let store = TestStore(of: SignUpModel { [send] in try await send($0) }, projection: ShownForm.init)
    await store.call { $0.name = "Ada" }
    await store.receiveChange { $0.name = "Ada" }
    await store.call { $0.email = "ada@example.org" }
    await store.receiveChange {
      $0.email = "ada@example.org"
      $0.isValid = true
    }
    return store
  }

  @Test func `an invalid form isn't sent`() async {
    let store = TestStore(of: SignUpModel { [send] in try await send($0) }, projection: ShownForm.init)
    await store.call { await $0.submit() }
    await store.finish()
  }

  @Test func `a valid form is sent`() async {
    let store = await makeFilledStore()
    await store.call { await $0.submit() }
    await store.receiveChange { $0.phase = .sending }
    await send.succeed()
    await store.receiveChange { $0.phase = .sent }
    await store.finish()
  }

  @Test func `a form that can't be sent can be sent again`() async {
    let store = await makeFilledStore()
    await store.call { await $0.submit() }
    await store.receiveChange { $0.phase = .sending }
    await send.fail(with: AccountModel.Refused())
    await store.receiveChange { $0.phase = .failed("Try again.") }
    await store.call { await $0.submit() }
    await store.receiveChange { $0.phase = .sending }
    await send.succeed()
    await store.receiveChange { $0.phase = .sent }
    await store.finish()
  }

  // The bug: the second call sends the form again.
  @Test func `a second tap sends the form again`() async {
    let failures = await recordingFailures {
      let store = await makeFilledStore()
      await store.call { await $0.submit() }
      await store.receiveChange { $0.phase = .sending }
      await store.call { await $0.submit() }  // Fails: effectInFlight
      await send.succeed()
      await store.receiveChange { $0.phase = .sent }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == """
        The effect submit() is still running at the end of the test: it waits for the answer to \
        'send(Entry(name: "Ada", email: "ada@example.org"))'.
        """
    )
  }

  @Test func `a wrong phase`() async {
    let failures = await recordingFailures {
      let store = await makeFilledStore()
      await store.call { await $0.submit() }
      await store.receiveChange { $0.phase = .sent }  // Fails: unexpectedState
      await send.succeed()
      await store.receiveChange { $0.phase = .sent }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.text.contains("phase: expected .sent, is .sending") == true)
  }
}

@MainActor
@Suite struct PagesModelTests {
  private let load = Gate<Int, [Int], any Error>("load", whenCancelled: .ignoresCancellation)

  private func makeStore() -> TestStore<ContainerFeature<ModelContainer<PagesModel, ShownPages>, ShownPages, Never>> {
    TestStore(of: PagesModel { [load] in try await load($0) }, projection: ShownPages.init)
  }

  @Test func `pages follow each other`() async {
    let store = makeStore()
    await store.call { $0.loadMore() }
    await store.receiveChange { $0.isLoading = true }
    await store.call { $0.loadMore() }
    await load.succeed(with: [1, 2])
    await store.receiveChange {
      $0.items = [1, 2]
      $0.isLoading = false
    }
    await store.call { $0.loadMore() }
    await store.receiveChange { $0.isLoading = true }
    await load.fail(with: AccountModel.Refused())
    await store.receiveChange { $0.isLoading = false }
    await store.finish()
  }

  // The bug: the cancelled page is appended all the same.
  @Test func `a page that comes after a refresh is shown`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      await store.call { $0.refresh() }
      await load.succeed(with: [1, 2])
      await load.succeed(with: [3, 4])
      await store.receiveChange {  // Fails: unexpectedState
        $0.items = [3, 4]
        $0.isLoading = false
      }
      await store.receiveChange { $0.items += [3, 4] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text.hasPrefix(
        """
        The state after the change to ShownPages(items: [1, 2], isLoading: false) differs from the assertion.

            • items[0]: expected 3, is 1
            • items[1]: expected 4, is 2
        """
      ) == true
    )
  }
}

/// What a view shows of the player.
struct ShownPlayer: Equatable {
  var elapsed = 0
  var isPlaying = false

  @MainActor
  init(_ model: PlayerModel) {
    elapsed = model.elapsed
    isPlaying = model.isPlaying
  }
}

@MainActor
@Suite struct PlayerModelTests {
  private let clock = TestClock()

  @Test func `a song plays to its end`() async {
    let store = TestStore(of: PlayerModel(length: 2, clock: clock), projection: ShownPlayer.init)
    await store.call { $0.toggle() }
    await store.receiveChange { $0.isPlaying = true }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0.elapsed = 1 }
    await clock.advance(by: .seconds(1))
    await store.receiveChange {
      $0.elapsed = 2
      $0.isPlaying = false
    }
    await store.finish()
  }

  @Test func `a song is paused`() async {
    let store = TestStore(of: PlayerModel(length: 2, clock: clock), projection: ShownPlayer.init)
    await store.call { $0.toggle() }
    await store.receiveChange { $0.isPlaying = true }
    await clock.advance(by: .milliseconds(500))
    await store.call { $0.toggle() }
    await store.receiveChange { $0.isPlaying = false }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func `a forgotten second`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: PlayerModel(length: 2, clock: clock), projection: ShownPlayer.init)
      await store.call { $0.toggle() }
      await store.receiveChange { $0.isPlaying = true }
      await store.receiveChange { $0.elapsed = 1 }  // Fails: missingFeedback
      await store.call { $0.toggle() }
      await store.receiveChange { $0.isPlaying = false }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.text.contains("await clock.advance(by: .seconds(1))") == true)
  }
}

/// What a view shows of the account.
struct ShownAccount: Equatable {
  var name: String?
  var unread: Int?
  var isLoggedOut = false

  @MainActor
  init(_ model: AccountModel) {
    name = model.name
    unread = model.unread
    isLoggedOut = model.isLoggedOut
  }
}

@MainActor
@Suite struct AccountModelTests {
  private let name = Gate<String, String, any Error>("name")

  private let unread = Gate<String, Int, any Error>("unread")

  private let renew = Gate<String, String, any Error>("renew")

  private func makeStore() -> TestStore<
    ContainerFeature<ModelContainer<AccountModel, ShownAccount>, ShownAccount, Never>
  > {
    let client = AccountClient(
      name: { [name] in try await name($0) },
      unread: { [unread] in try await unread($0) },
      renew: { [renew] in try await renew($0) }
    )
    return TestStore(of: AccountModel(token: "old", client: client), projection: ShownAccount.init)
  }

  @Test func `both requests are answered`() async {
    let store = makeStore()
    await store.call { await $0.appear() }
    await unread.succeed(with: 3)
    await store.receiveChange { $0.unread = 3 }
    await name.succeed(with: "Ada")
    await store.receiveChange { $0.name = "Ada" }
    await store.finish()
  }

  @Test func `a refused request is repeated with a new token`() async {
    let store = makeStore()
    await store.call { await $0.appear() }
    await name.succeed(with: "Ada")
    await store.receiveChange { $0.name = "Ada" }
    await unread.fail(with: AccountModel.Refused())
    await renew.succeed(with: "new")
    await unread.succeed(with: 3)
    await store.receiveChange { $0.unread = 3 }
    await store.finish()
  }

  // The bug: the second refused request renews the token again.
  @Test func `two refused requests renew the token twice`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { await $0.appear() }  // Fails: effectInFlight
      await name.fail(with: AccountModel.Refused())
      await unread.fail(with: AccountModel.Refused())
      await renew.succeed(with: "new")
      await name.succeed(with: "Ada")
      await store.receiveChange { $0.name = "Ada" }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == """
        The effect appear() is still running at the end of the test: it waits for the answer to 'renew("old")'.
        """
    )
  }
}

/// What a view shows of the note.
struct ShownNote: Equatable {
  var text: String
  var canUndo = false
  var canRedo = false
  var isSaved = true

  @MainActor
  init(_ model: NoteModel) {
    text = model.text
    canUndo = !model.done.isEmpty
    canRedo = !model.undone.isEmpty
    isSaved = model.isSaved
  }
}

@MainActor
@Suite struct NoteModelTests {
  private let clock = TestClock()

  private let save = Gate<String, Void, any Error>("save")

  @Test func `a change is undone, redone and saved`() async {
    let store = TestStore(
      of: NoteModel("", clock: clock) { [save] in try await save($0) },
      projection: ShownNote.init
    )
    await store.call { $0.text = "a" }
    await store.receiveChange {
      $0.text = "a"
      $0.canUndo = true
      $0.isSaved = false
    }
    await store.call { $0.undo() }
    await store.receiveChange {
      $0.text = ""
      $0.canUndo = false
      $0.canRedo = true
    }
    await store.call { $0.undo() }
    await store.call { $0.redo() }
    await store.receiveChange {
      $0.text = "a"
      $0.canUndo = true
      $0.canRedo = false
    }
    await clock.advance(by: .seconds(2))
    await save.succeed()
    await store.receiveChange { $0.isSaved = true }
    await store.finish()
  }
}
