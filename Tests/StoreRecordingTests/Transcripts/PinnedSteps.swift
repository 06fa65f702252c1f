// The lines are written by stores, and may be long.
// swift-format-ignore-file

import SampleFeatures
import StoreTesting
import TestSupport

/// The steps that pin the runs of ``PinnedRun``, as code, so that the compiler sees them.
///
/// PinnedRunTests records the bodies if `STORE_TESTING_RECORD` is set, and otherwise compares them with the generated tests.
enum PinnedSteps {
  static func ticks(_ store: TestStore<Ticks>) async {
    await store.send(3)
    await store.clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = 1 }
    await store.clock.advance(by: .seconds(1))
    await store.receive(2) { $0 = 2 }
    await store.clock.advance(by: .seconds(1))
    await store.receive(3) { $0 = 3 }
    await store.receive(0)
    await store.receiveOutput("over")
    await store.finish()
  }

  static func answers(_ store: TestStore<Finder>) async {
    await store.send(.search("a"))
    await store.send(.search("b"))
    let search = store.gate("search", as: Gate<String, [Int], any Error>.self)
    await search.succeed(with: [2], skipping: 1)
    await store.receive(.found([2], for: "b")) { $0.found["b"] = [2] }
    await search.succeed(with: [1])
    await store.receive(.found([1], for: "a")) { $0.found["a"] = [1] }
    await store.finish()
  }

  static func failing(_ store: TestStore<Finder>) async {
    await store.send(.search("a"))
    let search = store.gate("search", as: Gate<String, [Int], any Error>.self)
    // This assumes that Unreachable has its memberwise initialiser. If the test can't call it, create an equal value here:
    await search.fail(with: Unreachable(code: 7))
    await store.receive(.broke(reason: "code 7")) { $0.problem = "code 7" }
    await store.send(.search("b"))
    await store.send(.stop)
    await search.succeed(with: [])
    await store.finish()
  }

  static func parked(_ store: TestStore<Finder>) async {
    store.answersGatesManually = true
    await store.send(.search("a"))
    let search = store.gate("search", as: Gate<String, [Int], any Error>.self)
    // This assumes that Unreachable has its memberwise initialiser. If the test can't call it, create an equal value here:
    await search.fail(with: Unreachable(code: 1))
    await store.receive(.broke(reason: "code 1")) { $0.problem = "code 1" }
    await store.finish()
  }

  static func hanging(_ store: TestStore<Finder>) async {
    await store.send(.search("a"))
    await store.send(.search("b"))
    await store.send(.search("c"))
    let search = store.gate("search", as: Gate<String, [Int], any Error>.self)
    search.leaveUnanswered(skipping: 1)
    await search.succeed(with: [3], skipping: 1)
    await store.receive(.found([3], for: "c")) { $0.found["c"] = [3] }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  static func oneCancelled(_ store: TestStore<Ticks>) async {
    let task1 = await store.send(9)
    await store.send(2)
    await store.clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = 1 }
    await store.receive(1) { $0 = 2 }
    await task1.cancel()
    await store.clock.advance(by: .seconds(1))
    await store.receive(2) { $0 = 3 }
    await store.receive(0)
    await store.receiveOutput("over")
    await store.finish()
  }

  static func bothCancelled(_ store: TestStore<Ticks>) async {
    let task1 = await store.send(9)
    await store.send(8)
    await task1.cancel()
    await store.cancelInFlightEffects()
    await store.finish()
  }

  static func allCancelled(_ store: TestStore<Ticks>) async {
    await store.send(8)
    await store.send(9)
    await store.cancelInFlightEffects()
    await store.send(1)
    await store.clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = 1 }
    await store.receive(0)
    await store.receiveOutput("over")
    await store.finish()
  }

  static func strict(_ store: TestStore<Ticks>) async {
    store.exhaustivity = .strict
    await store.send(1)
    await store.receiveEffect("tick", of: 1)
    await store.clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = 1 }
    await store.receive(0)
    await store.receiveOutput("over")
    await store.finish()
  }

  static func counter(_ store: TestStore<SampleFeatures.Counter>) async {
    await store.send(.increment) { $0.count = 1 }
    await store.send(.increment) { $0.count = 2 }
    await store.send(.decrement) { $0.count = 1 }
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receive(.randomNumberDrawn(.success(7))) {
      $0.count = 7
      $0.request = .none
    }
    await store.finish()
  }

  static func numbers(_ store: TestStore<Numbers>) async {
    await store.send(.onAppear) { $0 = .loading }
    let numbers = store.gate("numbers", as: Gate<Void, [Int], any Error>.self)
    await numbers.succeed(with: [1, 2, 3])
    await store.receive(.numbersDownloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.receiveOutput(.numbersDownloaded)
    await store.send(.reload)
    await store.send(.reload)
    await numbers.fail(with: NumbersError.unavailable("gone"))
    await store.receive(.numbersDownloaded(.failure(NumbersError.unavailable("gone"))))
    await store.receiveOutput(.reloadFailed(NumbersError.unavailable("gone")))
    await store.finish()
  }

  static func dialer(_ store: TestStore<PhoneDialer>) async {
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.inputPhoneNumber("12")) { $0.phoneNumber = "12" }
    await store.send(.dialButtonPressed) { $0.problem = .tooShort }
    await store.send(.inputPhoneNumber("+49 30 1234567")) {
      $0.phoneNumber = "+49 30 1234567"
      $0.problem = nil
    }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("+49-30-1234567"))
    await store.finish()
  }

  static func search(_ store: TestStore<Search>) async {
    await store.send(.queryChanged("li")) {
      $0.query = "li"
      $0.phase = .waiting
    }
    await store.clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("lis")) { $0.query = "lis" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    await store.receive(.searchSucceeded([SearchResult(id: "lis", title: "lis", detail: "\"quoted\"\n")])) {
      $0.results = [SearchResult(id: "lis", title: "lis", detail: "\"quoted\"\n")]
      $0.phase = .idle
    }
    await store.send(.resultTapped(SearchResult(id: "lis", title: "lis", detail: "\"quoted\"\n")))
    await store.receiveOutput(.resultSelected(SearchResult(id: "lis", title: "lis", detail: "\"quoted\"\n")))
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results = []
    }
    await store.finish()
  }

  static func debounced(_ store: TestStore<Search>) async {
    store.exhaustivity = .strict
    await store.send(.queryChanged("it's")) {
      $0.query = "it's"
      $0.phase = .waiting
    }
    await store.clock.advance(by: .milliseconds(300))
    await store.receiveEffect("search", of: "it's")
    await store.receive(.debounceCompleted) { $0.phase = .searching }
    await store.receive(.searchSucceeded([SearchResult(id: "it's", title: "it's", detail: "")])) {
      $0.results = [SearchResult(id: "it's", title: "it's", detail: "")]
      $0.phase = .idle
    }
    await store.finish()
  }

  static func browser(_ store: TestStore<Browser>) async {
    await store.send(.search(.resultTapped(SearchResult(id: "Lisbon", title: "Lisbon", detail: ""))))
    await store.receive(.search(.output(.resultSelected(SearchResult(id: "Lisbon", title: "Lisbon", detail: ""))))) {
      $0.detail = Detail.State(result: SearchResult(id: "Lisbon", title: "Lisbon", detail: ""), seconds: 0)
    }
    await store.send(.detail(.appeared))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 1 }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.detail(.feedback(.secondPassed))) { $0.detail?.seconds = 2 }
    await store.send(.detail(.favouriteTapped))
    await store.receive(.detail(.output(.favoured(SearchResult(id: "Lisbon", title: "Lisbon", detail: ""))))) {
      $0.favourites = [Favourite.State(result: SearchResult(id: "Lisbon", title: "Lisbon", detail: ""), matches: nil, isChecking: false)]
    }
    await store.send(.detail(.closeTapped))
    await store.receive(.detail(.output(.closed))) { $0.detail = nil }
    await store.send(.favourite("Lisbon", .checkTapped)) { $0.favourites[id: "Lisbon"]?.isChecking = true }
    await store.receive(.favourite("Lisbon", .feedback(.checked(2)))) {
      $0.favourites[id: "Lisbon"]?.matches = 2
      $0.favourites[id: "Lisbon"]?.isChecking = false
    }
    await store.finish()
  }

  static func mobius(_ store: TestStore<MobiusLoader>) async {
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveOutput(.download)
    await store.send(.cancel) { $0 = .idle }
    await store.receiveOutput(.stop)
    await store.finish()
  }

  static func elements(_ store: TestStore<ChatFeature>) async {
    await store.send(.join("a"))
    await store.send(.join("b"))
    await store.send(.readSlowly("c"))
    let messages = store.gate("messages", as: StreamGate<String, String, any Error>.self)
    await messages.yield("1", skipping: 1)
    await store.receive(.said("1", in: "b")) { $0.lines = ["b: 1"] }
    await messages.yield("2")
    await store.receive(.said("2", in: "a")) { $0.lines = ["b: 1", "a: 2"] }
    await messages.yield("2", skipping: 1)
    await store.receive(.said("2", in: "b")) { $0.lines = ["b: 1", "a: 2", "b: 2"] }
    await messages.yield("2", skipping: 2)
    await messages.yield("3", skipping: 2)
    await messages.fail(with: SocketError.lost)
    await store.receive(.ended("a: lost")) { $0.closed = ["a: lost"] }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.said("2", in: "c")) { $0.lines = ["b: 1", "a: 2", "b: 2", "c: 2"] }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.said("3", in: "c")) { $0.lines = ["b: 1", "a: 2", "b: 2", "c: 2", "c: 3"] }
    await store.send(.leave("b"))
    await messages.finish()
    await store.send(.watch)
    let pings = store.gate("pings", as: StreamGate<Void, Void, Never>.self)
    await pings.yield()
    await store.receive(.said("ping", in: "pings")) { $0.lines.append("pings: ping") }
    let presence = store.gate("presence", as: StreamGate<Void, Int, Never>.self)
    await presence.finish()
    await store.receiveEffect("presence")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  static func strictElements(_ store: TestStore<ChatFeature>) async {
    store.exhaustivity = .strict
    await store.send(.join("a"))
    await store.receiveEffect("listen", of: "a")
    let messages = store.gate("messages", as: StreamGate<String, String, any Error>.self)
    messages.receiveListener("a")
    await store.send(.ask("b"))
    await store.receiveEffect("typing")
    let typing = store.gate("typing", as: StreamGate<(String, Int), Bool, Never>.self)
    typing.receiveListener("b", 2)
    await messages.finish()
    await store.receive(.ended("a")) { $0.closed = ["a"] }
    await typing.yield(true)
    await store.receive(.said("true", in: "b")) { $0.lines = ["b: true"] }
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
