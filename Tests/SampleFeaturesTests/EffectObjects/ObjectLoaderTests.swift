import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Synchronization
import Testing

@Suite("Object loader", .mutants(of: ObjectLoader.self), .coverage(of: ObjectLoader.self, minimum: 1))
struct ObjectLoaderTests {
  private func makeStore(_ state: ObjectLoader.State = .idle, failures: Int = 0) -> TestStore<ObjectLoader> {
    let store = TestStore(initialState: state) {
      ObjectLoader()
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `Each effect object is asserted, with its payload`() async {
    let store = makeStore(failures: 1)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await store.send(.load)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("Pause", of: Pause(duration: .seconds(1)))
    await store.send(.load)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 2))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.finish()
  }

  /// Returns a store that makes another attempt after some failures.
  private func storeDownloading(afterFailures failures: Int, of all: Int) async -> TestStore<ObjectLoader> {
    let store = makeStore(failures: all)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    for attempt in 1..<failures + 1 {
      await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: attempt))
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: attempt) }
      await store.receiveEffect("Pause", of: Pause(duration: .seconds(1)))
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.pauseEnded) { $0 = .loading(attempt: attempt + 1) }
    }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: failures + 1))
    return store
  }

  @Test func `The third failure is the last`() async {
    let store = await storeDownloading(afterFailures: 2, of: 3)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .failed(FlakyServer.offline) }
    await store.finish()
  }

  @Test(arguments: 0...2)
  func `Each attempt can succeed`(afterFailures failures: Int) async {
    let store = await storeDownloading(afterFailures: failures, of: failures)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.finish()
  }

  @Test(arguments: 0...2)
  func `Each attempt can be cancelled`(afterFailures failures: Int) async {
    let store = await storeDownloading(afterFailures: failures, of: failures)
    await store.send(.cancel) { $0 = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test(arguments: 0...1)
  func `Each wait can be cancelled`(afterFailures failures: Int) async {
    let store = await storeDownloading(afterFailures: failures, of: failures + 1)
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: failures + 1) }
    await store.receiveEffect("Pause", of: Pause(duration: .seconds(1)))
    await store.send(.cancel) { $0 = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test(arguments: [.idle, .loaded([1]), .failed(FlakyServer.offline)] as [ObjectLoader.State])
  func `Cancelling without an attempt does nothing, and loading starts the first one`(_ state: ObjectLoader.State) async
  {
    let store = makeStore(state)
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("DownloadNumbers", of: DownloadNumbers(attempt: 1))
    await store.send(.cancel) { $0 = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `A test runs an effect object without a store`() async throws {
    let sent = Mutex<[ObjectLoader.Feedback]>([])
    await withDependencies {
      $0.numbersClient = NumbersClient { [7] }
    } operation: {
      await DownloadNumbers(attempt: 1).run(Send { feedback in sent.withLock { $0.append(feedback) } })
    }
    #expect(sent.withLock(\.self) == [.downloaded(.success([7]))])
  }
}
