import SampleFeatures
import StoreCore
import StoreTesting
import Testing

@MainActor
@Suite("Phone dialer: what happens to an intention", .timeLimit(.minutes(15)))
struct PhoneDialerIntentTests {
  func makeStore() -> Store<PhoneDialer.State, PhoneDialer.Input, PhoneDialer.Output> {
    Store(state: PhoneDialer.State(phoneNumber: "555-0123"), reducer: PhoneDialer())
  }

  @Test func `An edit right after the press does not change the number that is dialled`() async {
    let store = makeStore()
    var outputs = store.outputStream.makeAsyncIterator()

    store.send(.dialButtonPressed)
    store.send(.inputPhoneNumber("555-9999"))

    #expect(await outputs.next(isolation: #isolation) == .dial("555-0123"))
  }

  @Test func `A press without a subscriber is neither kept nor dialled later`() async {
    let store = makeStore()

    store.send(.dialButtonPressed)
    var outputs = store.outputStream.makeAsyncIterator()
    store.send(.inputPhoneNumber("555-9999"))
    store.send(.dialButtonPressed)

    #expect(await outputs.next(isolation: #isolation) == .dial("555-9999"))
  }

  @Test func `A second listener does not affect the first`() async {
    let store = makeStore()
    var first = store.outputStream.makeAsyncIterator()
    var second = store.outputStream.makeAsyncIterator()

    store.send(.dialButtonPressed)
    store.send(.inputPhoneNumber("112"))
    store.send(.dialButtonPressed)

    for number in ["555-0123", "112"] {
      #expect(await first.next(isolation: #isolation) == .dial(number))
      #expect(await second.next(isolation: #isolation) == .dial(number))
    }
  }

  @Test func `A test that omits an intention fails`() async {
    let forgotten = await recordingFailures {
      let store = TestStore(initialState: PhoneDialer.State(phoneNumber: "555-0123")) { PhoneDialer() }
      await store.send(.dialButtonPressed)
      await store.finish()
    }
    #expect(forgotten.map(\.kind) == [.unhandledOutput])
  }

  @Test func `A test that expects a missing intention fails`() async {
    let missing = await recordingFailures {
      let store = TestStore(initialState: PhoneDialer.State(problem: .empty)) { PhoneDialer() }
      await store.send(.dialButtonPressed)
      await store.receiveOutput(.dial(""))
      await store.finish()
    }
    #expect(missing.map(\.kind) == [.missingOutput])
  }

  @Test func `A screen that closes while its name is loading stops loading it`() async {
    let load = EndlessWork()
    var events = load.events.makeAsyncIterator()
    var store: Store<PhoneDialer.State, PhoneDialer.Input, PhoneDialer.Output>? = Store(
      initialState: PhoneDialer.State()
    ) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = {
        try await load()
        return ""
      }
    }

    store?.send(.loadUsername)
    #expect(await events.next() == .began)
    store = nil
    #expect(await events.next() == .cancelled)
  }
}
