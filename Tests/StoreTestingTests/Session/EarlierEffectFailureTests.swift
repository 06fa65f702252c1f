import Dispatch
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// When failures of effects that earlier steps have started are reported, and which code expects them.
@Suite struct EarlierEffectFailureTests {
  private typealias Store = TestStore<Machine<Int, Int, Never, Never>>

  private let first: @Sendable () -> Void = unimplemented("Client.first")
  private let second: @Sendable () -> Void = unimplemented("Client.second")

  @Test func `a known issue of an effect is none of an effect that an earlier step has started`() async {
    let lines = await FailureExpectation.known.unexpectedLines {
      let (first, second, latch) = (first, second, Latch())
      let store = Store(initialState: 0) {
        Machine { message, _ in
          if case .input(1) = message {
            return .run("first") { _ in
              await latch.wait()
              first()
            }
          }
          return .run("second") { _ in
            latch.open()
            await Task.yield()
            withKnownIssue { second() }
          }
        }
      }
      await store.send(1)
      await store.send(2)  // Fails: unimplementedDependency
      store.exhaustivity = .off
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test func `a failure of a plain thread between two steps is no known issue of the next step`() async {
    let lines = await FailureExpectation.known.unexpectedLines {
      let (first, callbacks) = (first, Recorder<@Sendable () -> Void>())
      let store = Store(initialState: 0) {
        Machine { message, _ in
          guard case .input(1) = message else { return .none }
          return .run("subscribe") { _ in
            callbacks.record(
              withEscapedDependencies { dependencies in
                { dependencies.yield { first() } }
              }
            )
          }
        }
      }
      await store.send(1)
      await store.receiveEffect("subscribe")  // Fails: unimplementedDependency
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          callbacks.values.first?()
          continuation.resume()
        }
      }
      await withKnownIssue(isIntermittent: true) { await store.send(2) }
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test func `failures of an effect and of the reducer are reported in their order`() async {
    let failures = await recordingFailures {
      let (first, second, isFirst, isSecond) = (first, second, Latch(), Latch())
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, String, Never> { message, _ in
          guard case .input = message else {
            second()
            return .none
          }
          return .merge(
            .run("first") { _ in
              await isFirst.wait()
              first()
            },
            .run("second") { @MainActor send in
              await isSecond.wait()
              await send("arrived")
            }
          )
        }
      }
      store.exhaustivity = .off
      await store.send(1)
      let executor = store.session.environment.executor
      let itemsBefore = executor.itemsAdded
      isFirst.open()
      isSecond.open()
      // The second effect then waits behind the first one in the store's queue.
      while executor.itemsAdded < itemsBefore + 2 { await Turns.passMainActorAndPool() }
      await store.receive("arrived")
      await store.finish()
    }
    #expect(failures.map { $0.headline.contains("Client.first") } == [true, false])
  }

  /// Makes a store whose effect "wait" fails when it is cancelled. Other inputs start an endless loop.
  private func makeStore() -> Store {
    let first = first
    let store = Store(initialState: 0) {
      Machine { message, _ in
        if case .input(1) = message {
          return .run("wait") { _ in
            try? await sleep(for: .seconds(60))
            first()
          }
        }
        return .run("loop") { _ in while !Task.isCancelled { await Task.yield() } }
      }
    }
    store.stepLimit = 1_000
    return store
  }

  @Test func `a step that is stopped as endless expects the failures of all effects that it cancels`() async {
    let lines = await FailureExpectation.known.unexpectedLines {
      let store = makeStore()
      await store.send(1)
      await withKnownIssue { await store.send(2) }
    }
    #expect(lines.isEmpty)
  }

  /// A store that a task without the test's task locals uses.
  ///
  /// Safety: one task at a time uses it.
  private final class Carrier: @unchecked Sendable {
    var store: Store?
  }

  @Test func `a detached task that ends a store reports the failures of its effects`() async {
    let carrier = Carrier()
    let failures = await recordingFailures {
      carrier.store = makeStore()
      await carrier.store?.send(1)
      await Task.detached { _ = await carrier.store?.finish() }.value
    }
    #expect(failures.kinds == [.effectInFlight, .unimplementedDependency])
  }

  @Test func `a store that a detached task has stopped reports the failures of its effects with its release`() async {
    let carrier = Carrier()
    let failures = await recordingFailures {
      carrier.store = makeStore()
      await carrier.store?.send(1)
      await Task.detached { _ = await carrier.store?.send(2) }.value
      carrier.store = nil
    }
    #expect(failures.kinds == [.livelock, .unimplementedDependency])
  }
}
