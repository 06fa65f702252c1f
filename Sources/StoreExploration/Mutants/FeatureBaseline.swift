import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// The transitions of a feature in a run of a test, without the feature's types.
protocol Baseline: AnyObject, Sendable {
  /// The mutants that the test reaches.
  var mutants: [Mutant] { get }

  /// Returns the line at which the test comes closest to noticing a mutant, and the assertion that would notice it.
  func nearestLine(to index: Int) -> NearestLine

  /// Records that the test has asserted an event.
  func noteAssertion(_ content: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity)

  /// The mutants that are not tried, as text.
  var untried: [String] { get }

  /// What no mutant of a model changes; nil for a reducer.
  var limits: ModelLimits? { get }

  /// Returns the greatest number of effects with each label that ran at once.
  func limits(of labels: Set<String>) -> [String: Int]

  /// The names of the messages that occurred, and of the declared ones.
  var messages: MessageNames { get }
}

/// The line at which a test comes closest to noticing a mutant.
struct NearestLine: Sendable {
  let site: CallSite

  /// A score of how closely the test checks this line.
  let closeness: Int

  /// The test's action on the line.
  let verb: String

  /// The lines of a test that would notice the mutant.
  let advice: String

  /// Whether another line is closer.
  func isWorse(than other: Self) -> Bool {
    (closeness, other.site.filePath, other.site.line) < (other.closeness, site.filePath, site.line)
  }
}

/// The baseline of a test: the transitions of a feature in a run without mutants.
///
/// Safety: it is `@unchecked Sendable` because a mutator is Sendable. The runs of a test are sequential, and only one
/// thread at a time enters a reducer and its observers.
final class FeatureBaseline<Feature: Reducer>: @unchecked Sendable, Baseline {
  /// The steps of the run, in order.
  private(set) var steps: [BaselineStep<Feature>] = []

  /// The indices of the steps, by the objects of their events.
  private var indices: [ObjectIdentifier: Int] = [:]

  /// The events, which are retained so that no two have the same address.
  private var contents: [AnyObject] = []

  /// The index of the newest step, if it has no event so far.
  private var newest: Int?

  /// What the feature gets from outside, if it is a model.
  let surroundings = SurroundingsLog()

  /// The titles of the effects that have read an element at a gate.
  let readers = ElementReaders()

  /// The sleeps of effects on clocks of the feature.
  let sleeps = SleepLog()

  /// The mutants, created on first use.
  var plan: [PlannedMutant<Feature>] { mutantsAndUntried.mutants }

  /// The mutants, and the texts of those that are not tried. A plan itself would retain its baseline.
  private lazy var mutantsAndUntried = {
    let plan = MutantPlan(self)
    return (mutants: plan.mutants, untried: plan.untried)
  }()

  /// The mutants that the test reaches.
  var mutants: [Mutant] { plan.map(\.mutant) }

  var untried: [String] { mutantsAndUntried.untried }

  var limits: ModelLimits? {
    (Feature.self as? any ObjectFeature.Type).map { ModelLimits(of: $0.objectType, surroundings.record) }
  }

  func limits(of labels: Set<String>) -> [String: Int] {
    labels.isEmpty ? [:] : sleeps.greatestCounts.filter { labels.contains($0.key) }
  }

  /// The names of the messages that occurred, and of the declared ones.
  private(set) lazy var messages = MessageNames(steps.compactMap(\.message))

  init() {}

  /// Records a reduction.
  func add(_ step: BaselineStep<Feature>) {
    // The purity check reduces a message again, before the store reports the event.
    if let newest, steps[newest].name == step.name { return }
    newest = steps.count
    steps.append(step)
  }

  /// Records that the newest step is the start, which has no event.
  func noteStart(at site: CallSite) { _ = endStep(at: site) }

  /// Records the event of the newest step.
  func noteEvent(_ content: AnyObject, at site: CallSite) {
    guard let index = endStep(at: site) else { return }
    indices[ObjectIdentifier(content)] = index
    contents.append(content)
  }

  /// Records the line of the newest step, and returns its index.
  private func endStep(at site: CallSite) -> Int? {
    guard let index = newest.take() else { return nil }
    steps[index].site = site
    return index
  }

  /// Records that the test has asserted a step.
  func noteAssertion(_ content: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity) {
    guard let index = indices[ObjectIdentifier(content)] else { return }
    steps[index].site = site
    steps[index].exhaustivity = exhaustivity
  }

  /// Returns the line at which the test comes closest to noticing a mutant.
  func nearestLine(to index: Int) -> NearestLine {
    let planned = plan[index]
    return NearestLine(
      site: planned.site,
      closeness: planned.closeness,
      verb: planned.verb,
      advice: planned.advice()
    )
  }
}

/// The work at a path in the effect of a transition.
struct SleepKey: Hashable, Sendable {
  /// The transition that starts the effect.
  let name: TransitionName

  /// The path of the work in the effect.
  let path: EffectPath
}

/// A log of how long the work of effects sleeps on clocks of its feature, and under which ids it runs.
final class SleepLog: Sendable {
  private struct State {
    /// The longest completed sleep of each item of work.
    var durations: [SleepKey: Duration] = [:]

    /// The number of running work items under each id.
    var running: [EffectIdentifier: Int] = [:]

    /// The number of running work items with each label, and the greatest such number.
    var counts: [String: (now: Int, greatest: Int)] = [:]
  }

  private let state = Mutex(State())

  /// Records a completed sleep.
  func note(_ duration: Duration, of key: SleepKey) {
    state.withLock { $0.durations[key] = max($0.durations[key] ?? .zero, duration) }
  }

  /// The longest completed sleep of an item of work; nil if it has not slept.
  subscript(key: SleepKey) -> Duration? { state.withLock { $0.durations[key] } }

  /// Records that work begins under some ids.
  func begin(_ label: String, _ ids: [EffectIdentifier]) {
    state.withLock { state in
      for id in ids { state.running[id, default: 0] += 1 }
      var count = state.counts[label] ?? (0, 0)
      count.now += 1
      count.greatest = max(count.greatest, count.now)
      state.counts[label] = count
    }
  }

  /// Records that work ends under some ids.
  func end(_ label: String, _ ids: [EffectIdentifier]) {
    state.withLock { state in
      for id in ids { state.running[id, default: 0] -= 1 }
      state.counts[label]?.now -= 1
    }
  }

  /// The greatest number of work items with each label that ran at once.
  var greatestCounts: [String: Int] { state.withLock { $0.counts.mapValues(\.greatest) } }

  /// The ids under which work runs.
  var running: Set<EffectIdentifier> { state.withLock { Set($0.running.filter { $0.value > 0 }.keys) } }
}

/// The titles of the effects that have read an element at a gate.
final class ElementReaders: Sendable {
  private let titles = Mutex<Set<String>>([])

  func insert(_ title: String) { titles.withLock { _ = $0.insert(title) } }

  func contains(_ title: String) -> Bool { titles.withLock { $0.contains(title) } }
}

/// A judge that records that an effect reads elements, and takes none away.
final class ReadingWork: ElementJudge {
  private let title: String
  private let readers: ElementReaders

  init(_ title: String, _ readers: ElementReaders) {
    self.title = title
    self.readers = readers
  }

  func fateOfNext() -> ElementFate {
    readers.insert(title)
    return .taken
  }
}
