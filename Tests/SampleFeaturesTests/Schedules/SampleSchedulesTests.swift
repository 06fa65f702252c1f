import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// The samples with concurrent effects, run in every order of events.
@Suite("Samples in every order")
struct SampleSchedulesTests {
  @Test(.explore(requiresCompleteSearch: true))
  func `Search shows the results of its query`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    store.exhaustivity = .off
    store.gate("search", at: \.searchClient.search, whenCancelled: .ignoresCancellation) { query in
      [.success([SearchResult(title: query)]), .failure(Offline())]
    }
    store.always("results at rest are those of the query") { search in
      search.phase != .idle || search.results.allSatisfy { $0.title == search.query }
    }
    await store.send(.queryChanged("a"))
    await store.clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged("b"))
    await store.clock.advance(by: .milliseconds(300))
    await store.finish()
    #expect(store.state.phase == .idle || store.state.error != nil)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `SearchFeature leaves the spinner for an answer or an empty query`() async {
    let store = TestStore(initialState: SearchFeature.State()) { SearchFeature() }
    store.exhaustivity = .off
    store.gate("search", at: \.searchClient.search, whenCancelled: .ignoresCancellation) { query in
      [.success([SearchResult(title: query)]), .failure(Offline())]
    }
    store.always("what is shown answers the query") { search in
      search.isLoading || search.results.allSatisfy { $0.title == search.query }
    }
    await store.send(.queryChanged("a"))
    await store.clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged(""))
    await store.finish()
    #expect(!store.state.isLoading)
    #expect(store.state.results.isEmpty)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `Numbers end loading with the last download, and keep what they have`() async {
    let store = TestStore(initialState: Numbers.State.idle) { Numbers() }
    store.exhaustivity = .off
    store.gate("numbers", at: \.numbersClient.numbers, whenCancelled: .ignoresCancellation) {
      [.success([1]), .failure(Offline())]
    }
    store.always("numbers are never thrown away") { old, _, new in
      guard case .loaded = old else { return true }
      if case .loaded = new { return true } else { return false }
    }
    await store.send(.onAppear)
    await store.send(.reload)
    await store.send(.reload)
    await store.finish()
    #expect(store.state != .loading)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `PhoneDialer asks for one name at a time, and keeps the one that it has`() async {
    let store = TestStore(initialState: PhoneDialer.State()) { PhoneDialer() }
    store.exhaustivity = .off
    let username = store.gate("username", at: \.usernameClient.username) { [.success("Blob"), .failure(Offline())] }
    store.always("a name that is known stays") { old, _, new in
      if case .known = old.username { new.username == old.username } else { true }
    }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("123"))
    await store.send(.loadUsername)
    await store.finish()
    #expect(store.state.phoneNumber == "123")
    #expect(store.state.username != .loading)
    // The second call happens only if the first has failed by then.
    #expect(username.callCount == 1 || username.callCount == 2)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `Counter shows a number that was drawn, or counts on`() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.exhaustivity = .off
    store.gate("number", at: \.randomNumberClient.number) { [.success(7), .failure(Offline())] }
    store.always("nothing but a tap or a number that was drawn changes the count") { old, message, new in
      switch message {
      case .input(.increment): new.count == old.count + 1
      case .feedback(.randomNumberDrawn(.success(let number))): new.count == number
      default: new.count == old.count
      }
    }
    await store.send(.randomNumberTapped)
    await store.send(.increment)
    await store.send(.randomNumberTapped)
    await store.finish()
    #expect([1, 7, 8].contains(store.state.count))
    #expect(store.state.request != .running)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `Browser checks only existing favourites`() async {
    let results = ["a", "b"].map { SearchResult(title: $0) }
    let store = TestStore(
      initialState: Browser.State(favourites: IdentifiedArray(results.map { Favourite.State(result: $0) }))
    ) {
      Browser()
    }
    store.exhaustivity = .off
    store.gate("search", at: \.searchClient.search, whenCancelled: .ignoresCancellation) { query in
      [.success([SearchResult(title: query)]), .failure(Offline())]
    }
    store.always("a favourite that has left stays away") { old, _, new in new.favourites.count <= old.favourites.count }
    await store.send(.favourite("a", .checkTapped))
    await store.send(.favourite("b", .checkTapped))
    await store.send(.favourite("a", .removeTapped))
    await store.finish()
    #expect(store.state.favourites.map(\.id) == ["b"])
    #expect(store.state.favourites.allSatisfy { !$0.isChecking })
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `Greeting has a saved name until the network answers`() async {
    let store = TestStore(initialState: Greeting.State()) { Greeting() }
    store.exhaustivity = .off
    let saved = SavedTexts()
    saved.texts = [Greeting.key: "Chris"]
    store.dependencies.userDefaultsClient = saved.client
    store.dependencies.inboxClient.follow = { await $0(Inbox.State()) }
    let network = store.gate("username", at: \.usernameClient.username) {
      [.success("Christian"), .failure(Offline())]
    }
    store.always("a name never goes") { old, _, new in old.name == nil || new.name != nil }
    await store.send(.appeared)
    await store.finish()
    #expect(network.callCount == 1)
    #expect(store.state.name == (store.state.request == .none ? "Christian" : "Chris"))
    #expect(store.state.unread == 0)
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `LoaderBoard loads side by side, and adds up what its workflow loads`() async {
    let store = TestStore(initialState: LoaderBoard.State()) { LoaderBoard() }
    store.exhaustivity = .off
    store.gate("numbers", at: \.numbersClient.numbers, whenCancelled: .ignoresCancellation) { [.success([1])] }
    store.always("only the workflow changes the sum") { old, message, new in
      if case .feedback(.workflow) = message { true } else { new.sum == old.sum }
    }
    await store.send(.machineSwitched(isOn: true))
    await store.send(.machine(.load))
    await store.send(.loop(.load))
    await store.send(.workflow(.load))
    await store.send(.machineSwitched(isOn: false))
    await store.finish()
    #expect(store.state.machine == nil)
    #expect(store.state.loop == .loaded([1]))
    #expect(store.state.sum == 1)
  }
}

/// The loaders of other styles, run in every order of events.
@Suite("Loaders in every order")
struct LoaderSchedulesTests {
  /// Loads, cancels and loads again while answers arrive at any time. Returns the last state of the loader.
  private func run<Loader: Reducer>(
    _ state: Loader.State,
    load: Loader.Input,
    cancel: Loader.Input,
    _ loader: () -> Loader
  ) async -> Loader.State where Loader.State: Equatable {
    let store = TestStore(initialState: state, reducer: loader)
    store.exhaustivity = .off
    store.gate("numbers", at: \.numbersClient.numbers, whenCancelled: .ignoresCancellation) {
      [.success([1]), .failure(Offline())]
    }
    await store.send(load)
    await store.send(cancel)
    await store.send(load)
    // Three attempts take two pauses of a second. A pause begins after an answer, so the store settles first.
    for _ in 0..<2 {
      await store.settle()
      await store.clock.advance(by: .seconds(1))
    }
    await store.finish()
    return store.state
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `MatuschakLoader ends`() async {
    let state = await run(.idle, load: .load, cancel: .cancel) { MatuschakLoader.reducer.performing { $0.perform() } }
    #expect([.loaded([1]), .failed(.unavailable("Offline()"))].contains(state), "\(state)")
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `MobiusLoader ends`() async {
    let state = await run(.idle, load: .load, cancel: .cancel) {
      MobiusLoader().performing(MobiusLoaderHandler().perform)
    }
    #expect([.loaded([1]), .failed(.unavailable("Offline()"))].contains(state), "\(state)")
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `ObjectLoader ends`() async {
    let state = await run(ObjectLoader.State.idle, load: .load, cancel: .cancel) { ObjectLoader() }
    #expect([.loaded([1]), .failed(.unavailable("Offline()"))].contains(state), "\(state)")
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `WorkflowLoader ends`() async {
    let state = await run(WorkflowLoader.State.idle, load: .load, cancel: .cancel) { WorkflowLoader.workflow }
    #expect([.idle, .failed(.unavailable("Offline()"))].contains(state), "\(state)")
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `ReduxLoader ends`() async {
    let state = await run(ReduxLoader.State(), load: .load, cancel: .cancel) { ReduxLoader.app }
    #expect(state.attempt == nil && (state.numbers == [1] || state.problem != nil), "\(state)")
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `VuexLoader ends`() async {
    let state = await run(VuexLoader.State(), load: .load, cancel: .cancel) { VuexLoader() }
    #expect(!state.isBusy && (state.numbers == [1] || state.error != nil), "\(state)")
  }

  // The loader sends six mutations for each load, so only a thorough run tries all orders.
  @Test(.explore(budget: isThorough ? nil : 60, requiresCompleteSearch: isThorough))
  func `ReactorKitLoader ends`() async {
    let state = await run(ReactorKitLoader.State(), load: .load, cancel: .cancel) { ReactorKitLoader() }
    #expect(!state.isLoading && state.failures == 0 && (state.numbers == [1] || state.error != nil), "\(state)")
  }

  @Test(.explore(requiresCompleteSearch: true))
  func `ReactiveFeedbackSearch shows the results of its query`() async {
    let store = TestStore(initialState: ReactiveFeedbackSearch.State()) { ReactiveFeedbackSearch.system }
    store.exhaustivity = .off
    store.gate("search", at: \.searchClient.search, whenCancelled: .ignoresCancellation) { query in
      [.success([SearchResult(title: query)]), .failure(Offline())]
    }
    store.always("what is found answers the query") { search in search.results.allSatisfy { $0.title == search.query } }
    await store.send(.queryChanged("a"))
    await store.send(.queryChanged("b"))
    await store.send(.queryChanged(""))
    await store.finish()
    #expect(store.state == ReactiveFeedbackSearch.State())
  }
}

/// Containers without a reducer, in orders that the tests choose, as no schedule orders jobs of the main actor.
@MainActor
@Suite("Containers with answers in another order")
struct ContainerSchedulesTests {
  @Test(
    arguments: [0, 1],
    [true, false]
  )
  func `MavericksLoader shows the last download, even if the previous one answers later`(first: Int, isGood: Bool) async
  {
    let numbers = Gate<Void, [Int], any Error>("numbers", whenCancelled: .ignoresCancellation)
    let store = TestStore {
      MavericksLoader()
    } withDependencies: {
      $0.numbersClient.numbers = { try await numbers() }
    }
    store.exhaustivity = .off
    await store.call("load") { $0.load() }
    await store.call("load again") { $0.load() }
    let calls = numbers.pending
    #expect(calls.map(\.isCancelled) == [true, false])
    for index in [first, 1 - first] {
      if index == 1 {
        await calls[index].succeed(with: [2])
      } else if isGood {
        await calls[index].succeed(with: [1])
      } else {
        await calls[index].fail(with: Offline())
      }
    }
    await store.finish()
    #expect(store.state.numbers == .success([2]))
    #expect(store.state.requests == 2)
  }

  @Test(arguments: 0...3)
  func `OrbitLoader runs one load at a time for any number of requests`(failures: Int) async {
    let numbers = Gate<Void, [Int], any Error>("numbers", whenCancelled: .ignoresCancellation)
    let store = TestStore {
      OrbitLoader()
    } withDependencies: {
      $0.numbersClient.numbers = { try await numbers() }
    }
    store.exhaustivity = .off
    await store.call("load") { await $0.load() }
    for attempt in 1...3 where attempt <= failures + 1 {
      await store.call("load again") { await $0.load() }
      #expect(numbers.pending.count == 1)
      if attempt <= failures { await numbers.fail(with: Offline()) } else { await numbers.succeed(with: [1]) }
      await store.clock.advance(by: .seconds(1))
    }
    await store.finish()
    #expect(!store.state.isLoading && store.state.failures == 0)
    #expect(store.state.numbers == (failures < 3 ? [1] : []))
    #expect(numbers.callCount == min(failures + 1, 3))
  }
}

private struct Offline: Error {}
