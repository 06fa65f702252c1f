import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreTesting

/// Where a run that accepts changes writes the steps of a test whose level changes.
@Suite struct AcceptedOrderTests {
  /// A feature whose first feedback starts an effect that sends nothing.
  private struct Steps: Reducer {
    enum Input: Sendable { case start, startSlowly }
    enum Feedback: Equatable, Sendable { case first, second }

    @Dependency(\.continuousClock) private var clock

    func reduce(message: Message<Input, Feedback>, into state: inout Int) -> Effect<Feedback, Never> {
      switch message {
      case .input(.start):
        return .run("steps") { send in
          await send(.first)
          await send(.second)
        }
      case .input(.startSlowly):
        return .run("steps") { [clock] send in
          await send(.first)
          try await clock.sleep(for: .seconds(1))
          await send(.second)
        }
      case .feedback(.first):
        state = 1
        return .run("log") { _ in }
      case .feedback(.second):
        state = 2
        return .none
      }
    }
  }

  /// Returns the line of a patch behind which it receives the effect.
  private func lineBeforeEffect(in patch: String) -> Substring? {
    lineBefore(#"await store.receiveEffect("log")"#, in: patch)
  }

  /// Returns the line of a patch behind which it adds another one.
  private func lineBefore(_ line: String, in patch: String) -> Substring? {
    let lines = patch.split(separator: "\n").map { $0.drop { $0 == " " } }
    let added = lines.firstIndex { $0.hasPrefix("+ ") && $0.hasSuffix(line) }
    return added.map { lines[$0 - 1] }
  }

  @Test func `an effect that a skipped feedback starts is received after the step that skips`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = TestStore(initialState: 0) { Steps() }
        store.exhaustivity = .off
        await store.send(.start)
        await store.receive(.second)
        store.exhaustivity = .on
        await store.finish()
      }
    }
    #expect(failures.kinds == [.acceptedChange])
    #expect(lineBeforeEffect(in: patch) == "await store.receive(.second)", "\(patch)")
  }

  @Test func `an effect that ends before the received feedback is received after the step that skips, too`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = TestStore(initialState: 0) { Steps() }
        store.exhaustivity = .off
        await store.send(.startSlowly)
        await store.clock.advance(by: .seconds(1))
        await store.receive(.second)
        store.exhaustivity = .on
        await store.finish()
      }
    }
    #expect(failures.kinds == [.acceptedChange])
    #expect(lineBeforeEffect(in: patch) == "await store.receive(.second)", "\(patch)")
  }

  @Test func `an output behind a received one is received after it`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Never, String> { _, _ in .merge(.output("a"), .output("b")) }
        }
        await store.send(1)
        await store.receiveOutput("a")
        await store.finish()
      }
    }
    #expect(failures.kinds == [.acceptedChange])
    let line = lineBefore(#"await store.receiveOutput("b")"#, in: patch)
    #expect(line == #"await store.receiveOutput("a")"#, "\(patch)")
  }

  @Test func `an assertion that only the end of a test demands stands right before the end`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Int, Never> { message, _ in
            guard case .input(let number) = message else { return .none }
            return .run("echo") { send in await send(number) }
          }
        }
        store.exhaustivity = .strict
        await store.send(1)
        store.exhaustivity = .on
        await store.finish()
      }
    }
    #expect(failures.kinds == [.acceptedChange])
    #expect(lineBefore("await store.receive(1)", in: patch) == "store.exhaustivity = .on", "\(patch)")
  }

  @Test func `the receipts of several stores are written after the advance of their clock`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let clock = TestClock()
        let first = TestStore(initialState: Lookup.State()) {
          Lookup()
        } withDependencies: {
          $0.continuousClock = clock
        }
        let second = TestStore(initialState: Lookup.State()) {
          Lookup()
        } withDependencies: {
          $0.continuousClock = clock
        }
        await first.send(.start)
        await second.send(.start)
        await clock.advance(by: .seconds(1))
        await first.cancelInFlightEffects()
        await second.cancelInFlightEffects()
      }
    }
    #expect(Set(failures.kinds) == [.acceptedChange])
    let lines = patch.split(separator: "\n").map { $0.drop { $0 == " " } }
    let added = lines.indices.filter { lines[$0].hasPrefix("+ ") }
    #expect(added.first.map { lines[$0 - 1] } == "await clock.advance(by: .seconds(1))", "\(patch)")
    #expect(
      Set(added.map { lines[$0].drop { "+ ".contains($0) } }) == [
        "await first.receive(.tick) { $0.ticks = 1 }", "await second.receive(.tick) { $0.ticks = 1 }",
      ]
    )
  }

  @Test func `a test that was accepted so passes`() async {
    let store = TestStore(initialState: 0) { Steps() }
    store.exhaustivity = .off
    await store.send(.start)
    await store.receive(.second)
    await store.receiveEffect("log")
    store.exhaustivity = .on
    await store.finish()
  }

  @Test func `an effect of a received feedback is received after that feedback`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = TestStore(initialState: 0) { Steps() }
        await store.send(.startSlowly)
        await store.receive(.first) { $0 = 1 }
        await store.clock.advance(by: .seconds(1))
        await store.receive(.second) { $0 = 2 }
        await store.finish()
      }
    }
    #expect(failures.kinds == [.acceptedChange])
    #expect(lineBeforeEffect(in: patch) == "await store.receive(.first) { $0 = 1 }", "\(patch)")
  }

  @Test func `a change by feedback is asserted after the outputs that came before`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Int, String> { message, state in
            guard case .feedback(let number) = message else {
              return .run("steps") { send in for number in 1...2 { await send(number) } }
            }
            state = number
            return number == 1 ? .output("said") : .none
          }
        }
        store.exhaustivity = .observable
        await store.send(0)
        await store.receiveOutput("said")
        await store.finish()
      }
    }
    #expect(failures.kinds == [.acceptedChange])
    let lines = patch.split(separator: "\n").map { $0.drop { "+ ".contains($0) } }
    let place = lines.firstIndex { $0.hasPrefix("await store.settle {") }
    #expect(place.map { lines[$0 - 1] } == #"await store.receiveOutput("said")"#, "\(patch)")
  }
}
