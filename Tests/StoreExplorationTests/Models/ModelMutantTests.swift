import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTestingTests

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
}
