@testable import StoreExploration

extension PromiseFacts {
  /// Makes the facts of situations that are made by hand, and all explored.
  init(by situations: [Situation], _ steps: [Step] = []) {
    self.init(
      situations,
      steps: steps.sorted { $0.from < $1.from },
      isExplored: Array(repeating: true, count: situations.count)
    )
  }

  /// Makes the facts of states in which nothing runs.
  init(of states: [Any], _ steps: [Step] = []) {
    self.init(by: states.map { Situation(of: $0) }, steps)
  }
}

extension PromiseFacts.Situation {
  /// Makes the situation of a state in which effects run.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - effects: The names of the effects.
  ///   - labels: The labels of the effects, if they are not the names.
  init(of state: Any, running effects: [String] = [], labels: [String]? = nil) {
    self.init(state: StateFacts(of: state), running: effects, labels: labels ?? effects, places: labels ?? effects)
  }
}
