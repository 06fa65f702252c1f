import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@MainActor
@Suite("Mavericks loader")
struct MavericksLoaderTests {
  typealias LoaderStore = TestStore<ContainerFeature<MavericksLoader, MavericksLoader.State, Never>>

  private func makeStore(failures: Int = 0) -> LoaderStore {
    TestStore {
      MavericksLoader()
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
  }

  @Test func `Every state that the model sets is received, with the loading state`() async {
    let store = makeStore()
    await store.call("load") { $0.load() }
    await store.receiveChange { $0.requests = 1 }
    await store.receiveChange { $0.numbers = .loading(nil) }
    await store.clock.advance(by: .seconds(5))
    await store.receiveChange { $0.numbers = .success([1, 2, 3]) }
    await store.finish()
  }

  @Test func `A download that fails is tried again after a second, and given up after the third time`() async {
    let store = makeStore(failures: 3)
    await store.call("load") { $0.load() }
    await store.receiveChange { $0.requests = 1 }
    await store.receiveChange { $0.numbers = .loading(nil) }
    await store.clock.advance(by: .seconds(16))
    #expect(store.inFlightEffects.count == 1)
    await store.clock.advance(by: .seconds(1))
    await store.receiveChange { $0.numbers = .fail(FlakyServer.offline, nil) }
    await store.finish()
  }

  @Test(arguments: [4, 5])
  func `Cancelling ends the download for good, in an attempt or in a pause`(seconds: Int) async {
    let store = makeStore(failures: 1)
    await store.call("load") { $0.load() }
    await store.receiveChange { $0.requests = 1 }
    await store.receiveChange { $0.numbers = .loading(nil) }
    await store.clock.advance(by: .seconds(seconds))
    await store.call("cancel") { $0.cancel() }
    await store.receiveChange { $0.numbers = .uninitialized }
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `A reload shows the last numbers, and cancelling restores them`() async {
    let store = makeStore()
    await store.call("load") { $0.load() }
    await store.receiveChange { $0.requests = 1 }
    await store.receiveChange { $0.numbers = .loading(nil) }
    await store.clock.advance(by: .seconds(5))
    await store.receiveChange { $0.numbers = .success([1, 2, 3]) }
    await store.call("load again") { $0.load() }
    await store.receiveChange { $0.requests = 2 }
    await store.receiveChange { $0.numbers = .loading([1, 2, 3]) }
    await store.call("cancel") { $0.cancel() }
    await store.receiveChange { $0.numbers = .success([1, 2, 3]) }
    await store.call("cancel in vain") { $0.cancel() }
    await store.finish()
  }

  @Test func `An unfinished download is reported at the call that has started it`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call("load") { $0.load() }  // Fails: effectInFlight
      await store.receiveChange { $0.requests = 1 }
      await store.receiveChange { $0.numbers = .loading(nil) }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `The test can't omit the change between two others`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call("load") { $0.load() }
      await store.receiveChange { $0.numbers = .loading(nil) }  // Fails: unexpectedFeedback
      await store.clock.advance(by: .seconds(5))
      await store.receiveChange { $0.numbers = .success([1, 2, 3]) }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `A released model cancels its download`() async {
    let load = EndlessWork()
    var events = load.events.makeAsyncIterator()
    var model: MavericksLoader? = withDependencies {
      $0.continuousClock = TestClock()
      $0.numbersClient.numbers = {
        try await load()
        return []
      }
    } operation: {
      MavericksLoader()
    }
    model?.load()
    #expect(await events.next() == .began)
    model = nil
    #expect(await events.next() == .cancelled)
  }
}
