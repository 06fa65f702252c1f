import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A timer that asks its parent to close it, by an action.
private struct FlatTimer: ActionReducer {
  struct State: Equatable { var ticks = 0 }

  enum Action: Equatable { case start, tick, closeTapped, delegate(Delegate) }
  enum Delegate { case closed }

  func reduce(action: Action, into state: inout State) -> EffectOf<Self> {
    switch action {
    case .start:
      return .run("timer") { send in
        @Dependency(\.continuousClock) var clock
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
      }
    case .tick: state.ticks += 1
    case .closeTapped: return .feedback(.delegate(.closed))
    case .delegate: break
    }
    return .none
  }
}

struct LeaveAtActionTests {
  @Test func `a flat feature leaves at an action, and its effects are cancelled`() async {
    let store = TestStore(initialState: FlatTimer.State()) { FlatTimer() }
    await store.send(.start)
    await store.send(.closeTapped)
    await store.leave(at: .delegate(.closed))
  }

  @Test func `another action fails, and the store has ended`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: FlatTimer.State()) { FlatTimer() }
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.leave(at: .delegate(.closed))  // Fails: unexpectedFeedback
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an action after it is not overlooked`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: FlatTimer.State()) { FlatTimer() }
      await store.send(.start)
      await store.send(.closeTapped)
      await store.clock.advance(by: .seconds(1))
      await store.leave(at: .delegate(.closed))  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
  }
}
