import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// Sequences of calls to a container, which has no inputs.
@MainActor @Suite struct CommandContainerTests {
  /// Orders that are sent off, confirmed by the outside, and taken back.
  private final class Orders: StateStore<Orders.State, Never> {
    /// The state of each order.
    struct State: Equatable {
      var sent = 0

      var confirmed = 0
    }

    private let confirm: @Sendable () async -> Void

    /// Whether cancelled orders can no longer be confirmed.
    private let isMended: Bool

    /// The orders that can still be confirmed.
    private var round = 0

    init(isMended: Bool, confirm: @escaping @Sendable () async -> Void) {
      self.isMended = isMended
      self.confirm = confirm
      super.init(state: State())
    }

    func order() async {
      state.sent += 1
      let own = round
      await confirm()
      if own == round || !isMended { state.confirmed += 1 }
    }

    func takeBack() {
      round += 1
      state = State()
    }
  }

  /// Runs sequences of calls.
  private func check(isMended: Bool, seed: UInt64) async -> SequenceReport {
    await checkSequences(runs: 30, steps: 12, seed: seed) {
      let confirm = Gate<Void, Void, Never>("confirm") { _ in [.success(())] }
      let store = TestStore { Orders(isMended: isMended) { await confirm() } }
      store.always("no more is confirmed than sent") { $0.confirmed <= $0.sent }
      return store
    } commands: {
      Command.call("order") { await $0.order() }
      Command.call("takeBack", when: { $0.sent > 0 }) { $0.takeBack() }
    }
  }

  @Test(arguments: seeds(2))
  func `a late answer after a call is found in the fewest steps`(seed: UInt64) async throws {
    let failures = await recordingFailures { _ = await check(isMended: false, seed: seed) }
    tally(.sequences)
    #expect(failures.kinds == [.failedSequence])
    let failure = try #require(failures.first)
    #expect(failure.headline.hasPrefix("The test fails after 3 steps: \"no more is confirmed than sent\""))
    #expect(failure.details.contains("1:order, 2:takeBack, answer:confirm/1.1"), "\(failure.details)")
    #expect(
      failure.details.contains(#"await store.call("order") { await $0.order() }"#),
      "\(failure.details)"
    )
  }

  @Test func `a failing sequence of calls is replayed each time`() async throws {
    let printed = await recordingFailures { _ = await check(isMended: false, seed: 0) }
    let details = try #require(printed.first?.details)
    let start = try #require(details.ranges(of: "q1-").first?.lowerBound)
    let text = String(details[start...].prefix { $0 != "\"" })
    for _ in repetitions(50) {
      let failures = await recordingFailures {
        await ReplayedSequence.$text.withValue(text) { _ = await check(isMended: false, seed: 0) }
      }
      #expect(failures.kinds == [.failedSequence])
    }
  }

  @Test func `a container without the bug passes`() async {
    let report = await check(isMended: true, seed: 0)
    #expect(report.hasPassed)
    #expect(report.steps > 100)
  }
}
