import StoreCore
import Testing

@Suite struct EffectTokenTests {
  private func token(in group: EffectGroup = EffectGroup()) throws -> EffectToken {
    let harness = RunnerHarness()
    harness.send(.live("a"))
    return EffectToken(id: 1, description: try harness.effect("a").description, group: group)
  }

  @Test func `an effect leaves its running phase once, by its end or its cancellation`() throws {
    let finished = try token()
    #expect(finished.phase == .running)
    #expect(finished.leave(for: .finished))
    #expect(!finished.leave(for: .cancelled))
    #expect(finished.phase == .finished)
    #expect(!finished.isCancelled)
    let cancelled = try token()
    #expect(cancelled.leave(for: .cancelled))
    #expect(!cancelled.leave(for: .finished))
    #expect(cancelled.isCancelled)
  }

  @Test func `an effect is cancelled with its group`() throws {
    let group = EffectGroup()
    let effect = try token(in: group)
    group.cancel()
    #expect(effect.isCancelled)
    #expect(effect.phase == .running)
  }
}
