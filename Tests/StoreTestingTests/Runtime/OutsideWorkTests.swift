import Dispatch
import Foundation
import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Work that returns from outside the test's control.
private enum Outside: CaseIterable {
  case dispatchQueue, thread, file, taskSleep, actorOfAnother, gateOpenedByTheTest

  func work(_ gate: Latch) async throws -> String {
    switch self {
    case .dispatchQueue:
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: "done") }
      }
    case .thread:
      return await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: "done") }.start()
      }
    case .file:
      let text = try await Task.detached { try String(contentsOfFile: #filePath, encoding: .utf8) }.value
      return text.hasPrefix("import Dispatch") ? "done" : "wrong"
    case .taskSleep:
      try await Task.sleep(for: .milliseconds(1))
      return "done"
    case .actorOfAnother:
      await Board.shared.note()
      return "done"
    case .gateOpenedByTheTest:
      await gate.wait()
      return "done"
    }
  }
}

/// An actor that all tests share.
private actor Board {
  static let shared = Board()
  private var notes = 0
  func note() async {
    notes += 1
    await Task.yield()
    notes += 1
  }
}

@Suite struct OutsideWorkTests {
  @Test(
    arguments: Outside.allCases.flatMap { outside in
      repetitions(20).map { (outside, $0) }
    }
  )
  fileprivate func `outside work is awaited, and its feedback received`(outside: Outside, copy: Int) async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await send(try await outside.work(gate))
        await send(try await outside.work(gate))
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    gate.open()
    await store.receive("done") { $0.log = ["done"] }
    await store.receive("done") { $0.log = ["done", "done"] }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `outside work that doesn't return ends in a failure that names it and the time`(isOwnTimeout: Bool) async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
      if !isOwnTimeout { store.timeout = .milliseconds(15) }
      await store.send(.go)
      await store.receive("x", timeout: isOwnTimeout ? .milliseconds(15) : nil)  // Fails: timedOut
      gate.open()
      await store.finish(timeout: .seconds(60))
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The feedback \"x\" did not arrive.")
    #expect(
      failures.first?.details.hasPrefix(
        "The store waited 15 ms of real time for work that no clock or gate of the test controls:\n\n    • work is suspended"
      )
        == true
    )
    #expect(failures.first?.details.contains("is suspended, but not by a clock or a gate of the test") == true)
  }

  @Test func `a timeout of zero receives only feedback that has already arrived`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await gate.wait()
          await send("x")
        }
      }
      await store.send(.go)
      await store.receive("x", timeout: .zero)  // Fails: timedOut
      gate.open()
      await store.receive("x", timeout: .zero) { $0.log = ["x"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a test that is cancelled while it waits fails once, as cancelled`() async {
    let (started, gate) = (Latch(), Latch())
    let test = Task {
      await recordingFailures {
        let store = TestStore(initialState: Runner.State()) {
          Runner { _ in
            started.open()
            await gate.wait()
          }
        }
        store.timeout = .seconds(60)
        await store.send(.go)
        await store.receive("x")  // Fails: testCancelled
        await store.finish()
      }
    }
    await started.wait()
    test.cancel()
    let failures = await test.value
    gate.open()
    #expect(failures.locations == markedFailures())
  }

  @Test func `the end of a cancelled test is one failure, although an effect still runs`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      await Task {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
        store.timeout = .seconds(60)
        await store.send(.go)
        withUnsafeCurrentTask { $0?.cancel() }
        await store.finish()  // Fails: testCancelled
      }.value
    }
    gate.open()
    #expect(failures.locations == markedFailures())
  }

  @Test func `a wait of a cancelled test fails again after an expected failure`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      await Task {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
        store.timeout = .seconds(60)
        await store.send(.go)
        withUnsafeCurrentTask { $0?.cancel() }
        let expected = await recordingFailures { await store.receive("x") }
        #expect(expected.kinds == [.testCancelled])
        await store.receive("x")  // Fails: testCancelled
        await store.finish()
      }.value
    }
    gate.open()
    #expect(failures.locations == markedFailures())
  }

  /// A store whose effect waits for a gate, with a time-out of a second.
  private func makeRace(_ gate: Latch) -> TestStore<Runner> {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await withTaskGroup(of: String.self) { group in
          group.addTask {
            try? await sleep(for: .seconds(1))
            return "timeout"
          }
          group.addTask {
            await gate.wait()
            return "done"
          }
          let winner = await group.next()
          await send(winner ?? "none")
          group.cancelAll()
        }
      }
    }
    store.timeout = .seconds(60)
    return store
  }

  @Test func `outside work can end before a sleep on the test's clock`() async {
    let gate = Latch()
    let store = makeRace(gate)
    await store.send(.go)
    Task.detached { gate.open() }
    await store.receive("done") { $0.log = ["done"] }
    await store.finish()
  }

  @Test func `a sleep on the test's clock can end before outside work`() async {
    let gate = Latch()
    let store = makeRace(gate)
    await store.send(.go)
    await store.clock.advance(by: .seconds(1))
    await store.receive("timeout") { $0.log = ["timeout"] }
    gate.open()
    await store.finish()
  }
}
