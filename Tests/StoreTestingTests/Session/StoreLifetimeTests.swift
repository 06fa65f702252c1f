import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

@Suite("Release of test stores", .timeLimit(.minutes(15)))
struct StoreLifetimeTests {
  /// A way in which a test uses and leaves its store.
  enum Use: CaseIterable, Sendable {
    case finished
    case notFinished
    case asleep
    case asleepOnSharedClock
    case besideAnotherStore
    case detachedTaskAsleep
    case detachedSender
    case callWithoutAnswer
    case endedByTrait
    case leftByError
    case releasedBeforeTrait
    case madeAfterTrait
    case failed
    case strictAdvance
  }

  /// The parts of a store, without keeping them.
  private struct Parts {
    weak let session: TestSession<Runner>?
    weak let environment: TestEnvironment?
    weak let clock: TestClock?
    weak let executor: TestExecutor?

    init(_ store: TestStore<Runner>) {
      session = store.session
      environment = store.session.environment
      clock = store.clock
      executor = store.session.environment.executor
    }

    var areReleased: Bool { session == nil && environment == nil && clock == nil && executor == nil }
  }

  private func makeStore(
    clock: TestClock? = nil,
    _ work: @escaping @Sendable (Send<String>) async throws -> Void = { _ in }
  ) -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) {
      Runner(work)
    } withDependencies: {
      if let clock { $0.continuousClock = clock }
    }
  }

  @Test(arguments: Use.allCases)
  func `a released test store leaves no objects after any kind of test`(use: Use) async throws {
    for _ in 0..<scaled(10) {
      let shared = TestClock()
      var parts: [Parts] = []
      _ = try await recordingFailures { parts = try await perform(use, shared) }
      // A task outside the store may end after it.
      while !parts.allSatisfy(\.areReleased) { await Task.yield() }
      #expect(shared.stores.isEmpty)
    }
  }

  /// Uses a store, and releases it.
  private func perform(_ use: Use, _ shared: TestClock) async throws -> [Parts] {
    switch use {
    case .finished:
      let store = makeStore { await $0("heard") }
      await store.send(.go)
      await store.receive("heard") { $0.log = ["heard"] }
      await store.finish()
      return [Parts(store)]
    case .notFinished:
      let store = makeStore { await $0("unheard") }
      await store.send(.go)
      return [Parts(store)]
    case .asleep:
      let store = makeStore { _ in try? await sleep(for: .seconds(1)) }
      await store.send(.go)
      return [Parts(store)]
    case .asleepOnSharedClock:
      let store = makeStore(clock: shared) { send in
        try? await shared.sleep(for: .seconds(1))
        // The cancelled effect continues, and sleeps again after the end of its store.
        try? await shared.sleep(for: .seconds(1))
        await send("unheard")
      }
      await store.send(.go)
      return [Parts(store)]
    case .besideAnotherStore:
      let stores = [1, 2].map { seconds in
        makeStore(clock: shared) { send in
          try await shared.sleep(for: .seconds(seconds))
          await send("awake")
        }
      }
      for store in stores { await store.send(.go) }
      await shared.advance(by: .seconds(1))
      await stores[0].receive("awake") { $0.log = ["awake"] }
      await stores[0].finish()
      return stores.map(Parts.init)
    case .detachedTaskAsleep:
      let store = makeStore { _ in Task.detached { try? await shared.sleep(for: .seconds(1)) } }
      await store.send(.go)
      let parts = [Parts(store)]
      await store.finish()
      await shared.run()
      return parts
    case .detachedSender:
      let latch = Latch()
      let store = makeStore { send in
        Task.detached {
          await latch.wait()
          await send("unheard")
        }
      }
      store.timeout = .zero
      await store.send(.go)
      latch.open()
      return [Parts(store)]
    case .callWithoutAnswer:
      let gate = Gate<Int, Int, any Error>("call")
      let store = makeStore { _ in _ = try await gate(1) }
      await store.send(.go)
      return [Parts(store)]
    case .endedByTrait:
      var parts: [Parts] = []
      await ExhaustiveScope(level: .on).run {
        let store = makeStore { _ in try await sleep(for: .seconds(1)) }
        await store.send(.go)
        parts = [Parts(store)]
        withExtendedLifetime(store) {}
      }
      return parts
    case .leftByError:
      var parts: [Parts] = []
      try? await ExhaustiveScope(level: .on).run {
        let store = makeStore { _ in try await sleep(for: .seconds(1)) }
        await store.send(.go)
        parts = [Parts(store)]
        throw CancellationError()
      }
      return parts
    case .releasedBeforeTrait:
      var parts: [Parts] = []
      try await ExhaustiveScope(level: .off).run { parts = try await perform(.asleepOnSharedClock, shared) }
      return parts
    case .madeAfterTrait:
      var scope: ExhaustiveScope?
      await ExhaustiveScope(level: .on).run { scope = ExhaustiveScope.current }
      return try await ExhaustiveScope.$current.withValue(scope) { try await perform(.asleep, shared) }
    case .failed:
      let store = makeStore { await $0("heard") }
      await store.send(.go) { $0.log = ["wrong"] }
      await store.receive("another")
      await store.finish()
      return [Parts(store)]
    case .strictAdvance:
      let store = makeStore(clock: shared) { _ in try await shared.sleep(for: .seconds(1)) }
      store.exhaustivity = .strict
      await store.send(.go)
      await shared.run()
      await store.finish()
      return [Parts(store)]
    }
  }
}
