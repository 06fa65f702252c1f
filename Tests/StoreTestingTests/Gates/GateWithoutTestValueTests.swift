import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// Gates at dependencies that have no test value.
@Suite struct GateWithoutTestValueTests {
  private struct Idle: Reducer {
    struct State: Equatable {}
    enum Input: Sendable { case tapped }

    func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> { .none }
  }

  @Test func `a gate in place of a dependency is no use of it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Idle.State()) { Idle() }
      store.gate("load", at: \.loadWithoutTestValue)
      store.gate("listen", at: \.listenWithoutTestValue)
      await store.finish()
    }
    #expect(failures.map(\.headline) == [])
  }
}

private enum LoadKey: DependencyKey {
  static let liveValue: @Sendable () async throws -> Int = { 1 }
}

private enum ListenKey: DependencyKey {
  static let liveValue: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
}

extension DependencyValues {
  fileprivate var loadWithoutTestValue: @Sendable () async throws -> Int {
    get { self[LoadKey.self] }
    set { self[LoadKey.self] = newValue }
  }

  fileprivate var listenWithoutTestValue: @Sendable () -> AsyncStream<Int> {
    get { self[ListenKey.self] }
    set { self[ListenKey.self] = newValue }
  }
}
