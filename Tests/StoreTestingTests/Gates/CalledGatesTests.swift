import TestSupport
import Testing

@testable import StoreTesting

@Suite struct CalledGatesTests {
  private func makeStore() -> TestStore<GatedFeature> {
    TestStore(initialState: GatedFeature.State()) { GatedFeature() }
  }

  @Test func `a gate is listed with its answers while calls of effects wait at it`() async {
    let store = makeStore()
    let gates = store.session.environment.gates
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    #expect(gates.openAnswers.keys.sorted() == ["find"])
    await find.succeed(with: 1)
    await store.receive(.answered("a: 1")) { $0.answers = ["a: 1"] }
    #expect(gates.openAnswers.isEmpty)
    await store.finish()
  }

  @Test func `a call that ignores its cancellation goes on until it is answered`() async {
    let store = makeStore()
    let gates = store.session.environment.gates
    let find = store.gate("find", at: \.gatedClient.find, whenCancelled: .ignoresCancellation)
    await store.send(.find("a"))
    #expect(!gates.hasCancelledCalls)
    await store.send(.stop)
    #expect(gates.hasCancelledCalls)
    await find.succeed(with: 1)
    #expect(!gates.hasCancelledCalls)
    await store.finish()
  }

  @Test func `a call that throws its cancellation does not go on`() async {
    let store = makeStore()
    let gates = store.session.environment.gates
    store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    #expect(!gates.hasCancelledCalls)
    await store.send(.stop)
    #expect(!gates.hasCancelledCalls)
    await store.finish()
  }

  @Test func `calls of effects and calls of no effect are listed apart, until they are left unanswered`() async {
    let store = makeStore()
    let gates = store.session.environment.gates
    let find = store.gate("find", at: \.gatedClient.find)
    let caller = Task { _ = try? await find("test") }
    while find.pending.isEmpty { await Task.yield() }
    await store.send(.find("a"))
    #expect(gates.callsWithoutEffect.map(\.description) == [#"find("test")"#])
    #expect(gates.openAnswers["find"]?.count == 1)
    find.leaveUnanswered()
    #expect(gates.callsWithoutEffect.isEmpty)
    #expect(gates.openAnswers["find"]?.count == 1)
    find.leaveUnanswered()
    #expect(gates.openAnswers.isEmpty)
    caller.cancel()
    await caller.value
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a released gate has no calls`() {
    let gates = CalledGates()
    gates.note(Gate<Void, Int, Never>("load"), named: "load")
    #expect(gates.names.isEmpty)
    #expect(!gates.hasCancelledCalls)
  }

  @Test func `of gates with one name, the called one is found, or else the newest`() {
    let gates = CalledGates()
    let (first, second) = (Gate<Void, Int, Never>("load"), Gate<Void, Int, Never>("load"))
    gates.add(first)
    gates.add(second)
    #expect(gates.gate(named: "load") === second)
    gates.note(first, named: "load")
    #expect(gates.gate(named: "load") === first)
    #expect(gates.gate(named: "save") == nil)
  }

  @Test func `a request of a gate with other types is a misuse at its line`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    let failures = await recordingFailures {
      _ = store.gate("find", as: Gate<Int, String, Never>.self)  // Fails: misuse
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("The gate 'find' is no Gate<Int, ") == true)
    #expect(failures.first?.details.hasPrefix("It is a Gate<String, Int, ") == true)
    // The store doesn't keep the gate.
    withExtendedLifetime(find) {}
    await store.finish()
  }
}
