import StoreTesting
import Synchronization
import TestSupport
import Testing

/// Clocks and gates that outlive the code which makes them.
@Suite struct KeptSurroundingsTests {
  struct Surroundings: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> any Sendable

    static let all = [
      Surroundings(testDescription: "a clock") { TestClock() },
      Surroundings(testDescription: "a gate") { Gate<Int, Int, any Error>("load") },
      Surroundings(testDescription: "a stream's gate") { StreamGate<Int, Int, any Error>("ticks") },
    ]
  }

  @Test(arguments: Surroundings.all)
  func `an effect ends while what it has made for tests is kept`(_ surroundings: Surroundings) async {
    let kept = Mutex<(any Sendable)?>(nil)
    let make = surroundings.make
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        kept.withLock { $0 = make() }
        await send("made")
      }
    }
    await store.send(.go)
    await store.receive("made") { $0.log = ["made"] }
    await store.finish()
    #expect(kept.withLock { $0 } != nil)
  }

  @MainActor
  @Test func `a model without a call ends though it has made its clock`() async {
    let store = TestStore(of: PlayerModel(length: 1, clock: TestClock()), projection: \.isPlaying)
    await store.finish()
  }
}
