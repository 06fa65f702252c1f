import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// An observer that opens the latch of each effect that the test is about to wait for, by the effect's name.
final class LatchesOpener: ObserverOfStores, StoreObserver {
  private let latches: [String: Latch]

  init(_ latches: [String: Latch]) { self.latches = latches }

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }

  func willWait(for effects: () -> [LedgerEntry]) {
    for effect in effects() { latches[effect.snapshot.name ?? ""]?.open() }
  }
}

/// A test whose effects "first" and "second" wait for their latches, one after the other.
func receiveFirstAndSecond(behind latches: [String: Latch]) async {
  let store = TestStore(initialState: 0) {
    Machine<Int, String, String, Never> { message, _ in
      guard case .input(let name) = message, let latch = latches[name] else { return .none }
      return .run("\(name)") { send in
        await latch.wait()
        await send(name)
      }
    }
  }
  store.timeout = .seconds(60)
  for name in ["first", "second"] {
    await store.send(name)
    await store.receive(name)
  }
  await store.finish()
}

/// Audits a test with effects that wait for something outside of it.
///
/// - Parameters:
///   - names: The effects that go on when the test waits.
///   - body: The test, which gets the latches of these effects, and a stream of nothing for others.
private func auditing(
  _ names: String...,
  body: @escaping (_ latches: [String: Latch], _ nothing: AsyncStream<Int>) async -> Void
) async throws -> [TestFailure] {
  try await recordingFailures {
    try await auditDeterminism(runs: 1) {
      let latches = Dictionary(uniqueKeysWithValues: names.map { ($0, Latch()) })
      let (nothing, continuation) = AsyncStream<Int>.makeStream()
      await Hooks.$observers.withValue(Hooks.observers + [LatchesOpener(latches)]) { await body(latches, nothing) }
      continuation.finish()
    }
  }
}

/// Which effects an audit says that the test has waited for.
@Suite(.accelerated) struct AuditWaitTests {
  @Test func `each effect outside of the test that it waits for is named`() async throws {
    let failures = try await auditing("first", "second") { latches, _ in await receiveFirstAndSecond(behind: latches) }
    #expect(failures.kinds == [.nondeterminism])
    for name in ["first", "second"] {
      #expect(failures.first?.text.contains("he effect \(name) is suspended") == true, "\(failures)")
    }
  }

  /// A feature with an effect that goes on when the test waits, and one that waits until it is cancelled.
  private static func feature(
    _ latch: Latch?,
    _ nothing: AsyncStream<Int>
  ) -> Machine<Int, Bool, Int, Never> {
    let moving = Effect<Int, Never>.run("moving") { send in
      @Dependency(\.continuousClock) var clock
      guard let latch else { return }
      await latch.wait()
      await send(1)
      try await clock.sleep(for: .seconds(1))
      await send(2)
    }
    let stuck = Effect<Int, Never>.run("stuck") { _ in
      for await _ in nothing {}
    }
    return Machine { message, _ in
      switch message {
      case .input(true): .merge(moving, stuck.cancellable(id: "stuck"))
      case .input(false): .cancel(id: "stuck")
      case .feedback: .none
      }
    }
  }

  @Test func `an effect that waits all the while is no finding`() async throws {
    let failures = try await auditing("moving") { latches, nothing in
      let store = TestStore(initialState: 0) { Self.feature(latches["moving"], nothing) }
      store.timeout = .seconds(60)
      await store.send(true)
      await store.receive(1)
      await store.send(false)
      await store.clock.advance(by: .seconds(1))
      await store.receive(2)
      await store.finish()
    }
    #expect(failures.kinds == [.nondeterminism])
    #expect(failures.first?.text.contains("the effect moving is suspended") == true, "\(failures)")
    #expect(failures.first?.text.contains("stuck") == false, "\(failures)")
  }

  @Test func `an effect that the test waits for in vain is no finding`() async throws {
    let failures = try await auditing { _, nothing in
      let store = TestStore(initialState: 0) { Self.feature(nil, nothing) }
      await store.send(true)
      await store.receive(1, timeout: .milliseconds(1))
      await store.send(false)
      await store.finish()
    }
    #expect(failures.count == 1)
    #expect(!failures.kinds.contains(.nondeterminism), "\(failures)")
  }
}
