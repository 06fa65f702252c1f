import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A step of a script, with its line.
private typealias Line = (step: ErrandStep, number: Int)

/// Runs a script, and returns its failures and warnings.
private func reports(
  of lines: [Line],
  at level: Exhaustivity,
  isolation: isolated (any Actor)? = #isolation
) async -> [TestFailure] {
  await recordingReports {
    let store = TestStore(initialState: Errands.State()) { Errands() }
    store.exhaustivity = level
    for (step, line) in lines {
      switch step {
      case .send(let input, let change): await store.send(input, assert: change, line: line)
      case .receive(let feedback, let change): await store.receive(feedback, assert: change, line: line)
      case .receiveOutput(let output): await store.receiveOutput(output, line: line)
      case .receiveEffect(let name): await store.receiveEffect(name, line: line)
      case .advance(let seconds): await store.clock.advance(by: .seconds(seconds), line: line)
      case .finish: await store.finish(line: line)
      }
    }
  }
}

/// Runs a script, and returns its failures.
private func failures(
  of steps: [ErrandStep],
  at level: Exhaustivity,
  isolation: isolated (any Actor)? = #isolation
) async -> [TestFailure] {
  await reports(of: steps.enumerated().map { ($1, $0 + 1) }, at: level).failing
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

  @Test(arguments: seeds(10), exhaustiveLevels)
  func `a generated script passes, and a single mistake in it is one failure`(seed: UInt64, level: Exhaustivity) async {
    var random = SplitMix64(seed: seed)
    let steps = ErrandOracle.script(at: level, count: Int.random(in: 4...14, using: &random), using: &random)
    #expect(await failures(of: steps, at: level).map(\.headline) == [], "\(steps)")
    let mistakes = ErrandMistake.all(in: steps.count).shuffled(using: &random).prefix(5)
    for mistake in mistakes {
      let wrong = mistake.applied(to: steps)
      let failures = await failures(of: wrong, at: level)
      let expected = ErrandOracle.accepts(wrong, at: level) ? 0 : 1
      #expect(failures.count == expected, "\(mistake): \(wrong)\n  \(failures.map(\.headline))")
    }
    tally(.tests, 1 + mistakes.count)
  }

  @Test(arguments: ErrandScript.all, exhaustiveLevels)
  func `two independent mistakes are one failure, and a warning at the line of the second`(
    script: ErrandScript,
    level: Exhaustivity
  ) async throws {
    let lines: [Line] = script.steps(at: level).enumerated().map { ($1, $0 + 1) }
    let inputs = lines.indices.filter { if case .send = lines[$0].step { true } else { false } }
    guard inputs.count > 1, let last = inputs.last else { return }
    // A mistake before the last input leaves the store as it is, and so does one after it.
    let assertions = lines.indices.dropLast().filter { index in
      switch lines[index].step {
      case .receive, .receiveOutput, .receiveEffect: true
      case .send, .advance, .finish: false
      }
    }
    for first in assertions where first < last {
      for second in assertions where second > last {
        for mistake in [ErrandMistake.omission(second), .doubling(second)] {
          let alone = await reports(of: mistake.applied(to: lines), at: level)
          let other = await reports(of: ErrandMistake.omission(first).applied(to: lines), at: level)
          guard let line = alone.failing.first?.line, !other.failing.isEmpty else { continue }
          let found = await reports(
            of: ErrandMistake.omission(first).applied(to: mistake.applied(to: lines)),
            at: level
          )
          let text = found.map { "\($0.isWarning ? "warning" : "failure") \($0.line): \($0.headline)" }
          #expect(found.failing.locations == other.failing.locations, "\(script) \(first) \(mistake): \(text)")
          #expect(found.warnings.map(\.line).contains(line), "\(script) \(first) \(mistake): \(text)")
        }
      }
    }
  }

  @Test func `a warning names the failure that it may follow from, and has no last events`() async throws {
    let reports = await recordingReports {
      let store = TestStore(initialState: Errands.State()) { Errands() }
      await store.send(.nap) { $0.mood = "up" }  // Fails: unexpectedState
      await store.receiveOutput(.ready)  // Warns: missingOutput
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(reports.failing.locations == markedFailures())
    #expect(reports.warnings.locations == markedWarnings())
    let warning = try #require(reports.last)
    #expect(
      warning.details.hasPrefix(
        "It may follow from the failure at \(reports[0].site): The state after .nap differs from the assertion."
      )
    )
    #expect(warning.lastEvents.isEmpty)
    #expect(!reports[0].lastEvents.isEmpty)
  }

  @Test func `a fact is a failure after any mistake`() async {
    let endpoint: @Sendable () -> Void = unimplemented("Client.load")
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { message, state in
          if case .input(let number) = message { state = number }
          return .run("load") { _ in endpoint() }
        }
      }
      store.always("it stays small") { $0 < 3 }
      await store.send(1) { $0 = 2 }  // Fails: unimplementedDependency, unexpectedState
      await store.send(7) { $0 = 7 }  // Fails: brokenInvariant, unimplementedDependency
      await store.receiveEffect("load")
      await store.clock.advance(by: .seconds(-1))  // Fails: misuse
      await store.finish()
    }
    #expect(
      failures.locations.filter { $0.kind != .unexpectedState }
        == markedFailures().filter { $0.kind != .unexpectedState }
    )
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
        "The test does not assert effect log, made at Errands.swift:40, before the output that the test receives."
      ]
    )
  }
}
