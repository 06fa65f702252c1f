import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// A sheet that records until it is closed.
private struct RecordingSheet: Reducer {
  struct State: Equatable {
    var seconds = 0
    var isClosing = false
  }

  enum Input: Equatable { case start, closeTapped, closeAndSaveTapped, ignoreCancellation }
  enum Feedback: Equatable { case secondPassed }
  enum Output: Equatable { case closed, discarded(Int) }

  @Dependency(\.continuousClock) private var clock

  let hold: @Sendable () async -> Void

  init(hold: @escaping @Sendable () async -> Void = {}) { self.hold = hold }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.start):
      return .run("timer") { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
      }
    case .input(.closeTapped):
      state.isClosing = true
      return .output(state.seconds == 0 ? .closed : .discarded(state.seconds))
    case .input(.closeAndSaveTapped): return .merge(.output(.closed), .run("save") { _ in })
    case .input(.ignoreCancellation): return .run("stubborn") { [hold] _ in await hold() }
    case .feedback(.secondPassed):
      state.seconds += 1
      return .none
    }
  }
}

@Suite struct LeaveTests {
  @Test func `leaving receives the output, and cancels what the removal would`() async {
    let store = TestStore(initialState: RecordingSheet.State()) { RecordingSheet() }
    await store.send(.start)
    await store.send(.closeTapped) { $0.isClosing = true }
    await store.leave(at: .closed)
    #expect(store.inFlightEffects.isEmpty)
    #expect(!store.session.environment.stepOwner.isBusy)
  }

  @Test func `leaving by a case passes its payload on, and cancels what the removal would`() async {
    let store = TestStore(initialState: RecordingSheet.State(seconds: 3)) { RecordingSheet() }
    await store.send(.start)
    await store.send(.closeTapped) { $0.isClosing = true }
    var seconds = 0
    await store.leave(at: RecordingSheet.Output.discarded) { seconds = $0 }
    #expect(seconds == 3)
    #expect(store.inFlightEffects.isEmpty)
  }

  @Test func `leaving at another output is a failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: RecordingSheet.State(seconds: 3)) { RecordingSheet() }
      await store.send(.start)
      await store.send(.closeTapped) { $0.isClosing = true }
      await store.leave(at: .closed)  // Fails: unexpectedOutput
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `work that begins beside the output is a failure, as the removal would end it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: RecordingSheet.State()) { RecordingSheet() }
      await store.send(.closeAndSaveTapped)
      await store.leave(at: .closed)  // Fails: unhandledEffect
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect that ignores the removal is a failure`() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let failures = await recordingFailures {
      let store = TestStore(initialState: RecordingSheet.State()) {
        RecordingSheet {
          await Task.detached { for await _ in stream {} }.value
        }
      }
      store.timeout = .zero
      await store.send(.ignoreCancellation)
      await store.send(.closeTapped) { $0.isClosing = true }
      await store.leave(at: .closed)
    }
    continuation.finish()
    #expect(failures.first?.headline == "Cancelled effects have not ended.")
  }

  @Test func `a step after leaving is a misuse`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: RecordingSheet.State()) { RecordingSheet() }
      await store.send(.closeTapped) { $0.isClosing = true }
      await store.leave(at: .closed)
      await store.send(.start)  // Fails: usedAfterEnd
    }
    #expect(failures.locations == markedFailures())
  }
}
