import SampleFeatures
import StoreCore
import StoreDependencies

@testable import StoreTesting

extension PinnedRun {
  /// Runs of the sample features.
  static let samples = [counter, numbers, dialer, search, debounced, browser, mobius]

  /// A counter, with a random number from outside.
  private static let counter = PinnedRun("counter", by: PinnedSteps.counter) {
    TestStore(initialState: SampleFeatures.Counter.State()) {
      SampleFeatures.Counter()
    } withDependencies: {
      $0.randomNumberClient.number = { 7 }
    }
  } run: { store in
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.decrement)
    await store.send(.randomNumberTapped)
  }

  /// A search that succeeds, and then fails.
  private static let numbers = PinnedRun("numbers", by: PinnedSteps.numbers) {
    let store = TestStore(initialState: Numbers.State.idle) { Numbers() }
    store.gate("numbers", at: \.numbersClient.numbers)
    return store
  } run: { store in
    await store.send(.onAppear)
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2, 3])
    await store.send(.reload)
    await store.send(.reload)
    await numbers.fail(with: NumbersError.unavailable("gone"))
  }

  /// A number that can't be dialled, and one that can.
  private static let dialer = PinnedRun("dialer", by: PinnedSteps.dialer) {
    TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = { "Ada" }
    }
  } run: { store in
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("12"))
    await store.send(.dialButtonPressed)
    await store.send(.inputPhoneNumber("+49 30 1234567"))
    await store.send(.dialButtonPressed)
  }

  /// A debounced search, twice.
  private static let search = PinnedRun("search", by: PinnedSteps.search) {
    TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.search = { query in [SearchResult(title: query, detail: "\"quoted\"\n")] }
    }
  } run: { store in
    await store.send(.queryChanged("li"))
    await store.clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("lis"))
    await store.clock.advance(by: .milliseconds(300))
    await store.send(.resultTapped(SearchResult(title: "lis", detail: "\"quoted\"\n")))
    await store.send(.queryChanged(""))
  }

  /// A debounced search whose effects must be named.
  private static let debounced = PinnedRun("debounced", by: PinnedSteps.debounced) {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.search = { query in [SearchResult(title: query)] }
    }
    store.exhaustivity = .strict
    return store
  } run: { store in
    await store.send(.queryChanged("it's"))
    await store.clock.advance(by: .milliseconds(300))
  }

  /// Children of a parent, one of which is removed while its effect runs.
  private static let browser = PinnedRun("browser", by: PinnedSteps.browser) {
    TestStore(initialState: Browser.State(search: Search.State(results: [SearchResult(title: "Lisbon")]))) {
      Browser()
    } withDependencies: {
      $0.searchClient.search = { query in [SearchResult(title: query), SearchResult(title: query)] }
    }
  } run: { store in
    await store.send(.search(.resultTapped(SearchResult(title: "Lisbon"))))
    await store.send(.detail(.appeared))
    await store.clock.advance(by: .seconds(2))
    await store.send(.detail(.favouriteTapped))
    await store.send(.detail(.closeTapped))
    await store.send(.favourite("Lisbon", .checkTapped))
  }

  private static let mobius = PinnedRun("mobius", by: PinnedSteps.mobius) {
    TestStore(initialState: .idle) { MobiusLoader() }
  } run: { store in
    await store.send(.load)
    await store.send(.cancel)
  }
}
