import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// The lines of a written test, and the parts into which they are divided.
@Suite struct WrittenTestTests {
  /// A store whose effects have the names of the inputs. Those that end send a feedback, and the others sleep.
  private func makeStore() -> TestStore<Machine<Int, String, String, Never>> {
    TestStore(initialState: 0) {
      Machine { message, _ in
        guard case .input(let name) = message else { return .none }
        if name == "end" { return .run("end") { send in await send("ended") } }
        return .run(name) { _ in try await sleep(for: .seconds(1)) }
      }
    }
  }

  @Test func `each part of a divided test has the steps from one event to the next, with the effects that ran then`()
    async
  {
    let store = makeStore()
    let log = store.session.log
    var assertions = WrittenAssertions()
    var starts = [log.count]
    await store.send("load")
    assertions.effects.append((log.count, store.inFlightEffects))
    starts.append(log.count)
    await store.send("save")
    assertions.effects.append((log.count, store.inFlightEffects))
    // A step without events has no lines.
    starts.append(log.count)
    let test = WrittenTest(store.session, asserting: assertions, dividedBefore: starts)
    #expect(
      test.parts == [
        [],
        [#"await store.send("load")"#, ##"#expect(store.inFlightEffects.map(\.name) == ["load"])"##],
        [#"await store.send("save")"#, ##"#expect(store.inFlightEffects.map(\.name) == ["load", "save"])"##],
        [],
        ["await store.cancelInFlightEffects()", "await store.finish()"],
      ]
    )
    #expect(test.lines == test.parts.flatMap(\.self))
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a cancellation of the only effect that still runs is one of all effects`() async {
    let store = makeStore()
    await store.send("end")
    await store.receive("ended")
    let task = await store.send("load")
    await task.cancel()
    #expect(
      WrittenTest(store.session).lines == [
        #"await store.send("end")"#, #"await store.receive("ended")"#, #"await store.send("load")"#,
        "await store.cancelInFlightEffects()", "await store.finish()",
      ]
    )
    await store.finish()
  }

  @Test func `an action of the test outside of the store's view is noted where it happened`() async {
    let store = makeStore()
    await store.send("end")
    await store.receive("ended")
    store.dependencies.uuid = .incrementing
    await store.send("end")
    await store.receive("ended")
    store.dependencies.uuid = .incrementing
    await store.send("end")
    await store.receive("ended")
    let steps = [#"await store.send("end")"#, #"await store.receive("ended")"#]
    let note = ["// The test changed the store's dependencies here. Write that line here, too."]
    #expect(WrittenTest(store.session).lines == steps + note + steps + note + steps + ["await store.finish()"])
    await store.finish()
  }
}
