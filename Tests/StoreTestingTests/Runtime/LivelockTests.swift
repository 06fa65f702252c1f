import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// A way to run endlessly without time passing.
private enum Livelock: CaseIterable {
  static var allCases: [Self] {
    let onTheExecutor: [Self] = [
      .feedbackLoop, .emptySleeps, .pastSleeps, .yields, .deafYields, .deafEmptySleeps, .sendLoop, .deafSendLoop,
    ]
    return onTheExecutor + (!Runtime.isAccelerated ? [] : [.tasks, .spawning])
  }

  case feedbackLoop, emptySleeps, pastSleeps, yields, deafYields, deafEmptySleeps, sendLoop, deafSendLoop, tasks,
    spawning

  func run(_ send: Send<Int>) async throws {
    switch self {
    case .feedbackLoop: await send(1)
    case .emptySleeps: while true { try await sleep(for: .zero) }
    case .pastSleeps: while true { try await sleep(for: .seconds(-1)) }
    case .yields: while !Task.isCancelled { await Task.yield() }
    case .deafYields: while true { await Task.yield() }
    case .deafEmptySleeps: while true { try? await sleep(for: .zero) }
    case .sendLoop: while !Task.isCancelled { await send(2) }
    case .deafSendLoop: while true { await send(2) }
    case .tasks: while !Task.isCancelled { await Task {}.value }
    case .spawning: Self.spawn()
    }
  }

  /// Starts a task that does the same, unless it is cancelled.
  private static func spawn() {
    Task { if !Task.isCancelled { spawn() } }
  }
}

@Suite struct LivelockTests {
  @Test(arguments: Livelock.allCases)
  fileprivate func `an endless loop is one failure that names the effect, and the test continues`(circle: Livelock)
    async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          switch message {
          case .input(0), .feedback(1): return .run("spinner") { try await circle.run($0) }
          case .input(let number): state = number
          default: break
          }
          return .none
        }
      }
      store.stepLimit = 1_000
      await store.send(0)  // Fails: livelock
      await store.send(5) { $0 = 5 }
      await store.send(6) { $0 = 6 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("spinner runs endlessly: ") == true)
    #expect(failures.first?.details.contains("• spinner\n      made at LivelockTests.swift:") == true)
  }

  @Test func `a livelock names the effect that runs, and cancels the one that sleeps`() async {
    let ends = Recorder<Bool>()
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .merge(
            .run("sleeper") { _ in
              try? await sleep(for: .seconds(1))
              ends.record(Task.isCancelled)
            },
            .run("spinner") { _ in while !Task.isCancelled { await Task.yield() } }
          )
        }
      }
      store.stepLimit = 1_000
      await store.send(0)  // Fails: livelock
      #expect(ends.values == [true])
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("spinner runs endlessly: ") == true)
  }

  @Test func `a cancelled effect that calls a gate in a loop is a livelock`() async {
    let failures = await recordingFailures {
      let gate = Gate<Int, Int, any Error>("ask")
      let store = TestStore(initialState: Runner.State()) { Runner { _ in while true { _ = try? await gate(1) } } }
      store.stepLimit = 1_000
      await store.send(.go)
      await store.send(.stop)  // Fails: livelock
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a cancelled effect that opens streams in a loop is a livelock`() async {
    let failures = await recordingFailures {
      let numbers = StreamGate<Void, Int, Never>("numbers")
      // The loop ends, as it is not stopped where it doesn't suspend.
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in for _ in 0..<2_000 { for await _ in numbers() {} } }
      }
      store.stepLimit = 1_000
      await store.send(.go)
      await store.send(.stop)  // Fails: livelock
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a long loop that ends is not a livelock, and the limit applies to each step`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, state in
        if case .feedback(let number) = message { state = number }
        guard case .input(let count) = message else { return .none }
        return .run { send in
          for _ in 0..<count { await Task.yield() }
          await send(count)
        }
      }
    }
    store.stepLimit = 1_100
    for count in 500...503 {
      await store.send(count)
      await store.receive(count) { $0 = count }
    }
    await store.finish()
  }

  @Test func `an effect that sleeps in a loop and ignores its cancellation is one failure when it is cancelled`() async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, _ in
          guard case .input(0) = message else { return .none }
          return .run("ticker") { send in
            while true {
              try? await sleep(for: .seconds(1))
              await send(1)
            }
          }
        }
      }
      store.stepLimit = 1_000
      await store.send(0)
      await store.clock.advance(by: .seconds(1))
      await store.receive(1)
      await store.cancelInFlightEffects()  // Fails: livelock
      await store.send(2)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a timer that runs across time is not a livelock`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, state in
        if case .feedback = message { state += 1 }
        guard case .input = message else { return .none }
        return .run { send in
          while true {
            try await sleep(for: .milliseconds(1))
            await send(0)
          }
        }
      }
    }
    store.stepLimit = 50
    await store.send(0)
    await store.clock.advance(by: .milliseconds(300))
    for count in 1...300 { await store.receive(0) { $0 = count } }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `feedback of a stopped livelock is received without another failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          if case .feedback = message { state += 1 }
          return .run("spinner") { await $0(1) }
        }
      }
      store.stepLimit = 1_000
      await store.send(0)  // Fails: livelock
      await store.receive(1) { $0 = 1 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [(Livelock.yields, false), (.deafYields, true)])
  fileprivate func `a livelock ends the store, and discards only work that ignores its cancellation`(
    circle: Livelock,
    isDiscarded: Bool
  ) async {
    let attachments = await recordingAttachments {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { _, _ in .run("spinner") { try await circle.run($0) } }
      }
      store.stepLimit = 1_000
      await store.send(0)
      #expect(store.session.isEnded)
      #expect(store.session.environment.executor.isDiscarding == isDiscarded)
    }
    #expect(attachments.map(\.name) == ["timeline.txt"])
  }
}
