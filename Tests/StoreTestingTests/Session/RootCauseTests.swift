import StoreCore
import StoreTesting
import Testing

/// One mistake in the middle of a test that is right otherwise.
private enum Mistake: CaseIterable {
  case wrongState, changeNotMentioned, changeThatDoesNotCome, throwingAssertion
  case feedbackLeftOut, wrongPayload, wrongCase, wrongOrder, feedbackThatDoesNotCome, feedbackTwice, wrongFeedbackState
  case outputLeftOut, wrongOutput, outputThatDoesNotCome
  case effectLeftOut, wrongEffect, wrongEffectPayload, effectThatIsNotStarted
  case nothingToSkip, nothingToCancel, negativeTime, negativeTimeout

  /// The kind of failure that it must end in.
  var kind: TestFailure.Kind {
    switch self {
    case .wrongState, .changeNotMentioned, .wrongFeedbackState: .unexpectedState
    case .changeThatDoesNotCome: .missingStateChange
    case .throwingAssertion: .assertionThrew
    case .feedbackLeftOut, .wrongOrder: .unhandledFeedback
    case .wrongPayload, .wrongCase: .unexpectedFeedback
    case .feedbackThatDoesNotCome, .feedbackTwice: .missingFeedback
    case .outputLeftOut: .unhandledOutput
    case .wrongOutput: .unexpectedOutput
    case .outputThatDoesNotCome: .missingOutput
    case .effectLeftOut: .unhandledEffect
    case .wrongEffect, .wrongEffectPayload, .effectThatIsNotStarted: .missingEffect
    case .nothingToSkip, .nothingToCancel: .nothingToSkip
    case .negativeTime, .negativeTimeout: .misuse
    }
  }
}

/// What a throwing assertion throws.
private struct Broken: Error {}

/// A whole strict test of the catalogue, with one mistake or none.
private func failures(
  with mistake: Mistake?,
  isolation: isolated (any Actor)? = #isolation
) async -> [TestFailure] {
  await recordingFailures {
    let store = TestStore(initialState: Catalog.State()) { Catalog() }
    store.exhaustivity = .strict

    await search(store, mistake)
    switch mistake {
    case .changeThatDoesNotCome: await store.send(.nothing) { $0.query = "x" + "" }
    case .nothingToSkip: await store.skipReceived()
    case .nothingToCancel: await store.cancelInFlightEffects()
    case .negativeTime: await store.clock.advance(by: .seconds(-1))
    default: await store.send(.nothing)
    }

    await store.send(.nap)
    await store.receiveEffect("nap")
    await store.clock.advance(by: .seconds(1))
    await store.receive(.woke, timeout: mistake == .negativeTimeout ? .seconds(-1) : nil) { $0.error = "awake" }

    await store.send(.open("a"))
    if mistake != .outputLeftOut { await store.receiveOutput(.opened(mistake == .wrongOutput ? "b" : "a")) }
    if mistake == .outputThatDoesNotCome { await store.receiveOutput(.opened("c")) }

    await store.send(.track("seen"))
    if mistake != .effectLeftOut { await store.receiveEffect("track", of: "seen") }

    await store.send(.clear) { $0 = Catalog.State() }
    if mistake == .effectThatIsNotStarted { await store.receiveEffect("clear") }
    await store.finish()
  }
}

/// The part of the test that searches.
private func search(
  _ store: TestStore<Catalog>,
  _ mistake: Mistake?,
  isolation: isolated (any Actor)? = #isolation
) async {
  await store.send(.search("x")) {
    if mistake == .throwingAssertion { throw Broken() }
    $0.query = mistake == .wrongState ? "y" : "x"
    if mistake != .changeNotMentioned { $0.isLoading = true }
  }
  switch mistake {
  case .wrongEffect: await store.receiveEffect("find", of: "x")
  case .wrongEffectPayload: await store.receiveEffect("search", of: "y")
  default: await store.receiveEffect("search", of: "x")
  }
  if mistake == .wrongOrder { await store.receiveOutput(.counted(2, query: "x")) }
  switch mistake {
  case .feedbackLeftOut: break
  case .wrongPayload: await store.receive(.found([])) { $0.items = [] }
  case .wrongCase: await store.receive(.failed("x one")) { $0.error = "x one" }
  default:
    await store.receive(.found(["x one", "x two"])) {
      $0.isLoading = false
      $0.items = mistake == .wrongFeedbackState ? [] : ["x one", "x two"]
    }
  }
  if mistake == .feedbackTwice { await store.receive(.found(["x one", "x two"])) }
  if mistake == .feedbackThatDoesNotCome { await store.receive(.woke) { $0.error = "awake" } }
  if mistake != .wrongOrder { await store.receiveOutput(.counted(2, query: "x")) }
}

@Suite struct RootCauseTests {
  @Test("a test without a mistake has no failure")
  func none() async {
    #expect(await failures(with: nil).map(\.headline) == [])
  }

  @Test("one mistake is one failure, however many steps follow it", arguments: Mistake.allCases)
  fileprivate func one(mistake: Mistake) async {
    #expect(await failures(with: mistake).kinds == [mistake.kind])
  }

  @Test("time that is forgotten is one failure, although nothing after it comes and its effect is left running")
  func forgottenTime() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send("a")
          await send("b")
        }
      }
      await store.send(.go)
      await store.receive("a") { $0.log = ["a"] }
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.marks == [FailureLocation(.missingFeedback, #line - 4)])
    #expect(failures.first?.details.contains("await store.clock.advance(by: .seconds(1))") == true)
  }

  @Test("time that is forgotten is one failure, although what did not come has started no effect and no work either")
  func forgottenTimeBeforeEffects() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send("a")
        }
        .running({ $0.log }) { text in .run("print", of: text) { _ in try await sleep(for: .seconds(1)) } }
      }
      store.exhaustivity = .strict
      await store.send(.go)
      await store.receiveEffect("work")
      await store.receive("a") { $0.log = ["a"] }
      await store.receiveEffect("print", of: "a")
      await store.assertRunning("a")
      await store.finish()
    }
    #expect(failures.marks == [FailureLocation(.missingFeedback, #line - 5)])
  }

  @Test("what is missing once more, when something has happened in between, is another failure")
  func twice() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send("a")
          try await sleep(for: .seconds(1))
        }
      }
      await store.send(.go)
      await store.receive("a") { $0.log = ["a"] }
      await store.clock.advance(by: .seconds(1))
      await store.receive("a") { $0.log = ["a"] }
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(
      failures.marks == [FailureLocation(.missingFeedback, #line - 6), FailureLocation(.missingFeedback, #line - 3)]
    )
  }

  @Test("where no effect runs, what is missing is one failure until something happens")
  func noEffects() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      await store.receive("a")
      await store.receive("b")
      await store.finish()
    }
    #expect(failures.marks == [FailureLocation(.missingFeedback, #line - 4)])
  }
}
