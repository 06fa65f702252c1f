import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Makes a store whose input starts some effects.
private func makeStore(
  _ effects: @escaping @Sendable () -> Effect<Int, Never>
) -> TestStore<Machine<Int, Int, Int, Never>> {
  TestStore(initialState: 0) {
    Machine { message, _ in if case .input = message { effects() } else { .none } }
  }
}

/// Which of several effects a step means that receives one.
@Suite struct MeantEffectTests {
  @Test func `a step without a name means the effect that the test must assert`() async {
    let store = makeStore { .merge(.run("nap") { _ in try await sleep(for: .seconds(1)) }, .run("log") { _ in }) }
    await store.send(0)
    await store.receiveEffect()
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a step with a wrong payload means the effect with its name`() async {
    let reports = await recordingReports {
      let store = makeStore { .merge(.run("save", of: 1) { _ in }, .run("log", of: 2) { _ in }) }
      store.exhaustivity = .strict
      await store.send(0)
      await store.receiveEffect("log", of: 3)  // Fails: missingEffect
      await store.receiveEffect("save", of: 1)
      await store.finish()
    }
    #expect(reports.locations == markedFailures())
    #expect(reports.first?.details.hasSuffix(#"await store.receiveEffect("log", of: 2)"#) == true)
  }

  @Test func `a step with a wrong name means an effect that has ended without feedback`() async {
    let reports = await recordingReports {
      let store = makeStore { .merge(.run("log") { _ in }, .run("load") { await $0(1) }) }
      await store.send(0)
      await store.receive(1)
      await store.receiveEffect("save")  // Fails: missingEffect
      await store.finish()
    }
    #expect(reports.locations == markedFailures())
    #expect(reports.first?.details.hasSuffix(#"await store.receiveEffect("log")"#) == true)
  }
}
