/// The steps in which some causes cancel an effect.
struct Cancellation {
  let effect: String

  /// The positions of the steps.
  let positions: [Int]

  let causes: Set<String>

  /// The conditions that all of the steps end.
  private let ended: [Int]

  /// The paths of the ids of the children that all of the steps leave.
  private let left: [String]

  /// The modes and values that are there after none of the steps, and not at the start, as a question is.
  private let begun: [Int]

  /// The steps that start the effect.
  private let starts: [PromiseFacts.Step]

  private let facts: PromiseFacts

  init(of effect: String, at positions: [Int], in facts: PromiseFacts) {
    let steps = positions.map { facts.steps[$0] }
    self.effect = effect
    self.positions = positions
    self.facts = facts
    causes = Set(steps.map(\.cause))
    ended = facts.atoms.indices.filter { atom in
      facts.atoms[atom].isOfState && steps.allSatisfy { facts.isEnded(atom, by: $0) }
    }
    left = facts.idPaths.filter { path in steps.allSatisfy { facts.leavesChild(with: path, by: $0) } }
    begun = facts.atoms.indices.filter { atom in
      facts.isReached(atom) && !steps.contains { facts.holds[atom][$0.to] }
    }
    starts = facts.steps.filter { $0.started.contains(effect) }
  }

  /// Returns the steps without those of inputs that answer a question, as they only act in modes that the inputs that ask begin.
  func withoutAnswers(to asking: Set<String>) -> Self {
    guard !asking.isEmpty else { return self }
    let questions = facts.atoms.indices.filter { atom in
      facts.isReached(atom)
        && facts.steps.allSatisfy { step in
          !facts.isSet(atom, by: step)
            || step.input.map { asking.contains($0) || causes.contains($0) } ?? false
        }
    }
    let answers = causes.filter { cause in
      questions.contains { atom in
        facts.steps.allSatisfy { $0.cause != cause || !$0.isEffective || facts.holds[atom][$0.from] }
      }
    }
    return Self(of: effect, at: positions.filter { !answers.contains(facts.steps[$0].cause) }, in: facts)
  }

  var exceptions: [Candidate.Exception] {
    positions.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) }
  }

  /// Whether all of the steps lead back to the start.
  var isReset: Bool { positions.allSatisfy { facts.likeStart[facts.steps[$0].to] && facts.steps[$0].started.isEmpty } }

  var isByInput: Bool { positions.contains { facts.steps[$0].input != nil } }

  /// Whether all of the steps leave a child.
  var leavesChild: Bool { !left.isEmpty }

  /// Whether the call of the effect returns nothing.
  var isOfCommand: Bool { facts.isCommand(effect) }

  /// The inputs that start the effect, if the steps end the value in which alone it starts.
  var starters: Set<String> {
    homes.contains { facts.atoms[$0].kind == .presence(true) } ? Set(starts.compactMap(\.input)) : []
  }

  /// Whether the causes leave the mode in which alone the effect starts as it is where it doesn't run, or ask before they take away its
  /// child.
  var isSparedElsewhere: Bool {
    let homes = homes
    return facts.steps.contains { step in
      causes.contains(step.cause) && !runs(before: step)
        && (homes.contains { facts.holds[$0][step.from] && facts.holds[$0][step.to] }
          || left.contains { facts.keepsChild(with: $0, by: step) } && facts.beginsMode(by: step))
    }
  }

  /// Whether a step begins a mode that is on after none of the steps, starts nothing, and ends nothing that the steps end.
  func isQuestion(_ step: PromiseFacts.Step) -> Bool {
    step.started.isEmpty && !endsTheSame(as: step) && begun.contains { facts.isSet($0, by: step) }
  }

  /// The causes that ask before they end what the steps end, where the effect doesn't run. Two of three must hold: the effect's call returns
  /// nothing, something is kept by the question, or the effect may start instead, as a save does with what is unsaved.
  var causesThatAsk: Set<String> {
    let questions = facts.steps.filter { step in
      causes.contains(step.cause) && !runs(before: step) && isQuestion(step)
        && (isOfCommand ? keeps(by: step) || startsInstead(of: step) : keeps(by: step) && startsInstead(of: step))
    }
    return Set(questions.map(\.cause))
  }

  /// Whether something that the steps end was there before a question.
  private func keeps(by question: PromiseFacts.Step) -> Bool {
    ended.contains { facts.atoms[$0].isModeOrValue && facts.holds[$0][question.from] }
      || left.contains { facts.keepsChild(with: $0, by: question) }
  }

  /// Whether an input starts the effect where a cause asks, and the cause then cancels it without the question.
  private func startsInstead(of question: PromiseFacts.Step) -> Bool {
    facts.stepsFrom[question.from].lazy.map { facts.steps[$0] }.contains { start in
      start.input != nil && start.started.contains(effect)
        && facts.stepsFrom[start.to].lazy.map { facts.steps[$0] }
          .contains { $0.cause == question.cause && $0.cancelled.contains(effect) }
    }
  }

  /// Whether each success of the effect ends what the causes also end without it, so that they do what it was for: a reservation that
  /// expires while it is given back.
  var isOfSameEnd: Bool {
    let ending = facts.steps.filter { causes.contains($0.cause) && !runs(before: $0) }
    let common = ended.filter { atom in ending.contains { facts.isEnded(atom, by: $0) } }
    let successes = facts.steps.filter {
      $0.isSuccess && facts.senders(in: $0).contains(effect) && !facts.speaks(effect, in: $0)
    }
    return !successes.isEmpty
      && successes.allSatisfy { success in common.contains { facts.isEnded($0, by: success) } }
  }

  /// Whether something that the effect brings with its end is there already, so that it needs no more work.
  var hasResult: Bool { isResult { facts.holds[$0][$1.from] } }

  /// Whether something that the effect brings with its end is there after the steps, be it brought by them.
  var leavesResult: Bool { isResult { facts.holds[$0][$1.to] } }

  /// Whether there is something that the effect brings with its end, and that meets a condition in each of the steps.
  private func isResult(where isMet: (_ atom: Int, PromiseFacts.Step) -> Bool) -> Bool {
    let ends = facts.steps.filter {
      !$0.started.contains(effect) && facts.senders(in: $0).contains(effect) && !facts.speaks(effect, in: $0)
    }
    return facts.atoms.indices.contains { atom in
      facts.isReached(atom) && positions.allSatisfy { isMet(atom, facts.steps[$0]) }
        && ends.contains { facts.isSet(atom, by: $0) }
    }
  }

  /// Whether the causes call for the opposite, by a command, and end what the effect has brought: a player that starts is stopped.
  var isUndone: Bool {
    let undoes = positions.allSatisfy { position in
      facts.steps[position].started.contains { $0 != effect && facts.isCommand($0) }
    }
    guard undoes else { return false }
    let brought = facts.atoms.indices.filter { atom in
      facts.isReached(atom)
        && facts.steps.contains { $0.command == effect && !$0.isFailure && facts.isSet(atom, by: $0) }
    }
    return facts.steps.contains { step in
      causes.contains(step.cause) && !runs(before: step)
        && brought.contains { facts.isEnded($0, by: step) }
    }
  }

  /// Whether a step ends something that the steps end.
  func endsTheSame(as step: PromiseFacts.Step) -> Bool {
    ended.contains { facts.isEnded($0, by: step) }
      || left.contains { facts.leavesChild(with: $0, by: step) }
  }

  /// Whether the effect runs when a step is taken.
  func runs(before step: PromiseFacts.Step) -> Bool { facts.running[step.from].contains(effect) }

  /// Whether steps of a cause end something that the steps end, and never while the effect runs.
  func isSpared(by all: [PromiseFacts.Step]) -> Bool {
    all.contains { !runs(before: $0) && endsTheSame(as: $0) }
      && !all.contains { runs(before: $0) && ($0.cancelled.contains(effect) || endsTheSame(as: $0)) }
  }

  /// Whether the causes do something where the effect doesn't run.
  var actsElsewhere: Bool { acts { !runs(before: $0) } }

  /// Whether the causes do something in some steps.
  func acts(where isCounted: (PromiseFacts.Step) -> Bool) -> Bool {
    facts.steps.contains { $0.isEffective && causes.contains($0.cause) && isCounted($0) }
  }

  /// The modes, and the values, that the steps end, and in which alone the effect starts.
  private var homes: [Int] {
    ended.filter { atom in facts.isReached(atom) && starts.allSatisfy { facts.holds[atom][$0.from] } }
  }
}
