import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

@MainActor
@Suite struct ModelMutantTests {
  private func playSong(_ exhaustivity: Exhaustivity) async {
    let clock = TestClock()
    let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
    store.exhaustivity = exhaustivity
    await store.call { $0.toggle() }
    await store.receiveChange { $0 = true }
    #expect(await clock.advanceToNextDeadline() == .seconds(1))
    if exhaustivity == .on { await store.receiveChange { $0 = false } }
    await store.finish()
  }

  @Test func `an exhaustive test of a model notices each mutant`() async throws {
    let report = try await checkMutants(of: PlayerModel.self) { await self.playSong(.on) }
    #expect("\(report)".contains("11 of 11 mutants killed"))
  }

  @Test func `a weak test of a model misses mutants, and is told which lines would notice them`() async throws {
    let failures = try await recordingFailures {
      _ = try await checkMutants(of: PlayerModel.self) { await self.playSong(.off) }
    }
    let failure = try #require(failures.first)
    #expect(failures.kinds == [.survivingMutants])
    #expect(failure.headline.hasPrefix("The tests notice 7 of 11 mutants of PlayerModel: 63.6 %"), "\(failure)")
    #expect(failure.details.contains("await store.receiveChange { $0 = false }"), "\(failure)")
  }

  @Test func `the report of a suite says only what the mutants of none of its tests change`() async throws {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: PlayerModel.self)))
    let pauses = "pauses, as no task sleeps on a test clock"
    let idle = TestBody {
      let store = TestStore(of: PlayerModel(length: 1, clock: TestClock()), projection: \.isPlaying)
      await store.finish()
    }
    try await scope.run(idle, name: "idle", site: CallSite())
    #expect(scope.report.limits.contains(pauses))
    try await scope.run(TestBody { await self.playSong(.on) }, name: "playing", site: CallSite())
    #expect(scope.report.limits.count == 3)
    #expect(!scope.report.limits.contains(pauses))
  }

  @Test func `the calls of a model that run at once are counted`() async {
    let recorder = BaselineRecorder(FeatureMatch(type: PlayerModel.self), .usual)
    await Hooks.$mutator.withValue(recorder) {
      let store = TestStore(of: PlayerModel(length: 1, clock: TestClock()), projection: \.isPlaying)
      store.exhaustivity = .off
      await store.call("play") { $0.toggle() }
      await store.call("pause") { $0.toggle() }
      await store.finish()
    }
    #expect(recorder.baselines.map { $0.limits(of: ["play", "wait"]) } == [["play": 1]])
  }
}
