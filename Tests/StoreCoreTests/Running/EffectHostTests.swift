import StoreCore
import StoreDependencies
import Synchronization
import Testing

private struct Failure: Error {}

/// A host that records the calls of effects.
private final class RecordingHost: EffectHost {

  let probe = Probe()

  func arrive(_ feedback: any Sendable, from effect: EffectToken) async {
    probe.note("\(feedback)")
  }

  func end(_ effect: EffectToken, throwing error: (any Error)?) async {
    probe.note(error.map { "failed: \($0)" } ?? "finished")
  }
}

@Suite(.timeLimit(.minutes(15))) struct EffectHostTests {
  /// Returns the work of an effect, and its token.
  private func effect(_ effect: Step) throws -> (EffectWork, EffectToken) {
    guard case .run(let work) = effect.node else { throw CancellationError() }
    return (work, EffectToken(id: 1, description: work.description, group: EffectGroup()))
  }

  @Test func `an effect reports its feedback and then its end`() async throws {
    let host = RecordingHost()
    let (work, token) = try effect(.say("a", "b"))
    await work.perform(token, for: host)
    #expect(host.probe.notes == ["a", "b", "finished"])
  }

  @Test func `an error ends an effect, through its handler if it has one`() async throws {
    let host = RecordingHost()
    let (work, token) = try effect(.run { _ in throw Failure() })
    await work.perform(token, for: host)
    let (handled, otherToken) = try effect(
      .run { _ in
        throw Failure()
      } catch: { _, send in
        await send("handled")
      }
    )
    await handled.perform(otherToken, for: host)
    #expect(host.probe.notes == ["failed: Failure()", "handled", "finished"])
  }

  @Test(arguments: [true, false])
  func `a cancelled effect reports only its end`(byGroup: Bool) async throws {
    let host = RecordingHost()
    let (work, token) = try effect(
      .run { send in
        await send("unheard")
        throw Failure()
      } catch: { [probe = host.probe] _, send in
        probe.note("handled")
        await send("unheard")
      }
    )
    if byGroup { token.group.cancel() } else { token.leave(for: .cancelled) }
    await work.perform(token, for: host)
    #expect(host.probe.notes == ["finished"])
  }
}
