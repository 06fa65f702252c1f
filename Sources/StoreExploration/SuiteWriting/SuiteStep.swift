/// A step of a generated test, with all of its choices.
enum SuiteStep: Hashable, Sendable {
  /// A command of the author, by its position.
  case command(Int, draws: [UInt64])

  /// An answer to one of the waiting calls at a gate.
  case answer(gate: String, call: Int, answer: Int)

  /// Time passes to the next deadline of the clock.
  case time

  /// Whether it lets effects go on, without an input.
  var isOfEffects: Bool {
    switch self {
    case .command: false
    case .answer, .time: true
    }
  }
}

/// What one way through a feature did.
struct SuiteRun: Sendable {
  let steps: [SuiteStep]

  /// The steps in words: `query changed`, `300 ms pass`, `search fails`.
  var words: [String] = []

  /// The state and the waits at the end, as text.
  var key = ""

  /// The mode at the end with the names of the running effects. Ways that end alike are less worth going on from.
  var outline = ""

  /// The steps that are possible at the end.
  var options: [SuiteStep] = []

  /// The transitions that happened, and the ways in which effects ended.
  var items: Set<String> = []

  /// The transitions and ends of effects in the last step.
  var lastItems: Set<String> = []

  /// The transitions for the coverage of the suite.
  var record: CoverageRecord?

  /// Whether no effect runs at the end.
  var isOver = true

  /// Whether the last step changed the state, started or ended an effect, or sent anything.
  var hasLastChange = true

  /// The durations by which time passed, each with whether that was exactly to the next deadline.
  var passes: [(duration: Duration, isExact: Bool)] = []

  /// The steps of the test as source, if it was written.
  var lines: [String] = []

  /// The first failure that is no missing assertion; nil if there is none.
  var problem: String?

  /// The gates whose calls have no answers.
  var silentGates: Set<String> = []

  /// Whether one way is better than another that covers as much.
  func isShorter(than other: Self) -> Bool { steps.count < other.steps.count }
}
