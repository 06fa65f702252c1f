import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@MainActor
@Suite("Orbit loader")
struct OrbitLoaderTests {
  typealias LoaderStore = TestStore<ContainerFeature<OrbitLoader, OrbitLoader.State, OrbitLoader.SideEffect>>

  private func makeStore(failures: Int = 0) -> LoaderStore {
    TestStore {
      OrbitLoader()
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
  }

  @Test func `The states and the side effects of an intent are received in one order`() async {
    let store = makeStore()
    await store.call("load") { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    await store.clock.advance(by: .seconds(5))
    await store.receiveChange { $0.numbers = [1, 2, 3] }
    await store.receiveOutput(.showCount(3))
    await store.receiveChange { $0.isLoading = false }
    await store.finish()
  }

  @Test func `A download that fails is tried again after a second, and given up after the third time`() async {
    let store = makeStore(failures: 3)
    await store.call("load") { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    for attempt in 1...2 {
      await store.clock.advance(by: .seconds(5))
      await store.receiveChange { $0.failures = attempt }
      await store.clock.advance(by: .seconds(1))
    }
    await store.clock.advance(by: .seconds(5))
    await store.receiveOutput(.showError(FlakyServer.offline))
    await store.receiveChange {
      $0.isLoading = false
      $0.failures = 0
    }
    await store.finish()
  }

  @Test func `The caller of an intent cancels it, in an attempt or in a pause, and sees it clean up`() async {
    for seconds in [4, 5] {
      let store = makeStore(failures: 1)
      let load = await store.call("load") { await $0.load() }
      await store.receiveChange { $0.isLoading = true }
      await store.clock.advance(by: .seconds(seconds))
      if seconds == 5 { await store.receiveChange { $0.failures = 1 } }
      await load.cancel()
      await store.receiveChange {
        $0.isLoading = false
        $0.failures = 0
      }
      await store.finish()
    }
  }

  @Test func `An intent during a load does nothing`() async {
    let store = makeStore()
    await store.call("load") { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    await store.call("load again") { await $0.load() }
    await store.clock.advance(by: .seconds(5))
    await store.receiveChange { $0.numbers = [1, 2, 3] }
    await store.receiveOutput(.showCount(3))
    await store.receiveChange { $0.isLoading = false }
    await store.finish()
  }

  @Test func `An unfinished intent is reported where it was called`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call("load") { await $0.load() }  // Fails: effectInFlight
      await store.receiveChange { $0.isLoading = true }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `Side effects from before the first subscriber are kept, and a second subscriber is a mistake`() async {
    let loader = withDependencies {
      $0.numbersClient = NumbersClient { [1, 2, 3] }
    } operation: {
      OrbitLoader()
    }
    await loader.load()
    let sideEffects = loader.outputStream
    let failures = await recordingFailures { _ = loader.outputStream }
    #expect(failures.map(\.kind) == [.misuse])
    var iterator = sideEffects.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == .showCount(3))
  }
}
