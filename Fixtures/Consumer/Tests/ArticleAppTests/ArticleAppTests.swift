import StoreTesting
import Testing

@testable import ArticleApp

// The models know nothing of this package, and neither does their target. Each test of a defect of the articles' code
// says what the failure is.

@MainActor
struct PhoneDialerTests {
  struct Shown: Equatable {
    var username = ""
    var phoneNumber = ""
  }

  typealias Dialer = PhoneDialerScreenViewModel

  fileprivate func makeStore(
    _ model: @autoclosure () -> Dialer
  ) -> TestStore<ContainerFeature<ModelContainer<Dialer, Shown>, Shown, Never>> {
    TestStore(of: model()) { Shown(username: $0.state.username, phoneNumber: $0.state.phoneNumber) }
  }

  @Test func `the name is loaded and a number is entered`() async {
    let store = makeStore(Dialer())
    await store.call { $0.loadUsername() }
    await store.receiveChange { $0.username = "Christian" }
    await store.call { $0.inputPhoneNumber(phoneNumber: "555-0123") }
    await store.receiveChange { $0.phoneNumber = "555-0123" }
    await store.finish()
  }

  @Test func `a press that nobody consumes waits for ever`() async {
    let failures = await recordingFailures {
      let store = makeStore(Dialer())
      store.timeout = .milliseconds(100)
      await store.call { $0.onDialButtonPress() }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(failures.first?.headline.hasPrefix("The effect onDialButtonPress() is still running") == true)
  }

  @Test func `a press that nobody consumes is discarded when the view disappears`() async {
    let store = makeStore(Dialer())
    await store.call { $0.onDialButtonPress() }
    await store.call { $0.cleanUp() }
    await store.finish()
  }
}

extension PhoneDialerTests {
  @Test func `an edit after the press dials another number`() async {
    let store = makeStore(Dialer())
    await store.call {
      $0.inputPhoneNumber(phoneNumber: "555-0123")
      $0.onDialButtonPress()
      $0.inputPhoneNumber(phoneNumber: "911")
    }
    await store.receiveChange { $0.phoneNumber = "911" }
    var sideEffects = store.model().sideEffects.makeAsyncIterator()
    guard case .dial(let number)? = await sideEffects.next() else { return }
    #expect(number == "911")
    await store.finish()
  }
}

@MainActor
struct NumbersTests {
  let numbers = Gate<Void, [Int], any Error>("numbers")

  private func makeStore() -> TestStore<
    ContainerFeature<ModelContainer<NumbersViewModel, NumbersViewState>, NumbersViewState, Never>
  > {
    TestStore(of: NumbersViewModel(apiClient: APIClient { [numbers] in try await numbers() }), projection: \.state)
  }

  @Test func `numbers are loaded`() async {
    let store = makeStore()
    await store.call { await $0.load() }
    await store.receiveChange { $0 = .loading }
    await numbers.succeed(with: [1, 2])
    await store.receiveChange { $0 = .loaded([1, 2]) }
    #expect(store.model().outputs.count == 1)
    await store.finish()
  }

  @Test func `a view that disappears shows an error`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      let load = await store.call { await $0.load() }
      await store.receiveChange { $0 = .loading }
      await load.cancel()
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback])
    #expect(failures.first?.headline.contains("change of the state to .error") == true)
  }

  @Test func `a second appearance discards the numbers and loads again`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { await $0.load() }
      await store.receiveChange { $0 = .loading }
      await numbers.succeed(with: [1, 2])
      await store.receiveChange { $0 = .loaded([1, 2]) }
      await store.call { await $0.load() }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback])
    #expect(failures.first?.headline.contains("change of the state to .loading") == true)
  }
}

@MainActor
struct FavoritesTests {
  let save = Gate<Set<String>, Void, any Error>("save")

  struct Shown: Equatable {
    var names: Set<String> = []
    var isSaving = false
  }

  private func makeStore() -> TestStore<ContainerFeature<ModelContainer<Favorites, Shown>, Shown, Never>> {
    TestStore(of: Favorites { [save] in try await save($0) }) { Shown(names: $0.names, isSaving: $0.isSaving) }
  }

  @Test func `a favorite is saved`() async {
    let store = makeStore()
    await store.call { await $0.toggle("Ada") }
    await store.receiveChange {
      $0.names = ["Ada"]
      $0.isSaving = true
    }
    await save.succeed()
    await store.receiveChange { $0.isSaving = false }
    await store.finish()
  }

  @Test func `a failure takes back what was saved since`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { await $0.toggle("Ada") }
      await store.receiveChange {
        $0.names = ["Ada"]
        $0.isSaving = true
      }
      await store.call { await $0.toggle("Bob") }
      await store.receiveChange { $0.names = ["Ada", "Bob"] }
      await save.succeed(skipping: 1)
      await store.receiveChange { $0.isSaving = false }
      await save.fail(with: CancellationError())
      await store.receiveChange { $0.names = ["Bob"] }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(failures.first?.headline.contains("after the change to Shown(names: [], isSaving: false)") == true)
  }
}
