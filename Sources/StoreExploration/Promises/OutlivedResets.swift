import StoreTesting

/// Finds effects that go on after an input that resets the state and stops other work: "nothing loads on after the log-out".
struct OutlivedResets: CandidateFinder {
  private struct Key: Hashable {
    let input: String
    let effect: String
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    var exceptions: [Key: [Candidate.Exception]] = [:]
    var stopped: [String: Set<String>] = [:]
    var resets: Set<String> = []
    let isLikeStart = (0..<facts.situationCount).map { facts.isLikeStart($0) }
    for (position, step) in facts.steps.enumerated() where step.from != step.to {
      guard let input = step.input, isLikeStart[step.to] else { continue }
      if facts.changedFields(in: step).count > 1 { resets.insert(input) }
      stopped[input, default: []].formUnion(step.cancelled)
      let set = facts.meantConditions(setBy: step)
      for survivor in Set(step.survivors.compactMap(\.self)) {
        let filling = facts.nextSteps(of: survivor, at: step.to).first { number in
          let late = facts.steps[number]
          // `UndoneSteps` tells what was there before.
          return late.isChange && late.command == nil && !late.isFailure
            && !set.contains { facts.value(insteadOf: $0, at: late.to) == facts.value(insteadOf: $0, at: step.from) }
        }
        guard let filling else { continue }
        exceptions[Key(input: input, effect: facts.running[step.to][survivor]), default: []]
          .append(Candidate.Exception(node: step.from, steps: [position, filling]))
      }
    }
    return exceptions.compactMap { key, found in
      // An input that stops other work means to stop all.
      guard resets.contains(key.input), let others = stopped[key.input]?.subtracting([key.effect]), !others.isEmpty
      else { return nil }
      return Candidate(
        text:
          "after \(key.input), which stops \(others.sorted().joined(separator: " and ")), no older work changes the state",
        complaint: "\(key.effect), which started before \(key.input), changes the state that it has reset",
        support: others.count,
        exceptions: found,
        weight: 0.9,
        cause: "an older \(key.effect)"
      )
    }
  }
}
