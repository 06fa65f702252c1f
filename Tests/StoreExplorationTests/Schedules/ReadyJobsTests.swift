import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Which jobs can run where the jobs of tasks are reordered, while another effect is elsewhere.
@Suite struct ReadyJobsTests {
  /// A place where the jobs of a store don't run.
  enum Place: CaseIterable {
    case mainActor, otherThread

    func visit(_ action: @escaping @Sendable () -> Void) async {
      switch self {
      case .mainActor: await MainActor.run { action() }
      case .otherThread:
        await withTaskExecutorPreference(OneThread()) {
          // It isn't back before the scheduler looks for it.
          for _ in 0..<1_000 { await Task.yield() }
          action()
        }
      }
    }
  }

  @Test(.accelerated, arguments: Place.allCases)
  func `an effect that comes back from elsewhere may go on first`(place: Place) async throws {
    let seen = Recorder<[String]>()
    let report = try await explore(granularity: .jobs, suspects: false) {
      let (visits, notes) = (Recorder<Bool>(), Recorder<String>())
      let store = TestStore(initialState: 0) {
        BesideAnother(note: notes.record) { await place.visit { visits.record(true) } }
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
