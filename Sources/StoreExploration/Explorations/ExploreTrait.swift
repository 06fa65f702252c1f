import StoreDependencies
import StoreTesting
public import Testing

/// A trait that runs a test under many schedules.
public struct ExploreTrait: TestTrait, SuiteTrait, TestScoping {
  let options: ScheduleExploration.Options

  /// Whether what nearly always held is reported.
  let suspects: Bool

  /// Whether suites pass the trait on to their suites and tests: `true`.
  public var isRecursive: Bool { true }

  /// Runs a test as ``explore(budget:seed:granularity:requiresCompleteSearch:suspects:fileID:filePath:line:column:_:)`` runs its
  /// code.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // A test that will be changed runs once.
    guard !AcceptanceMode.isOn else { return try await function() }
    try await withoutActuallyEscaping(function) { function in
      let exploration = ScheduleExploration(
        TestBody { try await function() },
        options,
        CallSite(test.sourceLocation)
      )
      // A schedule trait may follow this one, or belong to a test in a suite with this one. That trait would take
      // effect too late.
      let schedule = test.traits.lazy.compactMap { ($0 as? ScheduleTrait)?.text }.first
      try await ScheduleExploration.$replayed.withValue(schedule ?? ScheduleExploration.replayed) {
        let report = try await TestRun.scope {
          try await ObservedStores.reporting(suspects, at: CallSite(test.sourceLocation)) {
            let report = try await exploration.run()
            return (report.hasPassed, report)
          }
        }
        // A passing test also reports whether all schedules were tried.
        guard report.hasPassed, report.scheduleCount > 0, ScheduleExploration.replayed == nil else { return }
        TestAttachment(name: "schedules.txt", text: "\(report)").record(to: nil, at: CallSite(test.sourceLocation))
      }
    }
  }
}

extension Trait where Self == ExploreTrait {
  /// Runs the test under many schedules, as `explore` runs its code.
  public static var explore: Self { .explore() }

  /// Runs the test under many schedules, as `explore` runs its code.
  ///
  /// - Parameters:
  ///   - budget: The number of schedules to try; by default 2,500 times the factor of `STORE_TESTING_EFFORT`. If the
  ///     test has more schedules, the last fifth is random.
  ///   - seed: The seed of random choices; by default that of `STORE_TESTING_SEED`, or 0.
  ///   - granularity: The events that are reordered.
  ///   - requiresCompleteSearch: Whether the test fails if it has more schedules than the budget.
  ///   - suspects: Whether what nearly always held in all orders is reported, as warnings.
  public static func explore(
    budget: Int? = nil,
    seed: UInt64? = nil,
    granularity: ScheduleGranularity = .deliveries,
    requiresCompleteSearch: Bool = false,
    suspects: Bool = true
  ) -> Self {
    Self(
      options: ScheduleExploration.Options(
        budget: budget,
        seed: seed,
        granularity: granularity,
        requiresCompleteSearch: requiresCompleteSearch
      ),
      suspects: suspects
    )
  }
}

/// A trait that runs a test, or its explorations, under one schedule that an exploration printed.
public struct ScheduleTrait: TestTrait, TestScoping {
  let text: String

  /// Runs a test, and replays the schedule in its explorations. A test without an exploration runs under the schedule
  /// itself.
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
          TestBody {
            try await ScheduleExploration.$replayDetector.withValue(replayDetector) { try await function() }
          },
          ScheduleExploration.Options(granularity: isOfJobs ?? false ? .jobs : .deliveries),
          CallSite(test.sourceLocation)
        )
        await TestRun.scope {
          await RepeatedRuns.repeating { _ = await exploration.replay(text, unlessFoundBy: replayDetector) }
        }
      }
      guard replayDetector.hasFound else { return }
    }
    try await ScheduleExploration.$replayed.withValue(text) {
      try await TestRun.scope { try await function() }
    }
  }
}

extension Trait where Self == ScheduleTrait {
  /// Runs the test under one schedule, which a failure printed.
  ///
  /// Use it alone, or together with `.explore`. In a test that calls `explore`, its explorations run under the
  /// schedule.
  ///
  /// A schedule always fails in the same way. A damaged text, a text of another version, and a schedule that the test
  /// no longer follows are separate failures.
  ///
  /// - Parameter text: The text of the schedule.
  public static func schedule(_ text: String) -> Self { Self(text: text) }
}
