import StoreCore
import StoreTesting
import TestSupport
import Testing

/// The key of a lamp's effect.
private enum Work: Hashable {
  case glow(Int)
  case buzz
}

/// The state of a lamp: the keys that must run.
private typealias Keys = [Work]

/// Makes a store of a lamp, whose state lists its running work.
private func makeStore(_ first: Keys = []) -> TestStore<some Reducer<Keys, Keys, Never, Never>> {
  TestStore(initialState: first) {
    Lamp().running(\.self) { work in .run("work", of: work) { _ in try await sleep(for: .seconds(10)) } }
  }
}

/// A lamp that stores its input, and has an effect of its own if `buzz` is the only key.
private struct Lamp: Reducer, Sendable {
  func reduce(message: Message<Keys, Never>, into state: inout Keys) -> Effect<Never, Never> {
    if case .input(let keys) = message { state = keys }
    return state == [.buzz] ? .run("own") { _ in try await sleep(for: .seconds(1)) } : .none
  }
}

/// A switch, whose keys are of a nested type.
struct Switch: Reducer, Sendable {
  /// The key of the effect.
  enum Work: Hashable {
    case hum(Volume)
    case rest
  }

  /// How loud it is.
  enum Volume { case loud }

  func reduce(message: Message<Void, Never>, into state: inout Bool) -> Effect<Never, Never> {
    state = false
    return .none
  }
}

@Suite struct TestStoreAssertRunningTests {
  @Test func `running effects are asserted by key, in any order, without the feature's own effects`() async {
    let store = makeStore()
    await store.assertRunning()
    await store.send([.glow(1), .buzz]) { $0 = [.glow(1), .buzz] }
    await store.assertRunning(Work.buzz, Work.glow(1))
    await store.send([.buzz]) { $0 = [.buzz] }
    await store.assertRunning(Work.buzz)
    await store.clock.advance(by: .seconds(10))
    await store.assertRunning()
    await store.receiveEffect("own")
    await store.finish()
  }

  @Test func `a missing key fails at its line, with the running keys`() async throws {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send([.buzz, .glow(1)]) { $0 = [.buzz, .glow(1)] }
      await store.assertRunning(Work.glow(1), Work.glow(2), Work.buzz)  // Fails: missingEffect
      await store.send([]) { $0 = [] }
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(failure.headline == "No work is running for .glow(2).")
    #expect(failure.details.hasPrefix("The running effects:\n\n    • work("))
    #expect(failure.details.hasSuffix("    await store.assertRunning(Work.buzz, Work.glow(1))"))
  }

  @Test func `a running effect that the test omits fails at the line of the assertion`() async throws {
    let failures = await recordingFailures {
      let store = makeStore([.glow(1), .glow(2)])
      await store.assertRunning(Work.glow(1))  // Fails: unhandledEffect
      await store.send([]) { $0 = [] }
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(failure.headline == "Work is running for .glow(2), and the test does not assert it.")
  }

  @Test func `keys are written as in a test, with their enclosing types`() async throws {
    let failures = await recordingFailures {
      let store = TestStore(initialState: true) {
        Switch().running({ $0 ? [Switch.Work.hum(.loud), .rest] : [] }) { _ in
          .run("work") { _ in try await sleep(for: .seconds(10)) }
        }
      }
      await store.assertRunning()
      await store.send(()) { $0 = false }
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failure.details.hasSuffix("    await store.assertRunning(Switch.Work.hum(.loud), Switch.Work.rest)"))
  }

  @Test func `missing and omitted keys together are one failure`() async throws {
    let failures = await recordingFailures {
      let store = makeStore([.glow(1)])
      await store.assertRunning(Work.buzz)  // Fails: missingEffect
      await store.send([]) { $0 = [] }
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(
      failure.headline == "No work is running for .buzz; work is running for .glow(1), and the test does not assert it."
    )
  }

  @Test func `the failure states that no effect runs`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.assertRunning("key")  // Fails: missingEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "No work is running for \"key\".")
    #expect(
      failures.first?.details
        == "No work is running.\n\nIf the feature is right, assert it:\n\n    await store.assertRunning()"
    )
  }

  @Test func `an equal key of another type is another key`() async {
    let failures = await recordingFailures {
      let store = makeStore([.buzz])
      await store.assertRunning(".buzz")
      await store.send([]) { $0 = [] }
      await store.finish()
    }
    #expect(failures.kinds == [.missingEffect])
  }

  @Test(arguments: [false, true])
  func `a test that is not exhaustive names a part of the running work`(showSkipped: Bool) async {
    let failures = await recordingReports {
      let store = makeStore([.glow(1), .buzz])
      store.exhaustivity = .off(showSkipped: showSkipped)
      await store.assertRunning(Work.buzz)
      await store.send([])
      await store.assertRunning(Work.glow(3))  // Fails: missingEffect
    }
    #expect(failures.filter { !$0.isWarning }.locations == markedFailures())
    #expect(failures.contains { $0.isWarning } == showSkipped)
  }

  @Test func `a cancelled effect that has not ended does not count as running`() async {
    let gate = Latch()
    let store = TestStore(initialState: [Work.buzz]) {
      Lamp().running(\.self) { _ in .run("work") { _ in await gate.wait() } }
    }
    await store.assertRunning(Work.buzz)
    await store.send([]) { $0 = [] }
    #expect(store.inFlightEffects.map(\.name) == ["work"])
    await store.assertRunning()
    gate.open()
    await store.finish()
  }

  @Test func `an assertion after the end is a failure like every other step`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.finish()
      await store.assertRunning(Work.buzz)  // Fails: usedAfterEnd
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect without a key must be asserted by itself`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send([.buzz]) { $0 = [.buzz] }
      await store.assertRunning(Work.buzz)
      await store.clock.advance(by: .seconds(1))
      await store.send([]) { $0 = [] }  // Fails: unhandledEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
