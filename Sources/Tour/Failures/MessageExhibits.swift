import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FailureGallery {
  /// A test store for a counter that draws the number 7.
  private static func counter() -> TestStore<Counter> {
    TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = { 7 }
    }
  }

  /// A test store for a dialer with a number filled in.
  private static func dialer(_ number: String) -> TestStore<PhoneDialer> {
    TestStore(initialState: PhoneDialer.State(phoneNumber: number)) { PhoneDialer() }
  }

  /// Wrong tests of feedback and outputs.
  static let messageExhibits = [
    Exhibit(.unhandledFeedback, "The number that was drawn is never received.") {
      let store = counter()
      await store.send(.randomNumberTapped) { $0.request = .running }
      await store.finish()
    },
    Exhibit(.unexpectedFeedback, "The test receives another number than was drawn.") {
      let store = counter()
      await store.send(.randomNumberTapped) { $0.request = .running }
      await store.receive(.randomNumberDrawn(.success(8))) { $0 = Counter.State(count: 8) }
    },
    Exhibit(.missingFeedback, "The test forgets to let the debounce time pass.") {
      let store = TestStore(initialState: Search.State()) {
        Search()
      } withDependencies: {
        $0.searchClient.search = { _ in [] }
      }
      await store.send(.queryChanged("lisbon")) { $0 = Search.State(query: "lisbon", phase: .waiting) }
      await store.receive(.debounceCompleted) { $0.phase = .searching }
      await store.send(.queryChanged("")) { $0 = Search.State() }
    },
    Exhibit(.unhandledOutput, "The intention to dial is never received.") {
      let store = dialer("555-0123")
      await store.send(.dialButtonPressed)
    },
    Exhibit(.unexpectedOutput, "The test receives another number than is dialled.") {
      let store = dialer("555-0123")
      await store.send(.dialButtonPressed)
      await store.receiveOutput(.dial("555-0124"))
    },
    Exhibit(.missingOutput, "The test expects that an empty number is dialled.") {
      let store = dialer("")
      await store.send(.dialButtonPressed) { $0.problem = .empty }
      await store.receiveOutput(.dial(""))
    },
    Exhibit(.lateFeedback, "A sender is kept, and used when its effect is over.") {
      let (senders, keep) = AsyncStream<Send<String>>.makeStream()
      let store = Errand.store { send in keep.yield(send) }
      await store.send(.start)
      for await send in senders {
        await send("too late")
        break
      }
    },
  ]
}
