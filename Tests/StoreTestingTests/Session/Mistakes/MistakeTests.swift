import StoreTesting
import TestSupport
import Testing

/// Runs a script, and returns its failures.
private func failures(
  of steps: [ErrandStep],
  at level: Exhaustivity,
  isolation: isolated (any Actor)? = #isolation
) async -> [TestFailure] {
  await recordingFailures {
    let store = TestStore(initialState: Errands.State()) { Errands() }
    store.exhaustivity = level
    for step in steps {
      switch step {
      case .send(let input, let change): await store.send(input, assert: change)
      case .receive(let feedback, let change): await store.receive(feedback, assert: change)
      case .receiveOutput(let output): await store.receiveOutput(output)
      case .receiveEffect(let name): await store.receiveEffect(name)
      case .advance(let seconds): await store.clock.advance(by: .seconds(seconds))
      case .finish: await store.finish()
      }
    }
  }
}

/// The levels at which each mistake is a failure.
private let exhaustiveLevels = [Exhaustivity.strict, .on, .observable]

@Suite struct MistakeTests {
  @Test(
    arguments: ErrandScript.all,
    [Exhaustivity.strict, .on, .observable, .off]
  )
  func `a script without a mistake passes`(script: ErrandScript, level: Exhaustivity) async {
    let steps = script.steps(at: level)
    #expect(await failures(of: steps, at: level).map(\.headline) == [])
    if level != .off { #expect(ErrandOracle.accepts(steps, at: level)) }
  }

  @Test(
    arguments: ErrandScript.all,
    exhaustiveLevels
  )
  func `each single omission, doubling and move is one failure`(script: ErrandScript, level: Exhaustivity) async throws
  {
    // Without a greater effort, each level tries other mistakes.
    let offset = try #require(exhaustiveLevels.firstIndex(of: level))
    let steps = script.steps(at: level)
    for mistake in sample(ErrandMistake.all(in: steps.count), every: 6, from: 2 * offset) {
      let wrong = mistake.applied(to: steps)
      let failures = await failures(of: wrong, at: level)
      let expected = ErrandOracle.accepts(wrong, at: level) ? 0 : 1
      let headlines = failures.map { "\($0.kind): \($0.headline)" }.joined(separator: "\n  ")
      #expect(failures.count == expected, "\(script) \(mistake):\n  \(wrong)\n  \(headlines)")
      // Where feedback need not be asserted, the failure names the state change that the test left out.
      guard level != .observable, expected == 1 else { continue }
      if case .omission(let index) = mistake, let subject = steps[index].subject, let failure = failures.first {
        #expect("\(failure.headline)\n\(failure.details)".contains(subject), "\(script) \(mistake): \(headlines)")
      }
    }
  }

  // The script with two equal feedbacks is left out, as a skipped feedback equals the other one.
  @Test(arguments: ErrandScript.all.filter { $0.name != "fetch the same twice" })
  func `a mistake at the level 'off' makes no second failure`(script: ErrandScript) async {
    let steps = script.steps(at: .off)
    for mistake in sample(ErrandMistake.all(in: steps.count), every: 6) {
      let failures = await failures(of: mistake.applied(to: steps), at: .off)
      let headlines = failures.map { "\($0.kind): \($0.headline)" }.joined(separator: "\n  ")
      #expect(failures.count <= 1, "\(script) \(mistake):\n  \(mistake.applied(to: steps))\n  \(headlines)")
    }
  }

  @Test func `an output asserted twice is one failure, with feedback before the next output`() async {
    let steps: [ErrandStep] = [
      .send(.announce(1)), .receiveOutput(.announced(1)), .receiveOutput(.announced(1)),
      .receive(.fetched(1)) { $0.items = [1] }, .receiveOutput(.counted(1)), .receiveEffect("log"), .finish,
    ]
    let failures = await failures(of: steps, at: .on)
    #expect(
      failures.map(\.headline) == ["The feature emitted the output .counted(1) where the test expects .announced(1)."]
    )
  }

  @Test func `feedback that is received after the next input is one failure, and is received`() async {
    let steps: [ErrandStep] = [
      .send(.fetch(1)) { $0.isLoading = true }, .send(.announce(2)),
      .receive(.fetched(1)) { ($0.isLoading, $0.items) = (false, [1]) }, .receiveOutput(.counted(1)),
      .receiveEffect("log"), .receiveOutput(.announced(2)), .receive(.fetched(2)) { $0.items = [1, 2] },
      .receiveOutput(.counted(2)), .receiveEffect("log"), .finish,
    ]
    let failures = await failures(of: steps, at: .on)
    #expect(
      failures.map(\.headline) == [
        "The test does not assert 3 events before sending .announce(2). The first is feedback .fetched(1), sent by fetch(1)."
      ]
    )
  }

  @Test func `an effect that is named after an output of the same step is one failure`() async {
    let steps: [ErrandStep] = [
      .send(.announce(1)), .receiveOutput(.announced(1)), .receiveEffect("announce"),
      .receive(.fetched(1)) { $0.items = [1] }, .receiveOutput(.counted(1)), .receiveEffect("log"), .finish,
    ]
    let failures = await failures(of: steps, at: .strict)
    #expect(
      failures.map(\.headline) == [
        "The test does not assert effect log, made at Errands.swift:39, before the output that the test receives."
      ]
    )
  }
}
