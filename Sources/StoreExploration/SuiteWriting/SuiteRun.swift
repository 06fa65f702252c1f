import StoreTesting

/// What one way through a feature did.
struct SuiteRun: Sendable {
  let steps: [DrivenStep]

  /// The steps in words: `query changed`, `300 ms pass`, `search fails`.
  var words: [String] = []

  /// The state and the waits at the end, as text.
  var key = ""

  /// The state at the end in parts, and the running effects. Ways that end alike are less worth going on from.
  var situation = ""

  /// The steps that are possible at the end.
  var options: [DrivenStep] = []

  /// What each step shows, if the test is written, and otherwise what the last one does.
  var stepGoals: [Set<Int>] = []

  /// Whether each of these steps changes the state, starts or ends an effect, or sends anything.
  var changes: [Bool] = []

  /// The transitions for the coverage of the suite.
  var record: CoverageRecord?

  /// Whether no effect runs at the end.
  var isOver = true

  /// The gates whose calls go on after all effects are cancelled, if the test was written. A test can't end before they
  /// are answered.
  var stubbornGates: Set<String> = []

  /// Whether effects go on after all are cancelled, if the test was written.
  var isStubborn = false

  /// The durations by which time passed, each with whether that was exactly to the next deadline.
  var passes: [(duration: Duration, isExact: Bool)] = []

  /// The steps after which the written test asserts which effects run.
  var stepsWithEffects: Set<Int> = []

  /// What the written test asserts besides events.
  var assertions = WrittenAssertions()

  /// The test as source, if it was written: what precedes the first step, each step, and the end.
  var parts: [[String]] = []

  /// What each step leads to, in words, if the test was written.
  var story: [SuiteScene] = []

  /// The first failure that is no missing assertion; nil if there is none.
  var problem: String?

  /// The gates whose calls have no answers.
  var silentGates: Set<String> = []

  /// What a written test shows.
  var goals: Set<Int> { stepGoals.reduce(into: []) { $0.formUnion($1) } }

  /// What the last step shows.
  var lastGoals: Set<Int> { stepGoals.last ?? [] }

  /// Whether one way is better than another that covers as much.
  func isShorter(than other: Self) -> Bool { steps.count < other.steps.count }
}
