import SampleFeatures
import StoreExploration
import StoreTesting
import Synchronization
import Testing

@Suite("Greeting", .mutants(of: Greeting.self), .coverage(of: Greeting.self, minimum: 1))
struct GreetingTests {
  private let published = PublishedInbox(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")]))
  private let saved = SavedTexts()

  /// Makes a store whose network answers after a second.
  func makeStore(
    _ state: Greeting.State = Greeting.State(),
    _ name: Result<String, UsernameError> = .success("Christian")
  ) -> TestStore<Greeting> {
    let store = TestStore(initialState: state) {
      Greeting()
    } withDependencies: {
      $0.inboxClient = published.client
      $0.userDefaultsClient = saved.client
      $0.usernameClient.username = {
        try await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
        return try name.get()
      }
    }
    store.exhaustivity = .strict
    return store
  }

  /// Asserts the first appearance without a saved name, until the name is being loaded.
  private func appear(in store: TestStore<Greeting>) async {
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    await store.receiveEffect("loadName")
  }

  /// Lets a second pass, and asserts the name from the network.
  private func receiveName(in store: TestStore<Greeting>) async {
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.nameLoaded(.success("Christian"))) {
      $0.name = "Christian"
      $0.request = .none
    }
    await store.receiveEffect("saveName", of: "Christian")
  }

  /// Lets the user read all mails, and ends the test.
  private func readAll(in store: TestStore<Greeting>) async {
    await published.publish(Inbox.State())
    await store.receive(.unreadChanged(0)) { $0.unread = 0 }
    await published.finish()
    await store.finish()
  }

  @Test func `The first greeting has no saved name, and saves the one from the network`() async {
    let store = makeStore()
    await appear(in: store)
    #expect(store.state.text == "Hello! You have 1 unread mail.")
    await receiveName(in: store)
    #expect(saved.texts == [Greeting.key: "Christian"])
    await published.finish()
    await store.finish()
  }

  @Test func `A saved name greets at once, and gives way to the one from the network`() async {
    saved.texts = [Greeting.key: "Chris"]
    let store = makeStore()
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    await store.receive(.nameRead("Chris")) { $0.name = "Chris" }
    await store.receiveEffect("loadName")
    await receiveName(in: store)
    await published.finish()
    await store.finish()
  }

  @Test func `A saved name stays if the network fails, and the next appearance tries again`() async {
    saved.texts = [Greeting.key: "Chris"]
    let store = makeStore(Greeting.State(unread: 1), .failure(.interrupted))
    for isFirst in [true, false, false] {
      await store.send(.appeared) { $0.request = .running }
      await store.receiveEffect("followInbox")
      await store.receiveEffect("readName")
      await store.receive(.unreadChanged(1))
      await store.receive(.nameRead("Chris"), assert: isFirst ? { $0.name = "Chris" } : nil)
      await store.receiveEffect("loadName")
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.nameLoaded(.failure(.interrupted))) { $0.request = .failed(.interrupted) }
    }
    await readAll(in: store)
  }

  @Test func `A greeting that appears again while it is loading asks once, and follows the inbox once`() async {
    let store = makeStore()
    await appear(in: store)
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    await store.receive(.unreadChanged(1))
    await receiveName(in: store)
    await readAll(in: store)
  }

  @Test(arguments: [.none, .running, .failed(.interrupted)] as [Greeting.Request])
  func `The number follows the inbox in every status of the request for the name`(_ request: Greeting.Request) async {
    let store = makeStore(Greeting.State(request: request))
    if request == .running {
      for isFirst in [true, false] {
        await store.send(.appeared)
        await store.receiveEffect("followInbox")
        await store.receive(.unreadChanged(1), assert: isFirst ? { $0.unread = 1 } : nil)
      }
    } else {
      await appear(in: store)
      await receiveName(in: store)
    }
    await readAll(in: store)
  }

  @Test(
    arguments: [
      (nil, nil, "Hello!"),
      ("Ada", nil, "Hello, Ada!"),
      (nil, 2, "Hello! You have 2 unread mails."),
      ("Ada", 0, "Hello, Ada! You have read all mails."),
      ("Ada", 1, "Hello, Ada! You have 1 unread mail."),
    ] as [(String?, Int?, String)]
  )
  func `The text has what both sources have told so far`(_ name: String?, _ unread: Int?, _ text: String) {
    #expect(Greeting.State(name: name, unread: unread).text == text)
  }

  @Test func `A test without clients fails`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Greeting.State()) { Greeting() }
      store.exhaustivity = .off
      await store.send(.appeared)
      await store.finish()
    }
    #expect(failures.count == 3)
    #expect(failures.allSatisfy { $0.kind == .unimplementedDependency })
  }
}

/// User defaults in memory.
final class SavedTexts: Sendable {
  private let contents = Mutex<[String: String]>([:])

  var texts: [String: String] {
    get { contents.withLock(\.self) }
    set { contents.withLock { $0 = newValue } }
  }

  var client: UserDefaultsClient {
    UserDefaultsClient {
      self.texts[$0]
    } setText: { text, key in
      self.contents.withLock { $0[key] = text }
    }
  }
}
