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

    /// The time until the older effect wakes.
    let time: Duration

    var steps: [DrivenStep] { path + [.duration(time / 2), input, .time] }
  }

  /// A store after a step.
  private struct Moment {
    let state: Feature.State

    /// The names of the effects that sleep.
    let asleep: [String]
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
    let candidates = candidates
    var findings: [BugReport.Finding] = []
    for candidate in candidates where ContinuousClock.now < deadline && !Task.isCancelled {
      guard let change = try await earlyChange(by: candidate, isolation: isolation) else { continue }
      var finding = BugReport.Finding(
        complaint:
          "\(candidate.effect), which started before \(candidate.inputText), wakes too early for it: \(change)",
        suspect: nil,
        trace: [],
        test: []
      )
      let failure = finding.failure(on: name, at: site)
      let path = try await exploration.retrace(candidate.steps, to: failure, isolation: isolation)
      finding = BugReport.Finding(complaint: finding.complaint, suspect: nil, trace: path.trace, test: path.test)
      findings.append(finding)
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
        guard let step, let text = step.inputText, let target = step.target.map({ exploration.nodes[$0] }),
          target.situation.state != node.situation.state
        else { continue }
        for (old, new) in step.survivors.enumerated() {
          let name = node.effects[old].name
          guard let new, node.effects[old].sleepingTime == time, target.effects[new].sleepingTime == time,
            target.effects.indices.contains(where: { other in
              let effect = target.effects[other]
              return !step.survivors.contains(other) && effect.name == name && effect.sleepingTime != nil
            }),
            known.insert([text, name]).inserted
          else { continue }
          candidates.append(
            Candidate(
              path: exploration.liveSteps(to: number),
              input: node.possible[position],
              inputText: text,
              effect: name,
              time: time
            )
          )
          if candidates.count == Self.limit { return candidates }
        }
      }
    }
    return candidates
  }

  /// Returns what the older effect changes of what the input has set, if nothing is left to do for the newer one; nil if it
  /// changes no such thing.
  private func earlyChange(by candidate: Candidate, isolation: isolated (any Actor)?) async throws -> String? {
    var moments: [Moment] = []
    var eventCount = 0
    _ = try await recordingFailures {
      do {
        try await exploration.onNewStore(isolation: isolation) { live in
          await live.begin()
          var codes: [String: String] = [:]
          for step in candidate.steps + [.time] {
            let (count, state) = (live.session.log.count, live.session.engine.state)
            _ = try await live.take(step, isKnown: true, &codes)
            eventCount = live.events(after: count, from: state).events.count { $0.isOtherThanAnEnd }
            moments.append(
              Moment(
                state: live.session.engine.state,
                asleep: live.effects(after: LiveRun(), from: nil, answering: nil) { $0 }.filter {
                  $0.sleepingTime != nil
                }
                .map(\.name)
              )
            )
          }
        }
      } catch is DrivenStore<Feature>.Obstacle {
        moments = []
      }
    }
    guard moments.count == candidate.steps.count + 1 else { return nil }
    let last = Array(moments.suffix(4))
    let sleepers = last.map { moment in moment.asleep.count { $0 == candidate.effect } }
    guard sleepers == [1, 2, 1, 0], last[3].state == last[2].state, eventCount <= 1 else { return nil }
    guard isChangedTwice(last[0].state, last[1].state, last[2].state) else { return nil }
    return shortened(differences(last[1].state, last[2].state).map(\.changeText), to: 2).joined(separator: ", ")
  }
}

/// Whether a part of a value differs from a first to a second, and from that to a third value.
private func isChangedTwice(_ first: Any, _ second: Any, _ third: Any) -> Bool {
  guard !differences(first, second, limit: 1).isEmpty, !differences(second, third, limit: 1).isEmpty else {
    return false
  }
  switch (ReflectedValue(of: first), ReflectedValue(of: second), ReflectedValue(of: third)) {
  case (.record(let first), .record(let second), .record(let third)):
    return zip(first.parts, zip(second.parts, third.parts)).contains {
      isChangedTwice($0.value, $1.0.value, $1.1.value)
    }
  case (.present(let first), .present(let second), .present(let third)): return isChangedTwice(first, second, third)
  default: return true
  }
}

extension LiveEffect {
  fileprivate var name: String { origin.running.name ?? label }

  /// The time that is left of its sleep, if it sleeps.
  fileprivate var sleepingTime: Duration? { if case .time(let rest) = wait { rest } else { nil } }
}

extension SpaceEvent {
  /// Whether something happens but the end of an effect.
  fileprivate var isOtherThanAnEnd: Bool { if case .ended = self { false } else { true } }
}
