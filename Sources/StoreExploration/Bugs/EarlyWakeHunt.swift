import StoreCore
import StoreTesting

/// A search for sleeping effects that an input starts anew, and of which the older one does what the newer one is for.
///
/// An exploration lets time pass from one wake to the next, so both would wake together. Here, half of the older one's time
/// passes in between. A toast that dismisses itself and isn't cancelled by the next one dismisses that one, too.
struct EarlyWakeHunt<Feature: Reducer> where Feature.State: Equatable {
  /// An input that starts an effect whose like sleeps.
  private struct Candidate {
    /// The steps to the input.
    let path: [DrivenStep]
    let input: DrivenStep
    let inputText: String
    let effect: String

    /// Whether the input changes the state there.
    let isChange: Bool

    /// The time until the older effect wakes.
    let time: Duration

    var steps: [DrivenStep] { path + [.duration(time / 2), input, .time] }
  }

  /// A store after a step.
  private struct Moment {
    let state: Feature.State

    /// The names of the effects that sleep.
    let asleep: [String]

    /// The number of things that happened in the step, but the ends of effects.
    let eventCount: Int
  }

  /// The greatest number of inputs that are tried.
  private static var limit: Int { 20 }

  private let exploration: LiveExploration<Feature>

  /// The name of the feature.
  private let name: String

  private let site: CallSite

  init(_ exploration: LiveExploration<Feature>, of name: String, at site: CallSite) {
    self.exploration = exploration
    self.name = name
    self.site = site
  }

  /// Tries each input once for each effect that it starts beside another one, and which sleeps as long.
  ///
  /// - Parameters:
  ///   - deadline: The time at which no other input is tried.
  ///   - isolation: The actor of the test.
  /// - Returns: What older effects do too early, and what was tried, if anything.
  func run(until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)?) async throws -> (
    findings: [BugReport.Finding], tried: String?
  ) {
    // An input that changes something makes the clearer path.
    let candidates = candidates.filter(\.isChange) + candidates.filter { !$0.isChange }
    var findings: [BugReport.Finding] = []
    var found: Set<String> = []
    for candidate in candidates
    where !exploration.isOver(at: deadline) && !Task.isCancelled && !found.contains(candidate.effect) {
      guard let change = try await earlyChange(by: candidate, isolation: isolation) else { continue }
      let complaint =
        "\(candidate.effect), which started before \(candidate.inputText), wakes too early for it: \(change)"
      let failure = BugReport.Finding(complaint).failure(on: name, at: site)
      let path = try await exploration.retrace(candidate.steps, to: failure, isolation: isolation)
      findings.append(BugReport.Finding(complaint, along: path))
      found.insert(candidate.effect)
    }
    let tried = "effects that start a second time while they sleep: \(count(candidates.count, "input"))"
    return (findings, candidates.isEmpty ? nil : tried)
  }

  private var candidates: [Candidate] {
    var known: Set<[String]> = []
    var candidates: [Candidate] = []
    let nearest = exploration.nodes.indices.sorted { exploration.map.depth(of: $0) < exploration.map.depth(of: $1) }
    for number in nearest {
      let node = exploration.nodes[number]
      guard let time = node.effects.compactMap(\.sleepingTime).min() else { continue }
      for (position, step) in node.steps.enumerated() {
        guard let step, let target = step.target.map({ exploration.nodes[$0] }) else { continue }
        for name in Self.startedAnew(in: step, from: node.effects, to: target.effects, asleepFor: time) {
          guard let text = step.inputText, known.insert([text, name]).inserted else { continue }
          candidates.append(
            Candidate(
              path: exploration.liveSteps(to: number),
              input: node.possible[position],
              inputText: text,
              effect: name,
              isChange: target.situation.state != node.situation.state,
              time: time
            )
          )
          if candidates.count == Self.limit { return candidates }
        }
      }
    }
    return candidates
  }

  /// Returns the names of the effects that sleep on for a time, and beside which a step starts others that sleep.
  private static func startedAnew(
    in step: SpaceStep<Feature>,
    from old: [LiveEffect],
    to new: [LiveEffect],
    asleepFor time: Duration
  ) -> [String] {
    let started = new.indices.filter { !step.survivors.contains($0) && new[$0].sleepingTime != nil }.map {
      new[$0].name
    }
    guard !started.isEmpty else { return [] }
    return zip(old, step.survivors).compactMap { effect, survivor in
      guard let survivor, effect.sleepingTime == time, new[survivor].sleepingTime == time else { return nil }
      return started.contains(effect.name) ? effect.name : nil
    }
  }

  /// Returns what the older effect changes of what the input sets, if nothing is left to do for the newer one; nil if it
  /// changes no such thing, or does anything else.
  private func earlyChange(by candidate: Candidate, isolation: isolated (any Actor)?) async throws -> String? {
    var moments: [Moment] = []
    _ = try await recordingFailures {
      do {
        try await exploration.onNewStore(isolation: isolation) { live in
          await live.begin()
          for step in candidate.steps + [.time] {
            let (count, state) = (live.session.log.count, live.session.engine.state)
            _ = try await live.take(step, isKnown: true)
            moments.append(
              Moment(
                state: live.session.engine.state,
                asleep: live.session.waits.filter { LiveEffect.Wait($0.wait).time != nil }
                  .map { PromiseFacts.name(of: $0.token.description) },
                eventCount: live.events(after: count, from: state).events.count { $0.isOtherThanAnEnd }
              )
            )
          }
        }
      } catch is DrivenStore<Feature>.Obstacle {}
    }
    // A step may have been impossible.
    guard moments.count == candidate.steps.count + 1 else { return nil }
    let last = Array(moments.suffix(4))
    let sleepers = last.map { moment in moment.asleep.count { $0 == candidate.effect } }
    guard sleepers == [1, 2, 1, 0], last[2].eventCount == 1, last[3].eventCount <= 1, last[3].state == last[2].state,
      changes(by: candidate.inputText).contains(where: {
        isUndone(from: $0.before, to: $0.after, at: last[1].state, by: last[2].state)
      })
    else { return nil }
    return shortened(differences(last[1].state, last[2].state).map(\.changeText), to: 2).joined(separator: ", ")
  }

  /// Returns the states before and after an input, wherever it is taken.
  private func changes(by input: String) -> some Sequence<(before: Feature.State, after: Feature.State)> {
    exploration.nodes.lazy.flatMap { node in
      node.steps.lazy.compactMap { step in
        guard let step, step.inputText == input, let target = step.target else { return nil }
        return (node.situation.state, exploration.nodes[target].situation.state)
      }
    }
  }
}

/// Whether a part that one change has set is so in a third value, and different in a fourth.
private func isUndone(from first: Any, to second: Any, at third: Any, by fourth: Any) -> Bool {
  guard isDifferent(first, second), isDifferent(third, fourth) else { return false }
  let values = [first, second, third, fourth].map { ReflectedValue(of: $0) }
  switch (values[0], values[1], values[2], values[3]) {
  case (.record(let first), .record(let second), .record(let third), .record(let fourth)):
    return zip(zip(first.parts, second.parts), zip(third.parts, fourth.parts)).contains {
      isUndone(from: $0.0.value, to: $0.1.value, at: $1.0.value, by: $1.1.value)
    }
  case (.present(let first), .present(let second), .present(let third), .present(let fourth)):
    return isUndone(from: first, to: second, at: third, by: fourth)
  default: return !isDifferent(second, third)
  }
}

private func isDifferent(_ first: Any, _ second: Any) -> Bool { !differences(first, second, limit: 1).isEmpty }

extension LiveEffect {
  fileprivate var name: String { PromiseFacts.name(of: origin.running.description) }

  /// The time that is left of its sleep, if it sleeps.
  fileprivate var sleepingTime: Duration? { wait.time }
}

extension LiveEffect.Wait {
  fileprivate var time: Duration? { if case .time(let rest) = self { rest } else { nil } }
}

extension SpaceEvent {
  /// Whether something happens but the end of an effect.
  fileprivate var isOtherThanAnEnd: Bool { if case .ended = self { false } else { true } }
}
