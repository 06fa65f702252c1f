import StoreCore
import StoreTesting

/// Finds ways through a feature, the shortest first, until no new transition is found.
struct SuiteSearch<Feature: Reducer> where Feature.State: Equatable {
  /// The limits of a search.
  struct Bounds {
    /// The greatest number of runs.
    var runs: Int

    /// The greatest number of steps of a run.
    var steps: Int

    /// The number of runs without anything new after which the search ends.
    var patience: Int { max(200, runs / 5) }
  }

  private let driver: SuiteDriver<Feature>
  private let bounds: Bounds

  /// The ways to go on from: those that ended in a situation for the first time come first.
  private var frontier: [[SuiteRun]] = []

  private var situations: [String: Int] = [:]

  /// The keys of the states from which the search goes on.
  private var known: Set<String> = []

  /// The steps that were taken in each state, by the keys of the states.
  private(set) var graph = SuiteGraph()

  /// The ways that reached anything, in the order in which they were found.
  private(set) var runs: [SuiteRun] = []

  /// All that was reached.
  private(set) var goals: Set<Int> = []

  /// The coverage of all ways.
  private(set) var record: CoverageRecord

  /// The shortest way to each failure.
  private(set) var problems: [(text: String, words: [String])] = []

  private(set) var silentGates: Set<String> = []

  /// Whether every state was reached from which another one can be reached within the limits.
  private(set) var isComplete = false

  /// Whether the last ways still showed something new when the limit of runs was reached.
  private(set) var isCutShort = false

  init(_ driver: SuiteDriver<Feature>, within bounds: Bounds) {
    self.driver = driver
    self.bounds = bounds
    record = driver.feature.makeRecord()
  }

  /// Searches until nothing new is found, or a limit is reached.
  ///
  /// - Parameter progress: The line on a terminal that counts the ways.
  mutating func run(_ progress: inout ExplorationProgress) async throws {
    var idle = 0
    try await visit([], from: nil, &idle)
    while let next = popNext() {
      for step in next.options {
        guard idle < bounds.patience, !Task.isCancelled else { return }
        guard driver.runCount < bounds.runs else { return isCutShort = true }
        progress.tell("\(grouped(driver.runCount)) ways tried")
        try await visit(next.steps + [step], from: next.key, &idle)
      }
    }
    isComplete = true
  }

  private mutating func visit(_ steps: [DrivenStep], from key: String?, _ idle: inout Int) async throws {
    let run = try await driver.run(steps)
    idle += 1
    silentGates.formUnion(run.silentGates)
    if let problem = run.problem {
      if !problems.contains(where: { $0.text == problem }) { problems.append((problem, run.words)) }
      return
    }
    let new = run.lastGoals.subtracting(goals)
    let isWorthTest = new.contains { driver.goals.isWorthTest($0) }
    if new.contains(where: { driver.goals.weights[$0] > 0 }) { idle = 0 }
    goals.formUnion(new)
    if let found = run.record { record.merge(found) }
    runs.append(run)
    graph.add(run, from: key)
    guard known.insert(run.key).inserted, steps.count < bounds.steps else { return }
    let level = (isWorthTest ? 0 : 1) + situations[run.situation, default: 0] + steps.count / 6
    situations[run.situation, default: 0] += 1
    while frontier.count <= level { frontier.append([]) }
    frontier[level].append(run)
  }

  private mutating func popNext() -> SuiteRun? {
    guard let level = frontier.firstIndex(where: { !$0.isEmpty }) else { return nil }
    return frontier[level].removeFirst()
  }
}
