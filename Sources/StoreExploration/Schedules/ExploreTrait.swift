import StoreDependencies
import StoreTesting
public import Testing

/// Runs a test under many schedules.
public struct ExploreTrait: TestTrait, SuiteTrait, TestScoping {
  let options: ScheduleExploration.Options

  /// Suites pass the trait on to the suites and tests in them.
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
      // The other trait may stand behind this one, or on the test in a suite with this one, and then takes effect too late.
      let schedule = test.traits.lazy.compactMap { ($0 as? ScheduleTrait)?.text }.first
      try await ScheduleExploration.$replayed.withValue(schedule ?? ScheduleExploration.replayed) {
        let report = try await exploration.run()
        // A test that passes says as well whether all orders were tried.
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
  ///   - budget: How many schedules are tried; 2,500, times what `STORE_TESTING_EFFORT` says. If there are more, the last fifth is chosen by chance.
  ///   - seed: What chance goes by; else what `STORE_TESTING_SEED` says, or 0.
  ///   - granularity: How closely things are put in other orders.
  ///   - requiresCompleteSearch: Whether it is a failure that there are more schedules than could be tried.
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

/// Runs a test, or the explorations in it, under one schedule that an exploration has printed.
public struct ScheduleTrait: TestTrait, TestScoping {
  let text: String

  /// Runs a test whose explorations replay the schedule; one that explores nothing replays it itself.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if !test.traits.contains(where: { $0 is ExploreTrait }) {
      let scout = ReplayDetector()
      let isOfJobs = (try? Schedule(text: text))?.deviations.contains { $0.label.hasPrefix(ScheduleOption.runPrefix) }
      await withoutActuallyEscaping(function) { function in
        let exploration = ScheduleExploration(
          ScheduledBody { try await ScheduleExploration.$scout.withValue(scout) { try await function() } },
          ScheduleExploration.Options(granularity: isOfJobs ?? false ? .jobs : .deliveries),
          CallSite(test.sourceLocation)
        )
        await exploration.replay(text, unlessFoundBy: scout)
      }
      guard scout.hasFound else { return }
    }
    try await ScheduleExploration.$replayed.withValue(text) { try await function() }
  }
}

extension Trait where Self == ScheduleTrait {
  /// Runs the test under one schedule only, which a failure has printed.
  ///
  /// It may stand alone, or beside `.explore`. In a test that calls `explore`, all that is explored there runs under the schedule.
  ///
  /// Where the schedule still fails, it fails in the same way each time. A text that was changed or is of another version, and one that the
  /// test no longer follows, are failures of their own.
  ///
  /// - Parameter text: The text of the schedule.
  public static func schedule(_ text: String) -> Self { Self(text: text) }
}
