import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@Suite struct EffectSnapshotTests {
  @Test func `a snapshot describes a running effect's name, payload, message, places, wait and sent feedback`()
    async throws
  {
    let store = TestStore(initialState: Runner.State()) {
      Machine<Runner.State, Int, String, Never> { message, state in
        guard case .input = message else { return .none }
        return .run("nap", of: [1, 2]) { send in  // Here: effect
          await send("a")
          try await sleep(for: .seconds(2))
        }
      }
    }
    await store.send(7)  // Here: send
    await store.receive("a")
    await store.clock.advance(by: .milliseconds(500))
    let effect = try #require(store.inFlightEffects.first)
    #expect(store.inFlightEffects.count == 1)
    #expect(effect.name == "nap")
    #expect(effect.label == "nap([1, 2])")
    #expect(effect.payload as? [Int] == [1, 2])
    #expect(effect.message == "7")
    #expect(effect.createdAt.fileID == #fileID)
    #expect(effect.createdAt.line == markedLine("effect"))
    #expect(effect.startedBy?.line == markedLine("send"))
    #expect(effect.waitingOn == .sleep(until: TestClock.Instant(offset: .seconds(2)), in: .milliseconds(1500)))
    #expect(effect.feedbackCount == 1)
    #expect(!effect.hasReturned)
    #expect(effect.description.hasPrefix("nap([1, 2]), made at "))
    let site = "EffectSnapshotTests.swift:\(markedLine("effect"))"
    #expect(effect.description.contains("\(site), started at 0 s by 7 (sent at "))
    #expect(
      effect.description.hasSuffix(
        ", has sent 1 message: sleeps until 2 s; advance its clock by 1.5 s to wake it"
      )
    )
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `effects are listed in the order in which they started, until they end`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { message, _ in
        guard case .input(let seconds) = message else { return .none }
        return .run("\(seconds)") { _ in try await sleep(for: .seconds(seconds)) }
      }
    }
    for seconds in [3, 1, 2] { await store.send(seconds) }
    #expect(store.inFlightEffects.map(\.name) == ["3", "1", "2"])
    await store.clock.advance(by: .seconds(1))
    #expect(store.inFlightEffects.map(\.name) == ["3", "2"])
    await store.clock.run()
    #expect(store.inFlightEffects.isEmpty)
    await store.receiveEffect("1")
    await store.receiveEffect("2")
    await store.receiveEffect("3")
    await store.finish()
  }

  @Test func `an effect without a name is named by its place, and an outside wait is stated`() async {
    let gate = Latch()
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in .run { _ in await gate.wait() } }  // Here
    }
    let line = markedLine()
    await store.send(0)
    let effect = store.inFlightEffects.first
    #expect(effect?.name == nil)
    #expect(effect?.label.hasPrefix("effect at ") == true)
    #expect(effect?.label.hasSuffix("EffectSnapshotTests.swift:\(line)") == true)
    #expect(effect?.waitingOn == .outside)
    gate.open()
    await store.receiveEffect()
    await store.finish()
  }

  @Test func `the running effects of a merge and a chain are listed one by one`() async {
    func nap(_ name: String) -> Effect<Never, Never> {
      .run(name) { _ in try await sleep(for: .seconds(1)) }
    }
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in .merge(nap("a"), .concatenate(nap("b"), nap("c"))) }
    }
    await store.send(0)
    #expect(store.inFlightEffects.map(\.name) == ["a", "b"])
    await store.clock.advance(by: .seconds(1))
    #expect(store.inFlightEffects.map(\.name) == ["c"])
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("a")
    await store.receiveEffect("b")
    await store.receiveEffect("c")
    await store.finish()
  }

  @Test func `a task that outlives its operation is listed until it ends`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        Task {
          try await sleep(for: .seconds(1))
          await send("a")
        }
      }
    }
    await store.send(.go)
    #expect(store.inFlightEffects.map(\.hasReturned) == [true])
    #expect(store.inFlightEffects.first?.description.contains("a task that it started continues") == true)
    await store.clock.advance(by: .seconds(1))
    #expect(store.inFlightEffects.isEmpty)
    await store.receive("a") { $0.log = ["a"] }
    await store.finish()
  }

  @Test func `a snapshot of a cancelled effect that continues names the message that cancelled it`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
    await store.send(.go)
    await store.send(.stop)
    let effect = store.inFlightEffects.first
    #expect(effect?.waitingOn == .cancellation)
    #expect(effect?.cancelledBy == ".stop")
    #expect(effect?.description.hasSuffix(": was cancelled by .stop, and has not ended") == true)
    gate.open()
    await store.finish()
  }

  @Test func `a snapshot has the start time of an effect, and the last dependency that it read`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        _ = DependencyValues.current.uuid
        _ = DependencyValues.current.date
        await gate.wait()
      }
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(.distantPast)
    }
    await store.clock.advance(by: .milliseconds(20))
    await store.send(.go)
    let effect = store.inFlightEffects.first
    #expect(effect?.startedAt == TestClock.Instant(offset: .milliseconds(20)))
    #expect(effect?.lastDependency == "DateGeneratorKey")
    #expect(effect?.description.contains("started at 20 ms by .go") == true)
    #expect(
      effect?.description.hasSuffix("of the test; the last dependency that it read is DateGeneratorKey") == true
    )
    gate.open()
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test(arguments: [(200, ""), (201, "…")])
  func `a title shortens a name of more than 200 characters`(count: Int, end: String) {
    let name = String(repeating: "n", count: count)
    let effect = EffectDescription(kind: .run, name: name, payload: nil, site: CallSite())
    #expect(effect.title == String(name.prefix(200)) + end)
  }
}
