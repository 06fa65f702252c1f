extension SuiteGoals {
  /// Finds the parts that decide how the feature reacts to each message.
  ///
  /// - Returns: The decisions that were found.
  mutating func decide() -> Set<Int> {
    for (message, observations) in observations.sorted(by: { $0.key < $1.key }) {
      let fields = Set(observations.flatMap(\.fields.keys)).sorted()
      for field in fields {
        let near = decide(by: field, besides: [], observations, message)
        guard !near else { continue }
        // Some fields change only together with another one.
        for other in fields where other != field { _ = decide(by: field, besides: [other], observations, message) }
      }
    }
    return decisions.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Finds situations that differ in a field, and in some others, and in the reactions to a message.
  private mutating func decide(
    by field: Int,
    besides others: [Int],
    _ observations: [Observation],
    _ message: Int
  ) -> Bool {
    let observations = observations.filter { $0.fields[field] != nil }
    var groups: [[Int: Int]: [Observation]] = [:]
    for observation in observations {
      groups[observation.rest(besides: [field] + others), default: []].append(observation)
    }
    var hasFound = false
    for observation in observations {
      let isDecisive = groups[observation.rest(besides: [field] + others), default: []].contains {
        $0.reaction != observation.reaction && $0.fields[field] != observation.fields[field]
      }
      guard isDecisive else { continue }
      let goal = Goal(kind: .decision, message: message, first: field, second: observation.reaction)
      decisions[observation.goal, default: []].insert(number(of: goal))
      hasFound = true
    }
    return hasFound
  }
}
