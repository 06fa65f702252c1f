import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// A dependency as a module declares it in which the type of an async closure means `@concurrent`.
struct ConcurrentClient: TestDependencyKey {
  var count: @concurrent @Sendable () async throws -> Int

  var find: @concurrent @Sendable (String) async throws -> Int

  var add: @concurrent @Sendable (Int, Int) async throws -> Int

  var sum: @concurrent @Sendable (Int, Int, Int) async throws -> Int

  var hour: @concurrent @Sendable () async -> Int

  var double: @concurrent @Sendable (Int) async -> Int

  var multiply: @concurrent @Sendable (Int, Int) async -> Int

  var volume: @concurrent @Sendable (Int, Int, Int) async -> Int

  static let testValue = ConcurrentClient(
    count: unimplemented("ConcurrentClient.count"),
    find: unimplemented("ConcurrentClient.find"),
    add: unimplemented("ConcurrentClient.add"),
    sum: unimplemented("ConcurrentClient.sum"),
    hour: unimplemented("ConcurrentClient.hour", placeholder: 0),
    double: unimplemented("ConcurrentClient.double", placeholder: 0),
    multiply: unimplemented("ConcurrentClient.multiply", placeholder: 0),
    volume: unimplemented("ConcurrentClient.volume", placeholder: 0)
  )
}

extension DependencyValues {
  /// A dependency whose endpoints are `@concurrent`.
  var concurrentClient: ConcurrentClient {
    get { self[ConcurrentClient.self] }
    set { self[ConcurrentClient.self] = newValue }
  }
}

/// Calls every endpoint of its dependency, one after another.
private struct EndpointCaller: Reducer {
  /// The answers, oldest first.
  typealias State = [Int]

  enum Input: Equatable { case start }

  enum Feedback: Equatable { case answered(Int) }

  @Dependency(\.concurrentClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      return .run("call") { send in
        await send(.answered(try await client.count()))
        await send(.answered(try await client.find("a")))
        await send(.answered(try await client.add(1, 2)))
        await send(.answered(try await client.sum(1, 2, 3)))
        await send(.answered(await client.hour()))
        await send(.answered(await client.double(2)))
        await send(.answered(await client.multiply(2, 3)))
        await send(.answered(await client.volume(2, 3, 4)))
      }
    case .feedback(.answered(let answer)):
      state.append(answer)
      return .none
    }
  }
}

@Suite struct TestStoreConcurrentGateTests {
  @Test func `a gate replaces a concurrent endpoint in any form`() async {
    let store = TestStore(initialState: []) { EndpointCaller() }
    store.gate("count", at: \.concurrentClient.count) { [.success(1)] }
    store.gate("find", at: \.concurrentClient.find) { text in [.success(text.count + 1)] }
    store.gate("add", at: \.concurrentClient.add) { [.success($0.0 + $0.1)] }
    store.gate("sum", at: \.concurrentClient.sum) { [.success($0.0 + $0.1 + $0.2 - 2)] }
    store.gate("hour", at: \.concurrentClient.hour) { [.success(5)] }
    store.gate("double", at: \.concurrentClient.double) { [.success($0 * 3)] }
    store.gate("multiply", at: \.concurrentClient.multiply) { [.success($0.0 * $0.1 + 1)] }
    store.gate("volume", at: \.concurrentClient.volume) { [.success($0.0 * $0.1 * $0.2 / 3)] }
    await store.send(.start)
    for number in 1...8 { await store.receive(.answered(number)) { $0.append(number) } }
    await store.finish()
  }

  @Test func `the calls of a concurrent endpoint wait for the test`() async {
    let store = TestStore(initialState: []) { EndpointCaller() }
    store.exhaustivity = .off
    let count = store.gate("count", at: \.concurrentClient.count)
    let find = store.gate("find", at: \.concurrentClient.find)
    await store.send(.start)
    await count.succeed(with: 7)
    #expect(find.pending.map(\.arguments) == ["a"])
    await store.receive(.answered(7)) { $0 = [7] }
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
