import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Which jobs can run where the jobs of tasks are reordered, while another effect is elsewhere.
@Suite struct ReadyJobsTests {
  @MainActor private static func visit(turns: Int, _ action: () -> Void) async {
    for _ in 0..<turns { await Task.yield() }
    action()
  }

  /// - Parameter turns: How often the main actor turns to other work before the effect comes back. The scheduler looks for
  ///   it as often at least.
  @Test(.accelerated, arguments: [0, 3])
  func `an effect that comes back from the main actor may go on first`(turns: Int) async throws {
    let seen = Recorder<[String]>()
    let report = try await explore(granularity: .jobs, suspects: false) {
      let (visits, notes) = (Recorder<Bool>(), Recorder<String>())
      let store = TestStore(initialState: 0) {
        BesideAnother(note: notes.record) { await Self.visit(turns: turns) { visits.record(true) } }
      }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      seen.record(notes.values)
    }
    #expect(report.hasPassed)
    #expect(seen.values.contains(["first", "second"]))
    #expect(seen.values.contains(["second", "first"]))
  }

  @Test(.accelerated) func `an effect whose child task sleeps is not on another executor`() async throws {
    let report = try await explore(granularity: .jobs, suspects: false) {
      let store = TestStore(initialState: 0) {
        BesideAnother(note: { _ in }) {
          await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await sleep(for: .seconds(1)) }
          }
        }
      }
      store.exhaustivity = .off
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(report.hasPassed)
    #expect(!"\(report)".contains("on another executor"))
  }
}

/// Notes two effects, of which the first does some work before.
private struct BesideAnother: Reducer {
  enum Input: Equatable { case start }

  /// Receives the name of each effect.
  let note: @Sendable (String) -> Void

  let work: @Sendable () async -> Void

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    .merge(
      .run("first") { _ in
        await work()
        note("first")
      },
      .run("second") { _ in note("second") }
    )
  }
}
