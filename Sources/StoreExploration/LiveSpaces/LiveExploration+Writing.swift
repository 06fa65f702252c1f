import StoreCore
import StoreDependencies
import StoreTesting

/// A path that was taken again on one store.
struct RetracedPath {
  /// What happened, one line per step and event; empty if the path can't be taken again.
  var trace: [String] = []

  /// A strict test that takes the path, as code; empty if it can't be taken again.
  var test: [String] = []
}

extension LiveExploration {
  /// Takes the steps of a path on a new store.
  ///
  /// The steps of a path in the space were found by several runs, in each of which a stack has given other ids.
  func retrace(_ path: [RecordedMove]) async throws -> RetracedPath {
    let steps = liveSteps(path)
    var retraced = RetracedPath()
    _ = try await recordingFailures {
      try await onNewStore(isShown: true) { live in
        live.session.exhaustivity = .strict
        await live.begin()
        var codes: [String: String] = [:]
        var taken: [SpaceStep<Feature>] = []
        do {
          for step in steps {
            let (count, state) = (live.session.log.count, live.session.engine.state)
            let cause = try await live.take(step, &codes)
            let events = live.events(after: count, from: state).events
            taken.append(SpaceStep(cause: cause, events: events, target: nil, survivors: []))
          }
        } catch is DrivenStore<Feature>.Obstacle {
          return
        }
        retraced.trace = SpaceTrace(taken).lines
        let answers = live.session.log.events.contains { if case .called = $0.content { true } else { false } }
        retraced.test = WrittenTest(live.session).lines.filter { answers || $0 != "store.answersGatesManually = true" }
      }
    }
    return retraced
  }
}
