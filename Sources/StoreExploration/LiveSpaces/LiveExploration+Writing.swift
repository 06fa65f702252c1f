import StoreCore
import StoreDependencies
import StoreTesting

/// A path that was taken again on one store.
struct RetracedPath {
  /// Whether it has led to the same state as before, where states can be compared.
  var isSame = true

  /// What happened, one line per step and event; empty if the path can't be taken again.
  var trace: [String] = []

  /// A strict test that takes the path, as code; empty if it can't be taken again.
  var test: [String] = []
}

extension LiveExploration {
  /// Takes steps on a new store, and writes what happens.
  ///
  /// The steps of a path in the space were found by several runs, in each of which a stack has given other ids.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - end: The situation to which they have led before, if known.
  ///   - failure: What the recording of a test shows at the end of the path.
  ///   - answers: The number of calls that are answered at its end, as they would outlast a cancellation.
  ///   - isolation: The actor of the test.
  func retrace(
    _ steps: [DrivenStep],
    to failure: TestFailure,
    at end: Int? = nil,
    thenAnswering answers: Int = 0,
    isolation: isolated (any Actor)?
  ) async throws -> RetracedPath {
    var isStubborn = false
    var retraced = RetracedPath()
    _ = try await recordingFailures {
      try await onNewStore(isShown: true, isolation: isolation) { live in
        live.session.exhaustivity = .strict
        await live.begin()
        var taken: [SpaceStep<Feature>] = []
        do {
          for step in steps {
            let (count, state) = (live.session.log.count, live.session.engine.state)
            let cause = try await live.take(step, isKnown: false)
            let events = live.events(after: count, from: state).events
            taken.append(SpaceStep(cause: cause, events: events, target: nil, survivors: []))
          }
        } catch is DrivenStore<Feature>.Obstacle {
          return
        }
        if !distinction.namesScreens, let end {
          retraced.isSame = live.session.engine.state == nodes[end].situation.state
        }
        retraced.trace = SpaceTrace(taken).lines
        for observer in live.session.environment.observers { observer.note(failure, at: live.session.time.now) }
        for _ in 0..<answers {
          guard let answer = live.session.openAnswers.first else { break }
          await live.session.act(site) { answer.give() }
        }
        let hasCalls = live.session.log.events.contains { if case .called = $0.content { true } else { false } }
        retraced.test = WrittenTest(live.session).lines.filter { hasCalls || $0 != "store.answersGatesManually = true" }
        await live.session.cancelAll()
        isStubborn = live.session.hasEffects
      }
    }
    guard isStubborn, answers < Self.finalAnswers else { return retraced }
    return try await retrace(steps, to: failure, at: end, thenAnswering: answers + 1, isolation: isolation)
  }

  /// The greatest number of calls that are answered at the end of a path.
  private static var finalAnswers: Int { 5 }
}
