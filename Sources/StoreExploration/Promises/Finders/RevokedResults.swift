import StoreTesting

/// Finds failures of other work that count as those of work that has succeeded: an accepted answer is shown as not sent once a connection
/// is lost.
struct RevokedResults: CandidateFinder {
  private struct Key: Hashable {
    /// The other work.
    let other: String

    /// The condition that says that something has failed.
    let mark: Int
  }

  private struct Revoked {
    let result: Int
    let exception: Candidate.Exception
  }

  private struct Failure {
    let position: Int
    let step: PromiseFacts.Step
    let senders: Set<String>
  }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let failures = facts.steps.enumerated().filter(\.element.isFailure).map { position, step in
      Failure(position: position, step: step, senders: facts.senders(in: step))
    }
    return failures.reduce(into: Set()) { $0.formUnion($1.senders) }.flatMap { candidates(for: $0, failures, facts) }
  }

  private func candidates(for effect: String, _ failures: [Failure], _ facts: PromiseFacts) -> [Candidate] {
    let own = failures.filter { $0.senders.contains(effect) }
    let marks = facts.atoms.indices.filter { mark in
      facts.isFailureMark(mark) && own.contains { facts.isSet(mark, by: $0.step) }
    }
    let results = marks.isEmpty ? [] : results(of: effect, facts)
    var found: [Key: [Revoked]] = [:]
    for failure in failures where !results.isEmpty {
      let step = failure.step
      // What goes on with the result, such as a stream of news of it, may tell that it ends.
      guard let other = failure.senders.min(), !facts.leads(effect, to: other),
        !facts.running[step.from].contains(effect)
      else { continue }
      for mark in marks where facts.isSet(mark, by: step) {
        let ended = results.first {
          facts.isEnded($0, by: step) && facts.atoms[$0].element == facts.atoms[mark].element
        }
        guard let ended else { continue }
        let exception = Candidate.Exception(node: step.from, steps: [failure.position])
        found[Key(other: other, mark: mark), default: []].append(Revoked(result: ended, exception: exception))
      }
    }
    return found.compactMap { key, revoked in
      let support = support(for: key, without: effect, failures, revoked, facts)
      guard support > 0 else { return nil }
      let (mark, result) = (facts.atoms[key.mark].text, facts.atoms[revoked[0].result].text)
      return Candidate(
        text: "\(key.other) doesn't set \(mark) once \(effect) has brought \(result)",
        complaint: "\(key.other) fails, and \(mark), though \(effect) has brought \(result)",
        support: support,
        exceptions: revoked.map(\.exception),
        weight: 0.85
      )
    }
  }

  /// Returns the number of failures of the other work that revoke nothing, and don't set the mark; zero if one does, as it then says that
  /// the other work has failed.
  private func support(
    for key: Key,
    without effect: String,
    _ failures: [Failure],
    _ revoked: [Revoked],
    _ facts: PromiseFacts
  ) -> Int {
    let others = failures.filter { failure in
      failure.senders.contains(key.other) && !facts.running[failure.step.from].contains(effect)
        && !revoked.contains { facts.holds[$0.result][failure.step.from] }
    }
    return others.contains { facts.isSet(key.mark, by: $0.step) } ? 0 : others.count
  }

  /// Returns the conditions that the answers of an effect bring, and no input, and that never hold when it starts.
  private func results(of effect: String, _ facts: PromiseFacts) -> [Int] {
    let starts = facts.steps.filter { $0.started.contains(effect) }
    let answers = facts.steps.filter { $0.isAnswer && facts.senders(in: $0).contains(effect) }
    guard !starts.isEmpty else { return [] }
    return facts.atoms.indices.filter { atom in
      facts.isReached(atom) && !facts.isOfFailures[atom] && starts.allSatisfy { !facts.holds[atom][$0.to] }
        && answers.contains { facts.isSet(atom, by: $0) }
        && facts.steps.allSatisfy { $0.input == nil || !facts.isSet(atom, by: $0) }
    }
  }
}
