import StoreCore
import StoreTesting
import Testing

/// What a test can leave out, or get wrong.
private enum Omission: CaseIterable {
  case inputState, feedback, feedbackState, output, sleepingEffect, runningEffect, dependency, silentEffect
}

/// A dependency without a test value.
private let endpoint: @Sendable (String) -> [String] = unimplemented("Client.search", placeholder: [])

/// One whole test of the catalogue, in which one thing is left out.
private func failures(
  leavingOut omission: Omission?,
  isolation: isolated (any Actor)? = #isolation
) async -> (failures: [TestFailure], line: Int) {
  var line = 0
  let gate = Latch()
  let failures = await recordingFailures {
    let store = TestStore(initialState: Catalog.State()) {
      Catalog(client: { omission == .dependency ? endpoint($0) : ["one"] })
    }
    store.exhaustivity = .strict
    line = #line + 1
    await store.send(.search("x")) {
      $0.isLoading = true
      if omission != .inputState { $0.query = "x" }
    }
    await store.receiveEffect("search", of: "x")
    if omission == .feedback { line = #line + 11 }
    if omission != .feedback {
      if omission == .feedbackState { line = #line + 1 }
      await store.receive(Catalog.Feedback.found) { state, items in
        state.items = items
        if omission != .feedbackState { state.isLoading = false }
      }
      if omission == .output { line = #line + 4 }
      if omission != .output { await store.receiveOutput(Catalog.Output.counted) }
    }
    // Where feedback or output was left out, this is the step that reports it.
    await store.send(.track("seen"))
    if omission == .silentEffect { line = #line + 2 }
    if omission != .silentEffect { await store.receiveEffect("track") }
    await store.send(.nap)
    if omission == .sleepingEffect { line = #line - 1 }
    await store.receiveEffect("nap")
    if omission != .sleepingEffect {
      await store.clock.advance(by: .seconds(1))
      await store.receive(.woke) { $0.error = "awake" }
    }
    await store.send(.nothing)
    await store.finish()
    if omission == .runningEffect { line = await leaveEffectRunning(gate) }
  }
  gate.open()
  return (failures, line)
}

/// Leaves an effect running that waits outside, and gives the line that started it.
private func leaveEffectRunning(_ gate: Latch, isolation: isolated (any Actor)? = #isolation) async -> Int {
  let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
  await store.send(.go)
  await store.finish(timeout: .milliseconds(10))
  return #line - 2
}

@Suite struct OmissionTests {
  @Test("a test that leaves nothing out has no failure")
  func complete() async {
    #expect(await failures(leavingOut: nil).failures.isEmpty)
  }

  @Test("each thing left out is one failure, of its kind, at the line that is to blame", arguments: Omission.allCases)
  fileprivate func each(omission: Omission) async {
    let (failures, line) = await failures(leavingOut: omission)
    let kind: TestFailure.Kind =
      switch omission {
      case .inputState, .feedbackState: .unexpectedState
      case .feedback: .unhandledFeedback
      case .output: .unhandledOutput
      case .sleepingEffect, .runningEffect: .effectInFlight
      case .dependency: .unimplementedDependency
      case .silentEffect: .unhandledEffect
      }
    #expect(failures.marks == [FailureLocation(kind, line)])
  }
}
