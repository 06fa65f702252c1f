import StoreDependencies
import StoreTesting
public import Testing

/// A trait that runs a test under many schedules.
public struct ExploreTrait: TestTrait, SuiteTrait, TestScoping {
  let options: ScheduleExploration.Options

  /// True: suites pass the trait on to their suites and tests.
  public var isRecursive: Bool { true }

  /// Runs a test as ``explore(budget:seed:granularity:requiresCompleteSearch:fileID:filePath:line:column:_:)`` does.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      let exploration = ScheduleExploration(
        ScheduledBody { try await function() },
        options,
        CallSite(test.sourceLocation)
      )
      // A schedule trait may follow this one, or belong to a test in a suite with this one. It would then take effect
      // too late.
      let schedule = test.traits.lazy.compactMap { ($0 as? ScheduleTrait)?.text }.first
      try await ScheduleExploration.$replayed.withValue(schedule ?? ScheduleExploration.replayed) {
        let report = try await exploration.run()
        // A passing test reports whether all schedules were tried, too.
        guard report.hasPassed, report.scheduleCount > 0, ScheduleExploration.replayed == nil else { return }
        TestAttachment(name: "schedules.txt", text: "\(report)").record(to: nil, at: CallSite(test.sourceLocation))
      }
    }
  }
}

extension Trait where Self == ExploreTrait {
  /// Runs the test under many schedules, as `explore` does with its code.
  public static var explore: Self { .explore() }

  /// Runs the test under many schedules, as `explore` does with its code.
  ///
  /// - Parameters:
  ///   - budget: The number of schedules to try; by default 2,500 times the factor of `STORE_TESTING_EFFORT`. If there
  ///     are more, the last fifth is random.
  ///   - seed: The seed of random choices; by default that of `STORE_TESTING_SEED`, or 0.
  ///   - granularity: The events that are reordered.
  ///   - requiresCompleteSearch: Whether it is a failure if there are more schedules than the budget.
  public static func explore(
    budget: Int? = nil,
    seed: UInt64? = nil,
    granularity: ScheduleGranularity = .deliveries,
    requiresCompleteSearch: Bool = false
  ) -> Self {
    Self(
      options: ScheduleExploration.Options(
        budget: budget,
        seed: seed,
        granularity: granularity,
        requiresCompleteSearch: requiresCompleteSearch
      )
    )
  }
}

/// A trait that runs a test, or its explorations, under one schedule that an exploration has printed.
public struct ScheduleTrait: TestTrait, TestScoping {
  let text: String

  /// Runs a test whose explorations replay the schedule. A test without an exploration is replayed itself.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if !test.traits.contains(where: { $0 is ExploreTrait }) {
      let replayDetector = ReplayDetector()
      let isOfJobs = (try? Schedule(text: text))?.deviations.contains { $0.label.hasPrefix(ScheduleOption.runPrefix) }
      await withoutActuallyEscaping(function) { function in
        let exploration = ScheduleExploration(
          ScheduledBody {
            try await ScheduleExploration.$replayDetector.withValue(replayDetector) { try await function() }
          },
          ScheduleExploration.Options(granularity: isOfJobs ?? false ? .jobs : .deliveries),
          CallSite(test.sourceLocation)
        )
        await exploration.replay(text, unlessFoundBy: replayDetector)
      }
      guard replayDetector.hasFound else { return }
    }
    try await ScheduleExploration.$replayed.withValue(text) { try await function() }
  }
}

extension Trait where Self == ScheduleTrait {
  /// Runs the test under one schedule, which a failure has printed.
  ///
  /// Use it alone, or together with `.explore`. In a test that calls `explore`, its explorations run under the
  /// schedule.
  ///
  /// A failure of a schedule is always the same. A damaged text, a text of another version, and a schedule that the
  /// test doesn't follow any more are separate failures.
  ///
  /// - Parameter text: The text of the schedule.
  public static func schedule(_ text: String) -> Self { Self(text: text) }
}
