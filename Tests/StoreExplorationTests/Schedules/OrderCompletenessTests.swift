import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite("What an exploration calls complete is all there is")
struct OrderCompletenessTests {
  /// What the comparison of an exploration with all there is has come to.
  private enum Comparison {
    /// There is too much to enumerate, or the test can fail in an order.
    case impossible

    /// The exploration has tried some orders, and come to nothing else than there is.
    case sampled

    /// The exploration calls itself complete, and has come to all there is.
    case complete

    /// The two have come to different things.
    case different(String)
  }

  /// Compares what an exploration has come to with all there is.
  private func compare(_ program: OrderProgram, _ granularity: ScheduleGranularity) async throws -> Comparison {
    guard let all = OrderModel(program: program, granularity: granularity).outcomes(limit: 1_500) else {
      return .impossible
    }
    var effort = ExplorationEffort()
    effort.factor = 0.1
    let (report, seen) = try await ExplorationEffort.$override.withValue(effort) {
      try await program.explored(granularity, budget: 4_000)
    }
    let (missing, extra) = (all.subtracting(seen), seen.subtracting(all))
    guard report.hasPassed, extra.isEmpty, missing.isEmpty || !report.isComplete else {
      return .different(
        """
        \(program)
        \(report)
        missing: \(missing.map(\.description).sorted())
        extra: \(extra.map(\.description).sorted())
        seen: \(seen.map(\.description).sorted())
        """
      )
    }
    return report.isComplete ? .complete : .sampled
  }

  @Test(arguments: [ScheduleGranularity.deliveries, .jobs], sample(Array<UInt64>(0..<5), every: 2))
  func `generated programs`(_ granularity: ScheduleGranularity, block: UInt64) async throws {
    let count = UInt64(max(1, ExplorationEffort.current.factor))
    var complete = 0
    for seed in block * count..<(block + 1) * count {
      let program = OrderProgram.random(seed, isShared: granularity == .jobs)
      switch try await compare(program, granularity) {
      case .impossible, .sampled: break
      case .complete: complete += 1
      case .different(let text):
        Issue.record("With the seed \(seed): \(text)")
        return
      }
    }
    // Otherwise the comparison would prove nothing.
    #expect(complete >= count / 3)
  }

  @Test(
    arguments: [
      // The test goes on after it has received the first of two.
      (OrderProgram(works: [[.send(0)]], inputs: [both, []], steps: [.send(0), .receive, .send(1)]), 2),
      // The outside answers when time has passed, before the test goes on.
      (
        OrderProgram(
          works: [[.call, .send(0), .sleep(100), .send(1)]],
          inputs: [one, []],
          steps: [.send(0), .advance(250), .send(1), .advance(50)]
        ), 3
      ),
      // The first input comes before the answer that the feature begins with.
      (OrderProgram(works: [[.call, .send(0)]], inputs: [[]], first: one, steps: [.send(0)]), 2),
    ]
  )
  func `programs of which an order is easily left out`(_ program: OrderProgram, outcomes: Int) async throws {
    #expect(OrderModel(program: program, granularity: .deliveries).outcomes(limit: 1_000)?.count == outcomes)
    guard case .complete = try await compare(program, .deliveries) else {
      Issue.record("An order is left out.")
      return
    }
  }

  /// Starts the first effect.
  private static let one = [OrderProgram.Command.start(0, id: nil, cancelInFlight: false, debounce: nil)]

  /// Starts the first effect twice.
  private static let both = one + one
}
