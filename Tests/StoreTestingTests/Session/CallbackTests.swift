import Dispatch
import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// A callback of another framework to an effect whose tasks all sleep on the clock of the test.
private enum Callback: CaseIterable {
  case sendsBesideGroup, sendsBesideTasks, sendsBesideTaskLeftBehind, cancelsAwaitedTask, cancelsTaskLeftBehind

  /// Starts the sleeps, and calls back later.
  func run(_ send: Send<String>) async throws {
    switch self {
    case .sendsBesideGroup:
      callBack { Task { await send("x") } }
      try await withThrowingTaskGroup { group in
        for _ in 0..<2 { group.addTask { try await sleep(for: .seconds(1)) } }
        try await group.waitForAll()
      }
    case .sendsBesideTasks:
      callBack { Task { await send("x") } }
      let tasks = (0..<2).map { _ in Task { try await sleep(for: .seconds(1)) } }
      for task in tasks { try await task.value }
    case .sendsBesideTaskLeftBehind:
      Task { try await sleep(for: .seconds(1)) }
      callBack { Task { await send("x") } }
    case .cancelsAwaitedTask:
      let task = Task { try await sleep(for: .seconds(1)) }
      callBack { task.cancel() }
      if case .failure = await task.result { await send("x") }
    case .cancelsTaskLeftBehind:
      let task = Task {
        do { try await sleep(for: .seconds(1)) } catch { await send("x") }
      }
      callBack { task.cancel() }
    }
  }

  /// Calls back from another thread, after the test has stopped waiting.
  private func callBack(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20), execute: body)
  }
}

@Suite(.timeLimit(.minutes(15))) struct CallbackTests {
  @Test(arguments: Callback.allCases)
  fileprivate func `a step waits for a callback that holds a sender or a task`(callback: Callback) async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in try await callback.run(send) }
    }
    await store.send(.go)
    await store.receive("x") { $0.log = ["x"] }
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `a callback that cancels the wait of a silent effect ends the effect before the test does`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        let task = Task { try await sleep(for: .seconds(1)) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { task.cancel() }
        _ = await task.result
      }
    }
    await store.send(.go)
    await store.receiveEffect("work")
    await store.finish()
  }
}
