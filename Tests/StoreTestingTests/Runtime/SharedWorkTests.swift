import Dispatch
import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// A feature whose two effects are given by the test.
private struct Pair: Reducer {
  enum Input: Sendable { case first, second, stopSecond }

  let first: @Sendable (Send<String>) async throws -> Void
  let second: @Sendable (Send<String>) async throws -> Void

  func reduce(message: Message<Input, String>, into state: inout [String]) -> Effect<String, Never> {
    switch message {
    case .input(.first): return .run("first", operation: first)
    case .input(.second): return .run("second", operation: second).cancellable(id: "second")
    case .input(.stopSecond): return .cancel(id: "second")
    case .feedback(let text):
      state.append(text)
      return .none
    }
  }
}

/// A client that refreshes a token once for all concurrent requests.
private actor TokenClient {
  private let refresh: Gate<Void, String, Never>
  private var refreshing: Task<String, Never>?

  init(_ refresh: Gate<Void, String, Never>) { self.refresh = refresh }

  /// The token, refreshed by the first request.
  func token() async -> String {
    if let refreshing { return await refreshing.value }
    let task = Task { await refresh() }
    refreshing = task
    defer { refreshing = nil }
    return await task.value
  }
}

/// A lock that resumes its waiters by continuations. No runtime knows which task will resume a continuation.
private actor ContinuationLock {
  private var isLocked = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func lock() async {
    if isLocked { await withCheckedContinuation { waiters.append($0) } }
    isLocked = true
  }

  func unlock() {
    isLocked = false
    if !waiters.isEmpty { waiters.removeFirst().resume() }
  }
}

/// How the second effect comes to wait for the first.
private enum Waiting: CaseIterable {
  case value, childTask, asyncLet, unstructured, sleep

  func wait(for task: Task<String, any Error>) async throws -> String {
    switch self {
    case .value, .sleep: return try await task.value
    case .childTask:
      return try await withThrowingTaskGroup { group in
        group.addTask { try await task.value }
        return try await group.next() ?? ""
      }
    case .asyncLet:
      async let value = task.value
      return try await value
    case .unstructured: return try await Task { try await task.value }.value
    }
  }

  /// The wait of the first effect in the failure.
  var cause: String {
    self == .sleep
      ? "first sleeps until 1 s; advance its clock by 1 s to wake it" : "first waits for the answer to 'load()'"
  }
}

@Suite(.timeLimit(.minutes(15))) struct SharedWorkTests {
  private let load = Gate<Void, String, Never>("load")

  /// A store whose second effect waits for a task of the first.
  private func makeStore(
    _ waiting: Waiting,
    then next: @escaping @Sendable () async -> Void = {}
  ) -> TestStore<Pair> {
    let task = Mutex<Task<String, any Error>?>(nil)
    let load = load
    let store = TestStore(initialState: []) {
      Pair { send in
        let started = Task {
          guard waiting == .sleep else { return await load() }
          try await sleep(for: .seconds(1))
          return "loaded"
        }
        task.withLock { $0 = started }
        await send("first: \(try await started.value)")
      } second: { send in
        guard let task = task.withLock(\.self) else { return }
        let text = try await waiting.wait(for: task)
        await next()
        await send("second: \(text)")
      }
    }
    store.timeout = .seconds(3600)
    return store
  }

  @Test(
    .accelerated,
    arguments: Waiting.allCases
  )
  fileprivate func `a feedback that waits for another effect fails long before its time-out, and names both effects`(
    waiting: Waiting
  ) async throws {
    let failures = await recordingFailures {
      let store = makeStore(waiting)
      await store.send(.first)
      await store.send(.second)
      await store.receive("second: loaded")  // Fails: missingFeedback
      store.exhaustivity = .off
      await store.cancelInFlightEffects()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(failure.details.contains("second waits for a task of first"))
    #expect(failure.details.contains(waiting.cause))
  }

  @Test(.accelerated)
  func `a cancelled effect that waits for another one's task fails long before its time-out`() async throws {
    let failures = await recordingFailures {
      let store = makeStore(.value)
      await store.send(.first)
      let task = await store.send(.second)
      await task.cancel()  // Fails: effectInFlight
      await load.succeed(with: "loaded")
      await store.receive("first: loaded") { $0 = ["first: loaded"] }
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(failure.details.contains("second was cancelled, but waits for a task of first"))
  }

  @Test(arguments: Waiting.allCases)
  fileprivate func `a step waits for an effect that continues outside after it waited for another one`(waiting: Waiting)
    async
  {
    let store = makeStore(waiting) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
      }
    }
    await store.send(.first)
    await store.send(.second)
    if waiting == .sleep { await store.clock.advance(by: .seconds(1)) } else { await load.succeed(with: "loaded") }
    await store.receive("first: loaded") { $0 = ["first: loaded"] }
    await store.receive("second: loaded") { $0.append("second: loaded") }
    await store.finish()
  }

  @Test(.accelerated)
  func `a token that two effects share is refreshed once, and both wait for the test`() async throws {
    let client = TokenClient(load)
    let failures = await recordingFailures {
      let store = TestStore(initialState: []) {
        Pair {
          await $0(await client.token())
        } second: {
          await $0(await client.token())
        }
      }
      store.timeout = .seconds(3600)
      await store.send(.first)
      await store.send(.second)
      await store.receive("x")  // Fails: missingFeedback
      await load.succeed(with: "x")
      await store.receive("x") { $0 = ["x"] }
      await store.receive("x") { $0 = ["x", "x"] }
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(failure.details.contains("second waits for a task of first"))
    #expect(load.callCount == 1)
  }

  @Test func `a failure with unknown awaited work states the known facts, and doesn't blame the outside`() async throws
  {
    let lock = ContinuationLock()
    let failures = await recordingFailures {
      let store = TestStore(initialState: []) {
        Pair { [load] send in
          await lock.lock()
          await send(await load())
          await lock.unlock()
        } second: { send in
          await lock.lock()
          await send("second")
          await lock.unlock()
        }
      }
      await store.send(.first)
      await store.send(.second)
      await store.receive("second", timeout: .milliseconds(20))  // Fails: timedOut
      await load.succeed(with: "first")
      await store.receive("first") { $0 = ["first"] }
      await store.receive("second") { $0 = ["first", "second"] }
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(failure.details.contains("first waits for the answer to 'load()'"))
    #expect(failure.details.contains("second is suspended, but not by a clock or a gate of the test"))
    #expect(failure.details.contains("It may wait for one of the effects that wait for the test."))
    #expect(!failure.details.contains("outside"))
  }
}
