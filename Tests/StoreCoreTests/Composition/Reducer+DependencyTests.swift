import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// A feature that records the tone of its reducer, and whose first effect overrides the tone.
private struct Echo: Reducer {
  struct State: Equatable {
    var tones: [String] = []
  }

  enum Input {
    case call
  }

  typealias Feedback = String

  @Dependency(\.tone) private var tone

  /// Records the tone. The feedback of the first effect starts a second one without the override.
  func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, Never> {
    switch message {
    case .input(.call):
      state.tones = [tone]
      return .run { send in
        await withDependencies {
          $0.tone = "own"
        } operation: {
          await send(tone)
        }
      }
    case .feedback(let heard):
      state.tones += [heard, tone]
      return heard == "own" ? .run { send in await send(tone) } : .none
    }
  }
}

@Suite struct ReducerDependencyTests {
  @Test func `overrides of an effect reach neither the reducer nor later effects`() async {
    let store = TestStore(initialState: Echo.State()) {
      Echo()
    } withDependencies: {
      $0.tone = "store"
    }
    await store.send(.call) { $0.tones = ["store"] }
    await store.receive("own") { $0.tones += ["own", "store"] }
    await store.receive("store") { $0.tones += ["store", "store"] }
    await store.finish()
  }

  @Test func `only a child with a dependency of its own sees it, in its reducer and its effects`() async {
    let store = TestStore(initialState: Family.State(guest: Child.State(id: 1))) { Family() }
    await store.send(.guest(.listen)) { $0.guest?.notes = ["guest"] }
    await store.receive(.guest(.feedback(.heard("guest")))) { $0.guest?.notes = ["guest", "guest"] }
    await store.send(.only(.listen)) { $0.only.notes = ["plain"] }
    await store.receive(.only(.feedback(.heard("plain")))) { $0.only.notes = ["plain", "plain"] }
    await store.finish()
  }

  @Test func `the innermost override wins`() async {
    let store = TestStore(initialState: Child.State()) {
      Child().dependency(\.tone, "inner").dependency(\.tone, "outer")
    } withDependencies: {
      $0.tone = "outermost"
    }
    await store.send(.listen) { $0.notes = ["inner"] }
    await store.receive(.heard("inner")) { $0.notes = ["inner", "inner"] }
    await store.finish()
  }

  @Test func `a feature with overrides receives later changes of the store's other dependencies`() async {
    let store = TestStore(initialState: Child.State()) { Child().dependency(\.uuid, .incrementing) }
    await store.send(.listen) { $0.notes = ["plain"] }
    await store.receive(.heard("plain")) { $0.notes = ["plain", "plain"] }
    store.dependencies.tone = "new"
    await store.send(.listen) { $0.notes = ["plain", "plain", "new"] }
    await store.receive(.heard("new")) { $0.notes = ["plain", "plain", "new", "new"] }
    await store.finish()
  }

  @Test func `debounce follows the feature's own clock`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Child.State()) { Child().dependency(\.continuousClock, clock) }
    await store.send(.settle("a"))
    await store.clock.advance(by: .seconds(9))
    await clock.advance(by: .seconds(1))
    await store.receive(.heard("a")) { $0.notes = ["a"] }
    await store.finish()
  }

  @Test func `throttle follows the feature's own clock`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Child.State()) { Child().dependency(\.continuousClock, clock) }
    await store.send(.press("a"))
    await store.receive(.heard("a")) { $0.notes = ["a"] }
    await store.clock.advance(by: .seconds(9))
    await store.send(.press("a"))
    await clock.advance(by: .seconds(1))
    await store.send(.press("a"))
    await store.receive(.heard("a")) { $0.notes = ["a", "a"] }
    await store.finish()
  }

  @Test func `a dependency that a child overrides needs no value from the test`() async {
    /// A feature that needs a UUID.
    struct Dated: Reducer {
      @Dependency(\.uuid) var uuid

      func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> {
        _ = uuid()
        state += 1
        return .none
      }
    }
    let failures = await recordingFailures {
      for isProvided in [true, false] {
        let store = TestStore(initialState: 0) {
          CombineReducers { if isProvided { Dated().dependency(\.uuid, .incrementing) } else { Dated() } }
        }
        await store.send(1) { $0 = 1 }
        await store.finish()
      }
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency])
  }
}
