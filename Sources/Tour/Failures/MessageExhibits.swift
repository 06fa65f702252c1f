import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

/// A view model that changes its state in a detached task, when a stream permits it.
private final class Diary: StateStore<[String], Never> {
  /// Adds a line in a detached task, which the caller can't await.
  ///
  /// - Parameter permissions: The stream that permits the change when it ends.
  func write(_ line: String, when permissions: AsyncStream<Void>) {
    Task.detached {
      for await _ in permissions {}
      await self.append(line)
    }
  }

  /// Adds a line.
  private func append(_ line: String) { state.append(line) }
}

extension FailureGallery {
  /// Ends a test before a detached task changes the state of its view model.
  @MainActor
  private static func writeLate() async {
    let (permissions, permission) = AsyncStream<Void>.makeStream()
    let store = TestStore { Diary(state: []) }
    await store.call("write") { $0.write("too late", when: permissions) }
    await store.finish()
    permission.finish()
    let diary: Diary = store.container()
    while diary.state.isEmpty { await Task.yield() }
  }

  /// Returns a test store for a counter that draws the number 7.
  private static func counter() -> TestStore<Counter> {
    TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient.number = { 7 }
    }
  }

  /// Returns a test store for a dialer with a number.
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
    Exhibit(.lateFeedback, "A detached task of a view model changes its state when the test is over.") {
      await writeLate()
    },
  ]
}
