// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenScreenSuites.swift. It says what the feature does, not what it should do.
// 18 tests assert 14 of 14 pairs of a mode and a message and 14 transitions, and notice 160 of 161 mutants.
// Not asserted: what more ways would show: the last ones still showed something. Raise 'runs:'.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Browser.self, minimum: 1.0),
  .mutants(of: Browser.self, minimumScore: 0.99)
)
struct WrittenBrowserSuite {
  private func makeStore() -> TestStore<Browser> {
    func make() -> TestStore<Browser> {
      let store = TestStore(initialState: Browser.State()) { Browser() }
      store.gate("search", at: \.searchClient.search) { query in
        [.success([SearchResult(title: query)]), .failure(SearchError.unavailable("Offline"))]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `search answers, search result tapped, then detail favourite tapped: favourites changes`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    // The name is about this step.
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.favourite("swift", .feedback(.checked(1)))) {
      $0.favourites[id: "swift"]?.matches = 1
      $0.favourites[id: "swift"]?.isChecking = false
    }
    await store.finish()
  }

  @Test func `detail favourite tapped, favourite check tapped, then search query changed "": search query becomes "", search results becomes empty`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    // The name is about this step.
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    // search answers after search query changed "".
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.favourite("swift", .feedback(.checked(nil)))) { $0.favourites[id: "swift"]?.isChecking = false }
    await store.finish()
  }

  @Test func `search query changed "swift", detail favourite tapped, then 300 ms pass: search phase becomes searching, search starts`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    // The name is about this step.
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }
    await store.finish()
  }

  @Test func `search answers, search result tapped, then detail appeared: timer starts`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    // This cancels debounce.
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    // The name is about this step.
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) { $0.detail?.seconds = 0 }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `detail favourite tapped, favourite check tapped, then detail close tapped: detail becomes nil`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    // The name is about this step.
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    await store.send(.search(.queryChanged("swift")))
    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `search query changed "swift", 300 ms pass, then search fails: search phase becomes failed`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    // The name is about this step.
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.search(.queryChanged("swift"))) { $0.search.phase = .waiting }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }

    // This cancels search.
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.queryChanged("")))
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.finish()
  }

  @Test func `detail appeared, detail favourite tapped, then favourite remove tapped: favourites becomes empty`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    // The name is about this step.
    await store.send(.favourite("swift", .removeTapped))
    await store.receive(.favourite("swift", .output(.removed))) { $0.favourites = [] }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .openTapped))
    await store.receive(.favourite("swift", .output(.opened(SearchResult(id: "swift", title: "swift", detail: "")))))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }

    await store.send(.favourite("swift", .openTapped))
    await store.receive(.favourite("swift", .output(.opened(SearchResult(id: "swift", title: "swift", detail: ""))))) { $0.detail?.seconds = 0 }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `detail favourite tapped, favourite check tapped, then detail appeared: timer is cancelled, timer starts`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.search(.queryChanged("swift"))) { $0.search.phase = .waiting }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    // The name is about this step. This cancels timer.
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["check", "timer"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `search query changed "swift", detail favourite tapped, then search query changed "": debounce is cancelled, search query becomes ""`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.search(.queryChanged("swift"))) { $0.search.phase = .waiting }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    // The name is about this step. This cancels debounce.
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `detail favourite tapped, favourite check tapped, then favourite remove tapped: its answer is dropped, check is cancelled`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    // The name is about this step. This cancels check.
    await store.send(.favourite("swift", .removeTapped))
    await store.receive(.favourite("swift", .output(.removed))) { $0.favourites = [] }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    // This cancels timer.
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["timer"])
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `search fails, search query changed "swift", then detail favourite tapped`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.search(.queryChanged("swift"))) { $0.search.phase = .waiting }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.favourite("swift", .feedback(.checked(nil)))) { $0.favourites[id: "swift"]?.isChecking = false }

    await store.send(.search(.queryChanged("swift")))
    // The name is about this step.
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: "")))))
    await store.finish()
  }

  @Test func `search query changed "swift", 300 ms pass, then search query changed "": its answer is dropped, search is cancelled`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.search(.queryChanged("swift"))) { $0.search.phase = .waiting }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }

    // The name is about this step. This cancels search.
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.phase = .idle
    }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    await store.finish()
  }

  @Test func `300 ms pass, search fails, then search query changed "swift": search phase becomes waiting`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    // The name is about this step.
    await store.send(.search(.queryChanged("swift"))) { $0.search.phase = .waiting }
    await store.send(.search(.queryChanged("swift")))
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.phase = .idle
    }
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }

    await store.send(.search(.queryChanged("swift")))
    // search answers after search query changed "swift".
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }
    await store.finish()
  }

  @Test func `search fails, detail close tapped, then favourite open tapped: detail changes`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    await store.send(.favourite("swift", .openTapped))
    await store.receive(.favourite("swift", .output(.opened(SearchResult(id: "swift", title: "swift", detail: "")))))
    await store.send(.search(.queryChanged("swift")))
    // search answers after search query changed "swift".
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.favourite("swift", .feedback(.checked(nil)))) { $0.favourites[id: "swift"]?.isChecking = false }

    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    // The name is about this step.
    await store.send(.favourite("swift", .openTapped))
    await store.receive(.favourite("swift", .output(.opened(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `detail appeared, 1 s passes (2 times), then detail close tapped: timer is cancelled, detail becomes nil`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 2 }

    // The name is about this step. This cancels timer.
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    #expect(store.inFlightEffects.isEmpty)
    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }

    // This cancels timer.
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["timer"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `search query changed "swift", 300 ms pass, then detail close tapped: detail becomes nil`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }

    // The name is about this step.
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    // search answers after detail close tapped.
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.search(.queryChanged("swift")))
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `detail close tapped, favourite open tapped, then favourite check tapped: its answer is dropped, check is cancelled`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.receiveEffect("timer")
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: "")))))
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: "")))))
    // This cancels timer.
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    #expect(store.inFlightEffects.map(\.name) == ["check"])
    await store.send(.favourite("swift", .openTapped))
    await store.receive(.favourite("swift", .output(.opened(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    // The name is about this step. This cancels check.
    await store.send(.favourite("swift", .checkTapped))
    await store.receiveEffect("check", of: "swift")
    #expect(store.inFlightEffects.map(\.name) == ["check"])
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.favourite("swift", .feedback(.checked(1)))) {
      $0.favourites[id: "swift"]?.matches = 1
      $0.favourites[id: "swift"]?.isChecking = false
    }
    await store.finish()
  }

  @Test func `favourite check tapped, search query changed "", then search query changed "swift": search query becomes "swift", search phase becomes waiting`() async throws {
    let store = makeStore()
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    let search = store.gate("search", as: Gate<String, [SearchResult], any Error>.self)
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.fail(with: SearchError.unavailable("Offline"))
    await store.receive(.search(.feedback(.searchFailed(SearchError.unavailable("Offline"))))) { $0.search.phase = .failed(SearchError.unavailable("Offline")) }

    await store.send(.search(.queryChanged("swift"))) { $0.search.phase = .waiting }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }

    await store.send(.search(.resultTapped(SearchResult(id: "swift", title: "swift", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "swift", title: "swift", detail: ""), seconds: 0)
    }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "swift", title: "swift", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "swift", title: "swift", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.favourite("swift", .checkTapped)) { $0.favourites[id: "swift"]?.isChecking = true }
    await store.receiveEffect("check", of: "swift")
    await store.send(.search(.queryChanged(""))) {
      $0.search.query = ""
      $0.search.results = []
    }
    // The name is about this step.
    await store.send(.search(.queryChanged("swift"))) {
      $0.search.query = "swift"
      $0.search.phase = .waiting
    }
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receiveEffect("search", of: "swift")
    await store.receive(.search(.feedback(.debounceCompleted))) { $0.search.phase = .searching }
    // search answers after search query changed "swift".
    #expect(search.pending.map(\.arguments) == ["swift", "swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.favourite("swift", .feedback(.checked(1)))) {
      $0.favourites[id: "swift"]?.matches = 1
      $0.favourites[id: "swift"]?.isChecking = false
    }
    #expect(search.pending.map(\.arguments) == ["swift"])
    await search.succeed(with: [SearchResult(id: "swift", title: "swift", detail: "")])
    await store.receive(.search(.feedback(.searchSucceeded([SearchResult(id: "swift", title: "swift", detail: "")])))) {
      $0.search.results = [SearchResult(id: "swift", title: "swift", detail: "")]
      $0.search.phase = .idle
    }
    await store.finish()
  }
}
