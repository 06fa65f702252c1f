import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite("Complete explorations")
struct OrderCompletenessTests {
  /// The result of comparing an exploration with a brute-force search.
  private enum Comparison {
    /// The program has too many orders, or an order in which the test fails.
    case impossible

    /// The exploration is a sample, and all of its outcomes are possible.
    case sampled

    /// The exploration is complete, and has all possible outcomes.
    case complete

    case different(String)
  }

  /// Compares the outcomes of an exploration with all possible ones.
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

  @Test(arguments: [ScheduleGranularity.deliveries, .jobs])
  func `a generated program has the outcomes of a brute-force search`(_ granularity: ScheduleGranularity) async throws {
    let seeds = seeds(3)
    var complete = 0
    for seed in seeds {
      let program = OrderProgram.random(seed, isShared: granularity == .jobs)
      switch try await compare(program, granularity) {
      case .impossible, .sampled: break
      case .complete: complete += 1
      case .different(let text):
        Issue.record("With the seed \(seed): \(text)")
        return
      }
    }
    tally(.orders, complete)
    // Otherwise the comparison would prove nothing. The portable runtime orders no jobs, so its explorations are samples.
    #expect(complete >= seeds.count / 3 || granularity == .jobs && !Runtime.isAccelerated)
  }

  @Test(
    arguments: [
      // The test continues after it has received the first of two.
      (OrderProgram(works: [[.send(0)]], inputs: [both, []], steps: [.send(0), .receive, .send(1)]), 2),
      // The outside answers when time has passed, before the test continues.
      (
        OrderProgram(
          works: [[.call, .send(0), .sleep(100), .send(1)]],
          inputs: [one, []],
          steps: [.send(0), .advance(250), .send(1), .advance(50)]
        ), 3
      ),
      // The first input comes before the answer to the start effect.
      (OrderProgram(works: [[.call, .send(0)]], inputs: [[]], first: one, steps: [.send(0)]), 2),
    ]
  )
  func `a program with a rare order has the outcomes of a brute-force search`(_ program: OrderProgram, outcomes: Int)
    async throws
  {
    #expect(OrderModel(program: program, granularity: .deliveries).outcomes(limit: 1_000)?.count == outcomes)
    guard case .complete = try await compare(program, .deliveries) else {
      Issue.record("An order is left out.")
      return
    }
  }

  private static let one = [OrderProgram.Command.start(0, id: nil, cancelInFlight: false, debounce: nil)]

  /// Starts the first effect twice.
  private static let both = one + one
}
