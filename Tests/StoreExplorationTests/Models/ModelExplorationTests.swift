import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// What runs the test of a model many times.
@MainActor
@Suite struct ModelExplorationTests {
  private typealias Feature = ContainerFeature<ModelContainer<PagesModel, [Int]>, [Int], Never>

  /// A store of a list with pages that are answered at any time.
  private func makeStore() -> TestStore<Feature> {
    let load = Gate<Int, [Int], any Error>("load", whenCancelled: .ignoresCancellation) { page in
      [.success([2 * page, 2 * page + 1])]
    }
    let store = TestStore(of: PagesModel { try await load($0) }, projection: \.items)
    store.exhaustivity = .off
    store.always("no item is shown twice") { Set($0).count == $0.count }
    return store
  }

  @Test func `an exploration finds the page that comes after a refresh`() async throws {
    let failures = try await recordingFailures {
      _ = try await explore {
        let store = self.makeStore()
        await store.call { $0.loadMore() }
        await store.call { $0.refresh() }
        await store.finish()
      }
    }
    let failure = try #require(failures.first)
    #expect(failures.kinds == [.failedSchedule])
    #expect(failure.headline.contains("no item is shown twice"), "\(failure)")
  }

  @Test func `sequences of calls find the page that comes after a refresh`() async throws {
    let failures = await recordingFailures {
      await checkSequences(runs: 30, steps: 8, seed: 1) {
        self.makeStore()
      } commands: {
        Command.call("loadMore") { $0.loadMore() }
        Command.call("refresh") { $0.refresh() }
      }
    }
    let failure = try #require(failures.first)
    #expect(failures.kinds == [.failedSequence])
    #expect(failure.details.contains(#"await store.call("loadMore") { $0.loadMore() }"#), "\(failure)")
  }

  @Test(.accelerated) func `an audit finds the clock that a model makes itself`() async throws {
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 2) {
        let store = TestStore(
          of: SignUpModel { _ in try await ContinuousClock().sleep(for: .seconds(30)) },
          projection: \.phase
        )
        await store.call {
          $0.name = "Ada"
          $0.email = "ada@example.org"
          await $0.submit()
        }
        await store.receiveChange { $0 = .sending }
        await store.receiveChange { $0 = .sent }
        await store.finish()
      }
    }
    let failure = try #require(failures.first)
    #expect(failure.text.contains("is in a real sleep (Task.sleep), outside the test's control"), "\(failure)")
  }

  @Test func `coverage counts methods by mode`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: PlayerModel.self)))
    try await scope.run {
      let clock = TestClock()
      let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
      await store.call { $0.toggle() }
      await store.receiveChange { $0 = true }
      await clock.advance(by: .seconds(1))
      await store.receiveChange { $0 = false }
      await store.finish()
    }
    let report = try await scope.report()
    #expect(report.text.contains("toggle"), "\(report.text)")
  }
}

@MainActor
@Suite struct ModelTraitTests {
  private let clock = TestClock()

  @Test(.determinismAudit) func `a song is the same in each run`() async { await playSong() }

  @Test(.explore) func `a song is the same in each order`() async { await playSong() }

  private func playSong() async {
    let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
    store.exhaustivity = .strict
    await store.call { $0.toggle() }
    await store.receiveChange { $0 = true }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0 = false }
    await store.finish()
  }

  @Test func `a strict test advances its clock exactly`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
      store.exhaustivity = .strict
      await store.call { $0.toggle() }
      await store.receiveChange { $0 = true }
      await clock.advance(by: .seconds(2))  // Fails: overshotDeadline
      await store.receiveChange { $0 = false }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}

/// An actor that gives out numbers, and takes the newest back as if nothing had happened meanwhile.
private actor Numbers {
  private(set) var given: [Int] = []

  private let confirm: @Sendable (Int) async -> Bool

  init(confirm: @escaping @Sendable (Int) async -> Bool) { self.confirm = confirm }

  func give() async {
    let next = given.count + 1
    guard await confirm(next) else { return }
    given.append(next)
  }
}

@MainActor
@Suite struct ActorSequenceTests {
  // The bug: the number is chosen before the answer.
  @Test func `sequences of calls find the reentrancy of an actor`() async throws {
    let failures = await recordingFailures {
      await checkSequences(runs: 30, steps: 8, seed: 1) {
        let confirm = Gate<Int, Bool, Never>("confirm") { _ in [.success(true)] }
        let store = TestStore(of: Numbers { await confirm($0) }) { await $0.given }
        store.always("no number is given twice") { Set($0).count == $0.count }
        return store
      } commands: {
        Command.call("give", when: { $0.count < 3 }) { await $0.give() }
      }
    }
    let failure = try #require(failures.first)
    #expect(failures.kinds == [.failedSequence])
    #expect(failure.headline.contains("no number is given twice"), "\(failure)")
    #expect(failure.details.contains(#"await store.call("give") { await $0.give() }"#), "\(failure)")
  }

  @Test func `sequences of calls of an actor without the bug pass`() async {
    let report = await checkSequences(runs: 10, steps: 8, seed: 1) {
      let load = Gate<String, Int, Never>("load") { _ in [.success(2)] }
      return TestStore(of: TallyActor { await load($0) }) { await $0.counts }
    } commands: {
      Command.call("count") { await $0.count("a") }
      Command.call("countLater", weight: 2) { await $0.countLater("b") }
    }
    #expect(report.hasPassed)
  }
}
