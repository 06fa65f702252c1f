import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A feature whose effects send nothing, and end in every way.
private struct Silence: Reducer, Sendable {
  enum Input: Sendable {
    case track(Int), nap, stop, debounced, throttled, chained, unnamed, throwing, leaving(String?)
  }

  struct State: Equatable { var heard: [String] = [] }

  func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, Never> {
    switch message {
    case .input(.track(let number)): .run("track", of: number) { _ in }
    case .input(.nap): .run("nap") { _ in try await sleep(for: .seconds(1)) }.cancellable(id: "nap")
    case .input(.stop): .cancel(id: "nap")
    case .input(.debounced): .run("save") { _ in }.debounce(id: "save", for: .seconds(1))
    case .input(.throttled): .run("save") { _ in }.throttle(id: "save", for: .seconds(1), latest: true)
    case .input(.chained): .merge(.feedback("said"), .run("log") { _ in }, .run("say") { await $0("spoken") })
    case .input(.unnamed): .run { _ in }
    case .input(.throwing): .run("throw") { _ in throw CancellationError() }
    case .input(.leaving(let text)):
      .run("leave") { send in
        Task {
          try await sleep(for: .seconds(1))
          if let text { await send(text) }
        }
      }
    case .feedback(let text): heard(text, &state)
    }
  }

  private func heard(_ text: String, _ state: inout State) -> Effect<String, Never> {
    state.heard.append(text)
    return .none
  }
}

private func makeStore() -> TestStore<Silence> {
  TestStore(initialState: Silence.State()) { Silence() }
}

/// The effects that only `receiveEffect` can assert at the level `.on`.
@Suite struct SilentEffectsTests {
  @Test func `an effect that ended without feedback must be asserted before the next step`() async {
    let failures = await recordingReports {
      let store = makeStore()
      await store.send(.track(1))
      await store.send(.track(2))  // Fails: unhandledEffect
      await store.clock.advance(by: .seconds(1))
      await store.finish()  // Warns: unhandledEffect
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(
      failures.first?.text == """
        The test does not assert effect track(1), made at SilentEffectsTests.swift:16, which has ended and sent nothing, \
        before sending .track(2).

        If the feature is right, assert it:

            await store.receiveEffect("track", of: 1)
        """
    )
  }

  @Test func `an effect that ended without feedback fails a store that is released`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.track(1))  // Fails: unhandledEffect
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: 0...2)
  func `the effect is asserted anywhere in its step`(place: Int) async {
    let store = makeStore()
    await store.send(.chained)
    if place == 0 {
      await store.receive("said") { $0.heard = ["said"] }
      await store.receiveEffect("log")
      await store.receive("spoken") { $0.heard = ["said", "spoken"] }
    } else {
      if place == 1 { await store.receiveEffect("log") }
      await store.receive("said") { $0.heard = ["said"] }
      await store.receive("spoken") { $0.heard = ["said", "spoken"] }
      if place == 2 { await store.receiveEffect("log") }
    }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `an effect that ends in a later step is asserted where it starts or where it ends`(isEarly: Bool) async {
    let store = makeStore()
    await store.send(.nap)
    if isEarly { await store.receiveEffect("nap") }
    await store.send(.track(1))
    await store.receiveEffect("track")
    await store.clock.advance(by: .seconds(1))
    if !isEarly { await store.receiveEffect("nap") }
    await store.finish()
  }

  @Test func `an assertion counts once`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.nap)
      await store.receiveEffect("nap")
      await store.clock.advance(by: .seconds(1))
      await store.receiveEffect("nap")  // Fails: missingEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a wrong name is one failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.nap)
      await store.clock.advance(by: .seconds(1))
      await store.receiveEffect("sleep")  // Fails: missingEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing feedback of an effect that sent nothing is one failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.track(1))
      await store.receive("tracked") { $0.heard = ["tracked"] }  // Fails: missingFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a cancelled effect needs no assertion`() async {
    let store = makeStore()
    await store.send(.nap)
    await store.send(.stop)
    await store.send(.nap).cancel()
    await store.send(.nap)
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a running effect is reported as running alone`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.nap)  // Fails: effectInFlight
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `the wait before an effect needs no assertion, and the effect does`() async {
    let store = makeStore()
    await store.send(.debounced)
    await store.send(.debounced)
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("save")
    await store.send(.throttled)
    await store.receiveEffect("save")
    await store.send(.throttled)
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("save")
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `an effect that failed is reported as such alone`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.throwing)  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect that left a task behind is asserted by what the task sends`() async {
    let store = makeStore()
    await store.send(.leaving("late"))
    await store.send(.track(1))
    await store.receiveEffect("track")
    await store.clock.advance(by: .seconds(1))
    await store.receive("late") { $0.heard = ["late"] }
    await store.finish()
  }

  @Test func `an effect whose left-behind task sends nothing must be asserted when that has ended`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.leaving(nil))
      await store.send(.track(1))
      await store.receiveEffect("track")
      await store.clock.advance(by: .seconds(1))
      await store.finish()  // Fails: unhandledEffect
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an assertion without a name takes the effect that needs one first`() async {
    let store = makeStore()
    await store.send(.chained)
    await store.receive("said") { $0.heard = ["said"] }
    await store.receiveEffect()
    await store.receive("spoken") { $0.heard = ["said", "spoken"] }
    await store.send(.unnamed)
    await store.receiveEffect()
    await store.finish()
  }

  @Test func `an assertion without a name fails if nothing started`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.stop)
      await store.receiveEffect()  // Fails: missingEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The last step did not start an effect.")
  }

  @Test(arguments: [Exhaustivity.observable, .off])
  func `no other level but 'strict' asks for the effect`(level: Exhaustivity) async {
    let store = makeStore()
    store.exhaustivity = level
    await store.send(.track(1))
    await store.send(.nap)
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `the level 'strict' asks for the effect once`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      store.exhaustivity = .strict
      await store.send(.nap)
      await store.send(.track(1))  // Fails: unhandledEffect
      await store.receiveEffect("track")
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
