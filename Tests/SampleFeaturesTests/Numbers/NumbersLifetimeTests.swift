import SampleFeatures
import StoreCore
import StoreTesting
import Testing

@MainActor
@Suite("Numbers: lifetime", .timeLimit(.minutes(15)))
struct NumbersLifetimeTests {
  typealias NumbersStore = Store<Numbers.State, Numbers.Input, Numbers.Output>

  @Test func `A reader of outputs sees the downloaded numbers in the state`() async {
    let store = Store(initialState: .idle) {
      Numbers()
    } withDependencies: {
      $0.numbersClient.numbers = { [1, 2, 3] }
    }
    var outputs = store.outputStream.makeAsyncIterator()

    store.send(.onAppear)
    #expect(store.state == .loading)
    #expect(await outputs.next(isolation: #isolation) == .numbersDownloaded)
    #expect(store.state == .loaded([1, 2, 3]))
  }

  @Test func `A caller that waits for the work of an appearance finds the numbers`() async {
    let store = Store(initialState: .idle) {
      Numbers()
    } withDependencies: {
      $0.numbersClient = .fixtures(in: .fixtures)
    }

    await store.send(.onAppear).finish()
    #expect(store.state == .loaded([1, 2, 3]))
  }

  @Test func `Releasing the store while it loads cancels the download`() async {
    let download = EndlessWork()
    var events = download.events.makeAsyncIterator()
    var store: NumbersStore? = Store(initialState: .idle) {
      Numbers()
    } withDependencies: {
      $0.numbersClient.numbers = {
        try await download()
        return []
      }
    }
    weak let released = store

    store?.send(.onAppear)
    #expect(await events.next() == .began)
    store = nil

    #expect(released == nil)
    #expect(await events.next() == .cancelled)
  }
}
