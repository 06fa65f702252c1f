import StoreCore
import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime
@testable import StoreTesting

/// Tasks without an effect that listen to a gate, which may hold up the test.
@Suite struct HopelessListenerTests {
  private typealias Numbers = StreamGate<Void, Int, Never>

  /// Starts a task that reads a stream, and waits until it listens.
  private func startReader(of numbers: Numbers) async -> Task<Void, Never> {
    let reader = Task { for await _ in numbers() {} }
    await waitForListener(of: numbers)
    return reader
  }

  private func waitForListener(of numbers: Numbers) async {
    while numbers.state.withLock({ $0.streams.allSatisfy(\.waits.isEmpty) }) { await Task.yield() }
  }

  @Test func `a task that listens to a gate of no store is watched while its test runs`() async throws {
    let numbers = Numbers("numbers")
    let reader = await startReader(of: numbers)
    let condition = try #require(HopelessListener(gate: numbers, 1, wait: 1).condition)
    #expect(condition.isTestRunning)
    #expect(condition.holdsTest == (Runtime.isAccelerated ? false : nil))
    reader.cancel()
    await reader.value
  }

  @Test func `a task that listens beyond the scope of its test is not watched`() async throws {
    let numbers = await TestRun.scope { Numbers("numbers") }
    let reader = await startReader(of: numbers)
    let condition = try #require(HopelessListener(gate: numbers, 1, wait: 1).condition)
    #expect(!condition.isTestRunning)
    reader.cancel()
    await reader.value
  }

  @Test func `an element is an action of the test, after which another one may come`() async throws {
    let numbers = Numbers("numbers")
    let reader = await startReader(of: numbers)
    let actions = try #require(HopelessListener(gate: numbers, 1, wait: 1).condition).actions
    await numbers.yield(1)
    #expect(HopelessListener(gate: numbers, 1, wait: 1).condition == nil)
    await waitForListener(of: numbers)
    #expect(try #require(HopelessListener(gate: numbers, 1, wait: 2).condition).actions > actions)
    reader.cancel()
    await reader.value
  }

  @Test func `a gate knows the tasks without an effect that listen, until their streams end`() async {
    let numbers = Numbers("numbers")
    let reader = await startReader(of: numbers)
    #expect(numbers.callsWithoutEffect.map { "\($0)" } == ["numbers()"])
    reader.cancel()
    #expect(numbers.callsWithoutEffect.isEmpty)
    await reader.value
  }

  @Test func `an effect that listens is none of these tasks`() async {
    let numbers = Numbers("numbers")
    let store = TestStore(initialState: Runner.State()) { Runner { _ in for await _ in numbers() {} } }
    await store.send(.go)
    #expect(numbers.state.withLock { $0.streams.map { $0.waits.map { $0.task == nil } } } == [[true]])
    #expect(numbers.callsWithoutEffect.isEmpty)
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
