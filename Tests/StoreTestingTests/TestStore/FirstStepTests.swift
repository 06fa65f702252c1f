import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A feature that collects the feedback of the effects that it starts with.
private struct Starter: Reducer {
  let effects: @Sendable () -> Effect<String, Never>

  init(_ effects: @escaping @Sendable () -> Effect<String, Never>) { self.effects = effects }

  func start(from state: [String]) -> Effect<String, Never> { effects() }

  func reduce(message: Message<Int, String>, into state: inout [String]) -> Effect<String, Never> {
    if case .feedback(let text) = message { state.append(text) }
    return .none
  }
}

/// A step sees what the effects of the start have done, even if it is the first one.
@Suite struct FirstStepTests {
  @Test func `a skip discards the feedback of the start`() async {
    let store = TestStore(initialState: []) { Starter { .run("greet") { await $0("hello") } } }
    await store.skipReceived()
    #expect(store.state == ["hello"])
    await store.finish()
  }

  @Test func `an effect without a name is first the one that has ended`() async {
    let store = TestStore(initialState: []) {
      Starter { .merge(.run("nap") { _ in try await sleep(for: .seconds(1)) }, .run("log") { _ in }) }
    }
    await store.receiveEffect()
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `work that ended at once is not running`() async {
    let store = TestStore(initialState: Runner.State(log: ["a"])) {
      Runner().running({ $0.log }) { text in .run("print", of: text) { _ in } }
    }
    await store.assertRunning()
    await store.receiveEffect("print", of: "a")
    await store.finish()
  }
}
