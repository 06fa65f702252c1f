import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// What a run of a test teaches about a feature, without the feature's types.
protocol Lesson: AnyObject, Sendable {
  /// The mutants that the test reaches.
  var mutants: [Mutant] { get }

  /// Where the test comes nearest to noticing a mutant, and what it would have to say.
  func sighting(of index: Int) -> MutantSighting

  /// Notes that the test has asserted an event.
  func noteAssertion(_ content: AnyObject, at site: CallSite, isExhaustive: Bool)

  /// The messages that came, and those that the types of messages declare.
  var messages: MessageNames { get }
}

/// Where a test comes nearest to noticing a mutant.
struct MutantSighting: Sendable {
  /// The line.
  let site: CallSite

  /// How well the test looks there.
  let closeness: Int

  /// What the test does there.
  let verb: String

  /// The lines of a test that would notice the mutant.
  let advice: String

  /// Whether another sighting says more.
  func isWorse(than other: Self) -> Bool {
    if closeness != other.closeness { return closeness < other.closeness }
    return (other.site.filePath, other.site.line) < (site.filePath, site.line)
  }
}

/// What a run of a test teaches about a feature.
///
/// It is `@unchecked Sendable` because a mutator must be. It is safe because the runs of a test come one after another, and
/// a run enters a reducer, and its observers, from one thread at a time.
final class FeatureLesson<Feature: Reducer>: @unchecked Sendable, Lesson {
  /// The steps of the run, in order.
  private(set) var steps: [LearnedStep<Feature>] = []

  /// The steps by the events that stand for them in the log of the store.
  private var indices: [ObjectIdentifier: Int] = [:]

  /// The events, so that none takes the place of another in memory.
  private var contents: [AnyObject] = []

  /// The steps that no event stands for yet.
  private var unseen: [Int] = []

  /// How long the work of effects has slept on a clock of the feature.
  let sleeps = SleepLog()

  /// The mutants, once they are asked for.
  private(set) lazy var plan: [PlannedMutant<Feature>] = MutantPlan(self).mutants

  /// The mutants that the test reaches.
  var mutants: [Mutant] { plan.map(\.mutant) }

  /// The messages that came, and those that the types of messages declare.
  private(set) lazy var messages = MessageNames(steps.compactMap(\.message))

  /// Makes the lesson of a run that begins.
  init() {}

  /// Takes down a reduction.
  func add(_ step: LearnedStep<Feature>) {
    // The purity check reduces a message a second time, before the store tells of it.
    if let last = unseen.last, steps[last].name == step.name { return }
    unseen.append(steps.count)
    steps.append(step)
  }

  /// Notes that the newest step is the start, for which no event stands.
  func noteStart(at site: CallSite) { noteEvent(self, at: site) }

  /// Notes which event stands for the newest step.
  func noteEvent(_ content: AnyObject, at site: CallSite) {
    guard let index = unseen.popLast() else { return }
    unseen.removeAll()
    indices[ObjectIdentifier(content)] = index
    contents.append(content)
    steps[index].site = site
  }

  /// Notes that the test has asserted a step.
  func noteAssertion(_ content: AnyObject, at site: CallSite, isExhaustive: Bool) {
    guard let index = indices[ObjectIdentifier(content)] else { return }
    steps[index].site = site
    steps[index].isAsserted = true
    steps[index].isExhaustive = isExhaustive
  }

  /// Where the test comes nearest to noticing a mutant.
  func sighting(of index: Int) -> MutantSighting {
    let planned = plan[index]
    let step = steps[planned.step]
    return MutantSighting(
      site: step.site,
      closeness: step.closeness,
      verb: step.verb,
      advice: planned.advice()
    )
  }
}

/// Work in the effect of a transition.
struct SleepKey: Hashable, Sendable {
  /// The transition that starts the effect.
  let name: TransitionName

  /// The way to the work in the effect of the transition.
  let path: EffectPath
}

/// What the work of effects does: how long it sleeps on a clock of its feature, and under which ids it runs.
final class SleepLog: Sendable {
  /// What was noted.
  private struct State {
    /// The longest sleep of each work.
    var durations: [SleepKey: Duration] = [:]

    /// How much work runs under each id.
    var running: [EffectIdentifier: Int] = [:]
  }

  /// What was noted.
  private let state = Mutex(State())

  /// Notes that work has slept to the end.
  func note(_ duration: Duration, of key: SleepKey) {
    state.withLock { $0.durations[key] = max($0.durations[key] ?? .zero, duration) }
  }

  /// How long work has slept; nil if it has not.
  subscript(key: SleepKey) -> Duration? { state.withLock { $0.durations[key] } }

  /// Notes that work begins under some ids.
  func begin(_ ids: [EffectIdentifier]) {
    for id in ids { state.withLock { $0.running[id, default: 0] += 1 } }
  }

  /// Notes that work under some ids is over.
  func end(_ ids: [EffectIdentifier]) {
    for id in ids { state.withLock { $0.running[id, default: 0] -= 1 } }
  }

  /// The ids under which work runs.
  var running: Set<EffectIdentifier> { state.withLock { Set($0.running.filter { $0.value > 0 }.keys) } }
}
