import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@Suite(
  "ReactorKit loader",
  // No test can notice the order of a cancellation and a feedback that starts no effect.
  .mutants(
    of: ReactorKitLoader.self,
    minimumScore: 1,
    except: ["the feedback .setLoading came before the cancellation of load"]
  ),
  .coverage(of: ReactorKitLoader.self, minimum: 1)
)
struct ReactorKitLoaderTests {
  private func makeStore(
    _ state: ReactorKitLoader.State = ReactorKitLoader.State(),
    failures: Int = 0
  ) -> TestStore<ReactorKitLoader> {
    let store = TestStore(initialState: state) {
      ReactorKitLoader()
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: failures, after: .seconds(5)).numbersClient
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `All mutations of an action are asserted, in order, those that change nothing included`() async {
    let store = makeStore()
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.setNumbers([1, 2, 3])) { $0.numbers = [1, 2, 3] }
    await store.receive(.setFailures(0))
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }

  /// A store that loads again after three failures.
  private func storeLoadingAfterThreeFailures() async -> TestStore<ReactorKitLoader> {
    let store = makeStore(failures: 3)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    for attempt in 1...2 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.setFailures(attempt)) { $0.failures = attempt }
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.setError(FlakyServer.offline)) { $0.error = FlakyServer.offline }
    await store.receive(.setFailures(0)) { $0.failures = 0 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.send(.cancel)
    await store.receive(.setLoading(false))
    await store.receive(.setFailures(0))
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil)) { $0.error = nil }
    await store.receive(.setFailures(0))
    return store
  }

  @Test func `The download after the third failure can be cancelled`() async {
    let store = await storeLoadingAfterThreeFailures()
    await store.send(.cancel)
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.receive(.setFailures(0))
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `A download that fails is tried again after a second, and given up after the third time`() async {
    let store = await storeLoadingAfterThreeFailures()
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.setNumbers([1, 2, 3])) { $0.numbers = [1, 2, 3] }
    await store.receive(.setFailures(0))
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }

  @Test(arguments: [0, 1])
  func `Cancelling ends the download in the attempt or the wait, and its mutations come at once`(failures: Int) async {
    let store = makeStore(failures: failures)
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    if failures > 0 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
      await store.receive(.setFailures(1)) { $0.failures = 1 }
    }
    await store.send(.cancel)
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.receive(.setFailures(0), assert: failures > 0 ? { $0.failures = 0 } : nil)
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test(
    arguments: [false, true],
    [nil, FlakyServer.offline]
  )
  func `An action may arrive between two mutations of a load`(isLoading: Bool, error: NumbersError?) async {
    var state = ReactorKitLoader.State()
    (state.isLoading, state.error) = (isLoading, error)

    let cancelled = makeStore(state)
    await cancelled.send(.cancel)
    await cancelled.receive(.setLoading(false), assert: isLoading ? { $0.isLoading = false } : nil)
    await cancelled.receive(.setFailures(0))
    await cancelled.finish()

    let loading = makeStore(state)
    await loading.send(.load)
    await loading.receiveEffect("load")
    await loading.receive(.setLoading(true), assert: isLoading ? nil : { $0.isLoading = true })
    await loading.receive(.setError(nil), assert: error == nil ? nil : { $0.error = nil })
    await loading.receive(.setFailures(0))
    await loading.send(.cancel)
    await loading.receive(.setLoading(false)) { $0.isLoading = false }
    await loading.receive(.setFailures(0))
    await loading.clock.advance(by: .seconds(9))
    await loading.finish()
  }

  /// A store that loads once more while it loads.
  private func storeLoadingOnceMore() async -> TestStore<ReactorKitLoader> {
    let store = makeStore()
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true)) { $0.isLoading = true }
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    await store.clock.advance(by: .seconds(4))
    await store.send(.load)
    await store.receiveEffect("load")
    await store.receive(.setLoading(true))
    await store.receive(.setError(nil))
    await store.receive(.setFailures(0))
    return store
  }

  @Test func `A second load can be cancelled`() async {
    let store = await storeLoadingOnceMore()
    await store.send(.cancel)
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.receive(.setFailures(0))
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `A second load restarts`() async {
    let store = await storeLoadingOnceMore()
    #expect(await store.clock.advanceToNextDeadline() == .seconds(5))
    await store.receive(.setNumbers([1, 2, 3])) { $0.numbers = [1, 2, 3] }
    await store.receive(.setFailures(0))
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }

  @Test func `A mutation that the test omits is a failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.load)
      await store.receiveEffect("load")
      await store.receive(.setLoading(true)) { $0.isLoading = true }
      await store.send(.cancel)  // Fails: unhandledFeedback
      await store.skipReceived()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
