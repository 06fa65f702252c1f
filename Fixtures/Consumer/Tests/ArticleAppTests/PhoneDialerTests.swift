import Foundation
import StoreTesting
import Testing

@testable import ArticleApp

// The models know nothing of this package, and neither does their target. Each test of a defect of the articles' code
// says what the failure is.

@MainActor
struct PhoneDialerTests {
  /// The article's state is neither `Equatable` nor `Sendable`, so the test says what it asserts of it.
  struct Shown: Equatable {
    var username = ""
    var phoneNumber = ""
  }

  typealias Dialer = PhoneDialerScreenViewModel

  fileprivate func makeStore() -> TestStore<ContainerFeature<ModelContainer<Dialer, Shown>, Shown, Never>> {
    let store = TestStore(of: Dialer()) { Shown(username: $0.state.username, phoneNumber: $0.state.phoneNumber) }
    // A press waits for a consumer, which no gate of the test controls.
    store.timeout = .milliseconds(100)
    return store
  }

  @Test func `the name is loaded and a number is entered`() async {
    let store = makeStore()
    await store.call { $0.loadUsername() }
    await store.receiveChange { $0.username = "Christian" }
    await store.call { $0.inputPhoneNumber(phoneNumber: "555-0123") }
    await store.receiveChange { $0.phoneNumber = "555-0123" }
    await store.finish()
  }

  @Test func `a press without a consumer waits for ever`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { $0.onDialButtonPress() }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(failures.first?.headline.hasPrefix("The effect onDialButtonPress() is still running") == true)
  }

  @Test func `a press without a consumer outlives its view`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { $0.onDialButtonPress() }
      await store.leave()
    }
    #expect(failures.map(\.kind) == [.effectInFlight])
  }

  @Test func `presses pile up, and are dialled in a burst when a consumer comes`() async {
    let store = makeStore()
    await store.call { $0.inputPhoneNumber(phoneNumber: "555-0123") }
    await store.receiveChange { $0.phoneNumber = "555-0123" }
    await store.call { $0.onDialButtonPress() }
    await store.call { $0.onDialButtonPress() }
    var sideEffects = store.model().sideEffects.makeAsyncIterator()
    #expect(await sideEffects.next()?.number == "555-0123")
    #expect(await sideEffects.next()?.number == "555-0123")
    await store.finish()
  }

  @Test func `a press without a consumer is discarded when the view disappears`() async {
    let store = makeStore()
    await store.call { $0.onDialButtonPress() }
    await store.call { $0.cleanUp() }
    await store.finish()
  }
}

extension PhoneDialerTests {
  /// Whether the accelerator moves the task of a model on no actor to the test. Otherwise it runs anywhere.
  nonisolated static var ordersTasks: Bool {
    #if os(Linux)
      ProcessInfo.processInfo.environment["STORE_TESTING_RUNTIME"] != "portable"
    #else
      false
    #endif
  }

  @Test(.enabled(if: ordersTasks))
  func `an edit after the press dials another number`() async {
    let store = makeStore()
    await store.call {
      $0.inputPhoneNumber(phoneNumber: "555-0123")
      $0.onDialButtonPress()
      $0.inputPhoneNumber(phoneNumber: "911")
    }
    await store.receiveChange { $0.phoneNumber = "911" }
    var sideEffects = store.model().sideEffects.makeAsyncIterator()
    #expect(await sideEffects.next()?.number == "911")
    await store.finish()
  }

  @Test func `a press dials without a number`() async {
    let store = makeStore()
    await store.call { $0.onDialButtonPress() }
    var sideEffects = store.model().sideEffects.makeAsyncIterator()
    #expect(await sideEffects.next()?.number == "")
    await store.finish()
  }

  @Test func `two consumers get half of the presses each`() async {
    let store = makeStore()
    for number in ["1", "2"] {
      await store.call { $0.inputPhoneNumber(phoneNumber: number) }
      await store.receiveChange { $0.phoneNumber = number }
      await store.call { $0.onDialButtonPress() }
    }
    var first = store.model().sideEffects.makeAsyncIterator()
    var second = store.model().sideEffects.makeAsyncIterator()
    let numbers = [await first.next()?.number, await second.next()?.number]
    #expect(numbers == ["1", "2"])
    await store.finish()
  }

  @Test func `any code may send a side effect`() async {
    let store = makeStore()
    await store.call { await $0.sideEffects.send(.dial(phoneNumber: "900")) }
    var sideEffects = store.model().sideEffects.makeAsyncIterator()
    #expect(await sideEffects.next()?.number == "900")
    await store.finish()
  }

  @Test func `the task of each press is kept for ever`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: Dialer()) { (Mirror(reflecting: $0).descendant("tasks") as? [Any])?.count ?? 0 }
      await store.call { $0.onDialButtonPress() }
      await store.receiveChange { $0 = 1 }
      var sideEffects = store.model().sideEffects.makeAsyncIterator()
      _ = await sideEffects.next()
      await store.receiveChange { $0 = 0 }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
  }

  @Test func `the article's consumer never ends`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { for await _ in $0.sideEffects {} }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.effectInFlight])
  }

  @Test func `each appearance tells the view of a name that is the same`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: ObservedDialer(), projection: \.news)
      await store.call { $0.dialer.loadUsername() }
      await store.receiveChange { $0.append("Christian") }
      await store.call { $0.dialer.loadUsername() }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback])
    #expect(failures.first?.headline.contains(#"["", "Christian", "Christian"]"#) == true)
  }
}

/// What a view is told of the dialer's name.
private final class ObservedDialer {
  let dialer = PhoneDialerScreenViewModel()

  private(set) var news: [String] = []

  init() { dialer.$state.sink { [unowned self] in news.append($0.username) } }
}

extension PhoneDialerScreenSideEffects {
  fileprivate var number: String {
    switch self {
    case .dial(let number): number
    }
  }
}
