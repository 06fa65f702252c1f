import SampleFeatures
import StoreExploration
import StoreTesting
import Testing

@Suite("Phone dialer", .mutants(of: PhoneDialer.self), .coverage(of: PhoneDialer.self, minimum: 1))
struct PhoneDialerTests {
  struct Offline: Error {}

  /// Every problem of a number, and none.
  static let problems: [PhoneNumber.Problem?] = [
    nil, .empty, .unexpectedCharacter("C"), .tooShort, .tooLong, .refused("113"),
  ]

  @Test func `The dialer greets by name, echoes the number, and dials it`() async {
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = { "Christian" }
    }
    store.exhaustivity = .strict

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    #expect(store.state.headline == "Hello, Christian!")

    await store.send(.inputPhoneNumber("555-0123")) { $0.phoneNumber = "555-0123" }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }

  @Test func `A press dials the number at the moment when the button is pressed`() async {
    let store = TestStore(initialState: PhoneDialer.State(phoneNumber: "555-0123")) { PhoneDialer() }
    store.exhaustivity = .observable

    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.inputPhoneNumber("555-9999")) { $0.phoneNumber = "555-9999" }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-9999"))
    await store.finish()
  }

  @Test func `Pressing again dials again, in the order of the presses`() async {
    let store = TestStore(initialState: PhoneDialer.State(phoneNumber: "555-0123")) { PhoneDialer() }

    for _ in 1...2 {
      await store.send(.dialButtonPressed)
      await store.receiveOutput(.dial("555-0123"))
    }
    await store.finish()
  }

  @Test(arguments: [.unknown, .loading, .known("Christian"), .failed(.interrupted)] as [PhoneDialer.Username])
  func `The explanation of a refused number is shown until the number is edited or dialled again`(
    _ username: PhoneDialer.Username
  ) async {
    let store = TestStore(initialState: PhoneDialer.State(username: username, phoneNumber: "111")) { PhoneDialer() }
    store.exhaustivity = .strict

    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("111"))
    await store.send(.dialRefused("111")) { $0.problem = .refused("111") }
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("111"))
    await store.send(.dialRefused("111")) { $0.problem = .refused("111") }
    await store.send(.inputPhoneNumber("112")) {
      $0.phoneNumber = "112"
      $0.problem = nil
    }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("112"))
    await store.finish()
  }

  @Test func `A preset number can be dialled without an edit`() async {
    let store = TestStore(initialState: PhoneDialer.State(phoneNumber: "112")) { PhoneDialer() }

    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("112"))
    await store.finish()
  }

  @Test func `The dialer dials a number in its normal form, and leaves the typed text alone`() async {
    let store = TestStore(initialState: PhoneDialer.State()) { PhoneDialer() }

    await store.send(.inputPhoneNumber(" (555) 0123 ")) { $0.phoneNumber = " (555) 0123 " }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }

  @Test(
    arguments: [
      ("", .empty),
      ("   ", .empty),
      ("555-CALL", .unexpectedCharacter("C")),
      ("12", .tooShort),
      ("1234567890123456", .tooLong),
    ] as [(String, PhoneNumber.Problem)]
  )
  func `An invalid number is not dialled, and is explained until it is edited`(
    _ number: String,
    _ problem: PhoneNumber.Problem
  ) async {
    let store = TestStore(initialState: PhoneDialer.State(phoneNumber: number)) { PhoneDialer() }

    await store.send(.dialButtonPressed) { $0.problem = problem }
    await store.send(.dialButtonPressed)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }

  @Test func `Appearing again while the name is loading does not load it twice`() async {
    let clock = TestClock()
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = {
        try await clock.sleep(for: .seconds(1))
        return "Christian"
      }
    }
    store.exhaustivity = .strict

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.loadUsername)
    await clock.advance(by: .seconds(1))
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    await store.finish()
  }

  @Test(
    arguments: [.loading, .known("Ada")] as [PhoneDialer.Username],
    problems
  )
  func `An appearance changes nothing while the name is loading or known`(
    _ username: PhoneDialer.Username,
    _ problem: PhoneNumber.Problem?
  ) async {
    let store = TestStore(
      initialState: PhoneDialer.State(username: username, phoneNumber: "12", problem: problem)
    ) {
      PhoneDialer()
    }
    store.exhaustivity = .strict

    await store.send(.loadUsername)
    await store.finish()
  }

  @Test(
    arguments: [.unknown, .loading, .known("Christian"), .failed(.interrupted)] as [PhoneDialer.Username],
    problems
  )
  func `An edit, a press and a refusal change the number and its problem alone, with and without a name`(
    _ username: PhoneDialer.Username,
    _ problem: PhoneNumber.Problem?
  ) async {
    func makeStore() -> TestStore<PhoneDialer> {
      let state = PhoneDialer.State(username: username, phoneNumber: "x", problem: problem)
      return TestStore(initialState: state) { PhoneDialer() }
    }

    let refused = makeStore()
    await refused.send(.dialRefused("111")) { $0.problem = .refused("111") }
    await refused.finish()

    let edited = makeStore()
    await edited.send(.inputPhoneNumber("112")) {
      $0.phoneNumber = "112"
      $0.problem = nil
    }
    await edited.finish()

    let pressed = makeStore()
    await pressed.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("x") }
    await pressed.finish()
  }

  @Test(
    arguments: [.unknown, .loading, .known("Christian"), .failed(.interrupted)] as [PhoneDialer.Username],
    problems
  )
  func `An empty number is not dialled, and replaces each other problem, with and without a name`(
    _ username: PhoneDialer.Username,
    _ problem: PhoneNumber.Problem?
  ) async {
    let store = TestStore(initialState: PhoneDialer.State(username: username, problem: problem)) { PhoneDialer() }
    store.exhaustivity = .strict

    if problem != .empty { await store.send(.dialButtonPressed) { $0.problem = .empty } }
    await store.send(.dialButtonPressed)
    await store.finish()
  }

  @Test(arguments: problems)
  func `A name is loaded beside every problem of the number, and doesn't change it`(_ problem: PhoneNumber.Problem?)
    async
  {
    let store = TestStore(initialState: PhoneDialer.State(phoneNumber: "1", problem: problem)) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = { throw Offline() }
    }
    store.exhaustivity = .strict

    for _ in 1...2 {
      await store.send(.loadUsername) { $0.username = .loading }
      await store.receiveEffect("loadUsername")
      await store.receive(.usernameLoaded(.failure(.unavailable("Offline()")))) {
        $0.username = .failed(.unavailable("Offline()"))
      }
    }
    store.dependencies.usernameClient.username = { "Christian" }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    await store.send(.loadUsername)
    await store.finish()
  }

  @Test func `A name that arrives while the number is typed doesn't change the number`() async {
    let clock = TestClock()
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = {
        try await clock.sleep(for: .seconds(1))
        return "Christian"
      }
    }

    await store.send(.loadUsername) { $0.username = .loading }
    await store.send(.inputPhoneNumber("555")) { $0.phoneNumber = "555" }
    await clock.advance(by: .seconds(1))
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    await store.finish()
  }

  @Test func `The next appearance after a failure loads the name again`() async {
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = { throw Offline() }
    }

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receive(.usernameLoaded(.failure(.unavailable("Offline()")))) {
      $0.username = .failed(.unavailable("Offline()"))
    }
    store.dependencies.usernameClient.username = { "Christian" }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    await store.finish()
  }

  @Test func `A client that throws a cancellation error does not leave the name loading for ever`() async {
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = { throw CancellationError() }
    }

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receive(.usernameLoaded(.failure(.interrupted))) { $0.username = .failed(.interrupted) }
    await store.finish()
  }

  @Test(
    arguments: [
      (.unknown, "Hello!"),
      (.loading, "Hello!"),
      (.known("Christian"), "Hello, Christian!"),
      (.known(""), "Hello!"),
      (.failed(.interrupted), "Hello!"),
    ] as [(PhoneDialer.Username, String)]
  )
  func `The greeting has a name only if it is known`(_ username: PhoneDialer.Username, _ headline: String) {
    #expect(PhoneDialer.State(username: username).headline == headline)
  }

  @Test func `A test without a client fails`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: PhoneDialer.State()) { PhoneDialer() }
      store.exhaustivity = .off
      await store.send(.loadUsername)
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency])
    #expect(failures.first?.headline.contains("UsernameClient.username") == true)
  }

  @Test func `An error has a readable reason`() {
    #expect(UsernameError.interrupted.text == "Loading the name was interrupted.")
    #expect(UsernameError.unavailable("No luck.").text == "The name can't be loaded: No luck.")
  }
}
