import StoreTesting

/// Finds failures that can't be tried again, as others can, and in which all that is left is to start anew, or in which another input may
/// begin the work that has failed: a refresh that fails on the last page, where a retry needs a next one. So are those that could be tried
/// again until something else has ended.
///
/// `DeadInputs` explains a dead retry by a condition that it needs, such as a note of the failed step. Here the missing note is the bug.
struct DeadRetries: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let listeners = listeners(in: facts)
    return Set(facts.steps.compactMap(\.input)).sorted().compactMap { candidate(for: $0, beside: listeners, facts) }
  }

  /// Returns the effects that tell of nothing but elements of streams, so that a retry needs not wait for them.
  private func listeners(in facts: PromiseFacts) -> Set<String> {
    facts.steps.reduce(into: Set(facts.running.joined())) { effects, step in
      if !step.isElement { effects.subtract(facts.senders(in: step)) }
    }
  }

  private func candidate(for input: String, beside listeners: Set<String>, _ facts: PromiseFacts) -> Candidate? {
    let steps = facts.steps.indices.filter { facts.steps[$0].input == input }
    let live = steps.filter { facts.steps[$0].isEffective }
    guard !live.isEmpty, live.allSatisfy({ !facts.steps[$0].started.isEmpty }) else { return nil }
    // What only acts where a failure is shown, be it of one element or of another, tries again.
    let failures = facts.atoms.indices.filter(facts.isFailureMark)
    let alike = Dictionary(grouping: failures) { facts.atoms[$0].textOfAnyElement }
    let marks = alike.values.filter { marks in live.allSatisfy { isMarked(facts.steps[$0].from, by: marks, facts) } }
      .joined().sorted()
    let idle = steps.filter {
      !facts.steps[$0].isEffective && listeners.isSuperset(of: facts.running[facts.steps[$0].from])
    }
    let ends = idle.filter { isEnd(facts.steps[$0].from, facts) }
    let mark = marks.first { mark in ends.contains { facts.holds[mark][facts.steps[$0].from] } }
    let idleFrom = Dictionary(grouping: idle) { facts.steps[$0].from }
    let dead =
      mark == nil
      ? refused(input, among: idleFrom, beside: live, failures, facts)
        ?? stranded(input, among: idleFrom, beside: live, failures, facts) : nil
    guard let mark = mark ?? dead?.mark else { return nil }
    let exceptions = dead?.steps ?? ends.filter { facts.holds[mark][facts.steps[$0].from] }
    // What is named as a retry is to act after each failure.
    guard exceptions.count <= live.count || dead != nil && isRetry(input) else { return nil }
    return Candidate(input, under: facts.atoms[mark], support: live.count, dead: exceptions, in: facts)
  }

  /// Returns the steps of a retry that does nothing just after a failure, though it begins elsewhere what has failed, and another input may
  /// begin that anew, or though it begins what leads to that; nil if there are none.
  private func refused(
    _ input: String,
    among idle: [Int: [Int]],
    beside live: [Int],
    _ failures: [Int],
    _ facts: PromiseFacts
  ) -> (mark: Int, steps: [Int])? {
    // What is named as a retry also tries again where the same work may begin for something else.
    let isNamed = isRetry(input)
    guard isNamed || live.allSatisfy({ isMarked(facts.steps[$0].from, by: failures, facts) }) else { return nil }
    let works = Set(live.flatMap { facts.steps[$0].startedLabels })
    let names = Set(works.map(facts.name(ofLabel:)))
    func kind(_ label: String) -> String { isNamed ? facts.name(ofLabel: label) : label }
    let needed = Set(failures.filter { mark in live.allSatisfy { facts.holds[mark][facts.steps[$0].from] } })
    var refused: [Int: Set<Int>] = [:]
    for step in facts.steps where step.isFailure && idle[step.to] != nil {
      let senders = step.messages.compactMap(\.sender)
      let failed = Set(works.intersection(senders).map(kind))
      // What a retry leads to may be tried again as well, if it fails as the retry's own work does.
      let isSequel = isNamed && failed.isEmpty && senders.contains { isLed(to: $0, by: names, facts) }
      let isOpen =
        !failed.isEmpty
        && facts.stepsFrom[step.to].lazy.map { facts.steps[$0] }
          .contains { !failed.isDisjoint(with: $0.startedLabels.map(kind)) && !endsBan($0, of: live, facts) }
      for mark in failures where facts.isSet(mark, by: step) && (isOpen || isSequel && needed.contains(mark)) {
        refused[mark, default: []].formUnion(idle[step.to] ?? [])
      }
    }
    return first(of: refused)
  }

  /// Whether some work leads to another effect.
  private func isLed(to label: String, by works: Set<String>, _ facts: PromiseFacts) -> Bool {
    let effect = facts.name(ofLabel: label)
    return !works.contains(effect) && works.contains { facts.leads($0, to: effect) }
  }

  /// Returns the steps of a retry that does nothing any more since something other than an input has taken away what it needs, and has left the
  /// failure: a reservation has expired that was to be confirmed again. Returns nil if there are none.
  private func stranded(
    _ input: String,
    among idle: [Int: [Int]],
    beside live: [Int],
    _ failures: [Int],
    _ facts: PromiseFacts
  ) -> (mark: Int, steps: [Int])? {
    guard isRetry(input) else { return nil }
    let liveNodes = Set(live.map { facts.steps[$0].from })
    var stranded: [Int: Set<Int>] = [:]
    for step in facts.steps where step.input == nil && liveNodes.contains(step.from) {
      // What ends another failure may leave one that is not to be tried again by this.
      guard let dead = idle[step.to], !failures.contains(where: { facts.isEnded($0, by: step) }) else { continue }
      for mark in failures where facts.holds[mark][step.from] && facts.holds[mark][step.to] {
        stranded[mark, default: []].formUnion(dead)
      }
    }
    return first(of: stranded)
  }

  /// Returns the first failure with its steps.
  private func first(of steps: [Int: Set<Int>]) -> (mark: Int, steps: [Int])? {
    steps.min { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }

  /// Whether a step ends a mode in which a retry never does anything, and no input does but those that end it: the app comes back from the
  /// background.
  private func endsBan(_ step: PromiseFacts.Step, of live: [Int], _ facts: PromiseFacts) -> Bool {
    facts.atoms.indices.contains { ban in
      facts.atoms[ban].isChoice && facts.isEndedInAnyCase(ban, by: step)
        && facts.stepsFrom[step.from].map { facts.steps[$0] }
          .allSatisfy { $0.input == nil || !$0.isEffective || facts.isEndedInAnyCase(ban, by: $0) }
        && live.allSatisfy { !facts.holds[ban][facts.steps[$0].from] }
    }
  }

  /// Whether an input is named as one that tries again, though it may act elsewhere, too.
  private func isRetry(_ input: String) -> Bool {
    let name = input.lowercased()
    return name.contains("retry") || name.contains("again")
  }

  private func isMarked(_ node: Int, by marks: [Int], _ facts: PromiseFacts) -> Bool {
    marks.contains { facts.holds[$0][node] }
  }

  /// Whether no input does anything in a situation in which nothing runs, but to lead back to the start.
  private func isEnd(_ node: Int, _ facts: PromiseFacts) -> Bool {
    facts.stepsFrom[node].allSatisfy { !facts.steps[$0].isEffective || facts.likeStart[facts.steps[$0].to] }
  }
}
