import StoreCore
import StoreDependencies
import StoreTesting

extension LiveExploration {
  /// Returns a strict test that takes the steps of a path, as code; empty if they can't be taken again.
  func test(of path: [RecordedMove]) async throws -> [String] {
    let steps = liveSteps(path)
    var lines: [String] = []
    _ = try await recordingFailures {
      try await onNewStore(isShown: true) { live in
        live.session.exhaustivity = .strict
        await live.begin()
        var codes: [String: String] = [:]
        do {
          for step in steps { _ = try await live.take(step, &codes) }
        } catch is DrivenStore<Feature>.Obstacle {
          return
        }
        lines = WrittenTest(live.session).lines.filter { !$0.hasPrefix("store.") }
      }
    }
    return lines
  }
}
