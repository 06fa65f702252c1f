import StoreTesting
import Testing

@testable import ArticleApp

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

  @Test func `the older of two downloads overwrites the newer`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { await $0.load() }
      await store.receiveChange { $0 = .loading }
      await store.call { await $0.load() }
      await numbers.succeed(with: [2], skipping: 1)
      await store.receiveChange { $0 = .loaded([2]) }
      await numbers.succeed(with: [1])
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback])
    #expect(failures.first?.headline.contains("change of the state to .loaded([1])") == true)
  }

  @Test func `any view may set the state`() async {
    let store = makeStore()
    await store.call { $0.state = .loaded([9]) }
    await store.receiveChange { $0 = .loaded([9]) }
    #expect(numbers.callCount == 0)
    await store.finish()
  }
}
