import StoreTesting
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

@Suite struct MistakeTests {
  @Test("a script without a mistake passes", arguments: ErrandScript.all, [Exhaustivity.strict, .on, .observable, .off])
  func right(script: ErrandScript, level: Exhaustivity) async {
    let steps = script.steps(at: level)
    #expect(await failures(of: steps, at: level).map(\.headline) == [])
    if level != .off { #expect(ErrandOracle.accepts(steps, at: level)) }
  }

  @Test("each single omission, doubling and move is one failure", arguments: ErrandScript.all, [Exhaustivity.strict, .on, .observable])
  func one(script: ErrandScript, level: Exhaustivity) async {
    let steps = script.steps(at: level)
    for mistake in ErrandMistake.all(in: steps.count) {
      let wrong = mistake.applied(to: steps)
      let failures = await failures(of: wrong, at: level)
      let expected = ErrandOracle.accepts(wrong, at: level) ? 0 : 1
      let headlines = failures.map { "\($0.kind): \($0.headline)" }.joined(separator: "\n  ")
      #expect(failures.count == expected, "\(script) \(mistake):\n  \(wrong)\n  \(headlines)")
    }
  }
}
