import StoreTesting

/// Finds effects that go on after an input that resets the state and stops other work: "nothing loads on after the log-out". So it is with a
/// failure that also leads back to the start, such as the end of a session, and with an effect that the input stops.
struct OutlivedResets: CandidateFinder {
  private struct Key: Hashable {
    let cause: String
    let isInput: Bool
    let effect: String
  }

  /// The greatest number of steps between a reset and a failure of older work: an input that logs in, and its answer.
  private static var reachOfFailures: Int { 2 }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var exceptions: [Key: [Candidate.Exception]] = [:]
    var stopped: [String: Set<String>] = [:]
    var resets: Set<String> = []
    for (position, step) in facts.steps.enumerated() where step.from != step.to {
      guard facts.isReset(step) || isForcedReset(step, facts) else { continue }
      if let input = step.input {
        if facts.changedFields(in: step).count > 1 { resets.insert(input) }
        stopped[input, default: []].formUnion(step.cancelled)
      }
      let set = facts.meantConditions(setBy: step)
      for survivor in Set(step.survivors.compactMap(\.self)) {
        let filling = facts.nextSteps(of: survivor, at: step.to).first { number in
          let late = facts.steps[number]
          // That a command has failed may still be shown, but what it has changed isn't there to be put back.
          guard late.command == nil, !late.isFailure else { return fillsList(late, facts) }
          // `UndoneSteps` tells what was there before.
          return late.isChange
            && !set.contains { facts.value(insteadOf: $0, at: late.to) == facts.value(insteadOf: $0, at: step.from) }
        }
        guard
          let late = filling.map({ [$0] }) ?? laterSteps(of: survivor, at: step.to, facts)
            ?? missedSteps(of: survivor, at: step.to, facts)
        else { continue }
        let key = Key(cause: step.cause, isInput: step.input != nil, effect: facts.running[step.to][survivor])
        exceptions[key, default: []].append(Candidate.Exception(node: step.from, steps: [position] + late))
      }
    }
    // An input that mostly resets the state, and stops other work, means to stop all. A failure means to stop what such inputs stop.
    let meant = resets.filter { mostlyResets($0, facts) }
    let stoppedByAny = meant.reduce(into: Set<String>()) { $0.formUnion(stopped[$1] ?? []) }
    return exceptions.compactMap { key, found in
      let isMeant = key.isInput ? meant.contains(key.cause) : stoppedByAny.contains(key.effect)
      let others = key.isInput ? (stopped[key.cause] ?? []).subtracting([key.effect]) : stoppedByAny
      guard isMeant, !others.isEmpty else { return nil }
      let stops = key.isInput ? "which stops \(others.sorted().joined(separator: " and ")), " : ""
      return Candidate(
        text: "after \(key.cause), \(stops)no older work changes the state",
        complaint: "\(key.effect), which started before \(key.cause), changes the state that it has reset",
        support: others.count,
        // One is enough: how many situations the older work survives in says nothing about what the input means.
        exceptions: Array(found.prefix(1)),
        weight: 1,
        cause: "an older \(key.effect)"
      )
    }
  }

  /// Whether a failure leads back to the start, but for a field that tells of it.
  private func isForcedReset(_ step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    let changes = facts.changedFields(in: step)
    return step.input == nil && step.isFailure && changes.count > 2
      && changes.contains { facts.isLikeStart(step.to, besides: $0) }
  }

  /// Whether an input leads back to the start at least in half of the cases in which it changes anything, and so not by chance.
  private func mostlyResets(_ input: String, _ facts: PromiseFacts) -> Bool {
    let changes = facts.steps.filter { $0.input == input && $0.isChange }
    return changes.count { facts.likeStart[$0.to] } * 2 >= changes.count
  }

  /// Returns the steps of an input, and of an effect that succeeds after it and changes the state: the next user sees what the last one
  /// has saved.
  private func laterSteps(of effect: Int, at node: Int, _ facts: PromiseFacts) -> [Int]? {
    for next in facts.stepsFrom[node] where facts.steps[next].input != nil && facts.steps[next].isChange {
      guard let survivor = facts.steps[next].survivors[effect] else { continue }
      let late = facts.nextSteps(of: survivor, at: facts.steps[next].to).first {
        facts.steps[$0].isChange && facts.steps[$0].call != nil && !facts.steps[$0].isFailure
      }
      if let late { return [next, late] }
    }
    return nil
  }

  /// Returns the steps to an effect's failure that changes the state, though just after the reset it does nothing: the feature asks whether
  /// a user is logged in, and not which one.
  private func missedSteps(of effect: Int, at node: Int, _ facts: PromiseFacts) -> [Int]? {
    let ignored = facts.nextSteps(of: effect, at: node).filter {
      facts.steps[$0].isFailure && !facts.steps[$0].isChange
    }
    let calls = Set(ignored.compactMap { facts.steps[$0].call })
    guard !calls.isEmpty else { return nil }
    var reached: [(node: Int, effect: Int, path: [Int])] = [(node, effect, [])]
    for _ in 0..<Self.reachOfFailures {
      reached = reached.flatMap { here in
        facts.stepsFrom[here.node].compactMap { next in
          let step = facts.steps[next]
          guard step.isChange, !step.isFailure, !facts.likeStart[step.to] else { return nil }
          return step.survivors[here.effect].map { (step.to, $0, here.path + [next]) }
        }
      }
      for here in reached {
        let late = facts.nextSteps(of: here.effect, at: here.node).first { number in
          let step = facts.steps[number]
          return step.isFailure && step.isChange && step.call.map(calls.contains) ?? false
        }
        if let late { return here.path + [late] }
      }
    }
    return nil
  }

  private func fillsList(_ step: PromiseFacts.Step, _ facts: PromiseFacts) -> Bool {
    facts.listPaths.contains { path in
      facts.lists[step.from][path]?.isEmpty ?? true && !(facts.lists[step.to][path]?.isEmpty ?? true)
    }
  }
}
