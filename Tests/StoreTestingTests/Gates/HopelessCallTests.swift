import StoreRuntime
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// Calls that only the test could answer, while it waits for the answer.
@Suite struct HopelessCallTests {
  /// A value that the gate can't make.
  struct Ticket: Equatable, Sendable {
    let number: Int
  }

  @Test func `a call that can throw ends with its cancellation, not with an empty value`() async {
    let failures = await recordingFailures {
      let gate = Gate<String, Int, any Error>("load")
      let caller = Task { try await gate("a") }
      while gate.pending.isEmpty { await Task.yield() }
      HopelessCall(gate: gate, number: 1).end()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    #expect(failures.kinds == [.misuse])
  }

  @Test func `a call that can neither throw nor make a value is reported, and waits on for its answer`() async {
    let failures = await recordingFailures {
      let gate = Gate<Void, Ticket, Never>("book")
      let caller = Task { await gate() }
      while gate.pending.isEmpty { await Task.yield() }
      let call = gate.pending[0]
      HopelessCall(gate: gate, number: 1).end()
      while !call.isLeftUnanswered { await Task.yield() }
      await call.succeed(with: Ticket(number: 7))
      #expect(await caller.value == Ticket(number: 7))
    }
    #expect(failures.kinds == [.misuse])
  }

  @Test func `a call that outlives the scope of its test is not watched`() async throws {
    let gate = await TestRun.scope { Gate<String, Int, any Error>("load") }
    let caller = Task { _ = try? await gate("a") }
    while gate.pending.isEmpty { await Task.yield() }
    let condition = try #require(HopelessCall(gate: gate, number: 1).condition)
    #expect(!condition.isTestRunning)
    caller.cancel()
    await caller.value
  }

  @Test func `the call of an effect is not taken for one of the test`() async {
    let store = TestStore(initialState: GatedFeature.State()) { GatedFeature() }
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    #expect(find.state.withLock { $0.waiting.map { $0.task == nil } } == [true])
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
