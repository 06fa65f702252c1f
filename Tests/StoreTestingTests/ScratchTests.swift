import Dispatch
import StoreTesting
import Testing
import Synchronization
import Foundation

struct Flow: Reducer {
  struct State: Equatable { var log: [String] = [] }
  enum Input: Sendable { case go }
  let effect: @Sendable (Send<String>) async throws -> Void
  func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, Never> {
    switch message {
    case .input: return .run("flow", operation: effect)
    case .feedback(let text): state.log.append(text); return .none
    }
  }
}
actor Bumper { var n = 0; func bump() -> Int { n += 1; return n } }

@Suite struct ScratchTests {
  @Test func blocked() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Flow.State()) {
        Flow { send in
          let semaphore = DispatchSemaphore(value: 0)
          Task { await send("inner"); semaphore.signal() }
          func wait() { semaphore.wait() }
          wait()
          await send("done")
        }
      }
      await store.send(.go)
      await store.receive("done") { $0.log = ["done"] }
      await store.finish()
    }
    for f in failures { print(f) }
  }
  @Test func livelock() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Flow.State()) {
        Flow { send in while true { try await DependencyValues.current.continuousClock.sleep(for: .zero) } }
      }
      await store.send(.go)
      await store.finish()
    }
    for f in failures { print(f) }
    let more = await recordingFailures {
      let store = TestStore(initialState: Flow.State()) {
        Flow { send in while true { await Task.yield() } }
      }
      await store.send(.go)
      await store.finish()
    }
    for f in more { print(f) }
  }
  @Test(arguments: 0..<200) func mixed(i: Int) async {
    let actor = Bumper()
    let store = TestStore(initialState: Flow.State()) {
      Flow { send in
        await MainActor.run {}
        await send("main")
        await Task { await send("task") }.value
        await Task.detached { _ = await actor.bump(); await send("detached") }.value
        Task { await Task.yield(); await send("unawaited") }
        let (stream, c) = AsyncStream<Int>.makeStream()
        Task.detached { for i in 0..<3 { c.yield(i); await Task.yield() }; c.finish() }
        for await x in stream { await send("s\(x)") }
        await withTaskGroup(of: Int.self) { g in for _ in 0..<3 { g.addTask { await actor.bump() } }; for await x in g { await send("g\(x)") } }
        let t = Task { @MainActor in await send("main task") }
        _ = await t.value
        await send("end")
      }
    }
    store.exhaustivity = .observable
    await store.send(.go)
    store.assert { $0.log = ["main", "task", "detached", "s0", "unawaited", "s1", "s2", "g2", "g3", "g4", "main task", "end"] }
    await store.finish()
  }
  @Test(arguments: 0..<50) func outside(i: Int) async {
    let store = TestStore(initialState: Flow.State()) {
      Flow { send in
        await withCheckedContinuation { c in Thread { c.resume() }.start() }
        await send("thread")
        await withCheckedContinuation { c in DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { c.resume() } }
        await send("queue")
        try await Task.sleep(for: .milliseconds(3))
        await send("slept")
      }
    }
    await store.send(.go)
    await store.receive("thread") { $0.log = ["thread"] }
    await store.receive("queue") { $0.log.append("queue") }
    await store.receive("slept") { $0.log.append("slept") }
    await store.finish()
  }
}
