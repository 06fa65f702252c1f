import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// A recorder of the reductions of a feature's stores in a run of a test.
final class BaselineRecorder: Sendable {
  /// The mutable state.
  private struct State {
    /// The baselines, in the order in which stores of their types were made.
    var baselines: [any Baseline] = []

    /// The reason why the test can't be run with mutants.
    var refusal: String?

    /// Whether an exploration within the test makes stores of the feature.
    var hasInnerExploration = false

    /// The longest real time for which a store has waited for outside work.
    var longestWait = Duration.zero

    /// The labels of the effects that were suspended outside of the test's clocks and gates.
    var outsideLabels: Set<String> = []

    /// The dependencies around the first store of the feature.
    var dependencies: DependencyValues?
  }

  let feature: FeatureMatch

  /// The reader of modes.
  private let reader: TransitionReader

  private let state = Mutex(State())

  init(_ feature: FeatureMatch, _ reader: TransitionReader) {
    self.feature = feature
    self.reader = reader
  }

  /// The baselines of the run.
  var baselines: [any Baseline] { state.withLock(\.baselines) }

  /// Removes the baselines.
  ///
  /// They retain effects, which may retain the clock of a store, and a store retains the observers of its test.
  func removeBaselines() {
    let baselines = state.withLock { state in
      defer { state.baselines = [] }
      return state.baselines
    }
    withExtendedLifetime(baselines) {}
  }

  /// The reason why the test can't be run with mutants; nil if it can.
  var refusal: String? {
    state.withLock { state in
      state.refusal ?? (state.baselines.isEmpty && state.hasInnerExploration ? Self.explorationReason : nil)
    }
  }

  private static var explorationReason: String {
    "it explores schedules or sequences, which run it many times themselves"
  }

  /// Records why the test can't be run with mutants.
  private func refuse(_ reason: String) {
    state.withLock { $0.refusal = $0.refusal ?? reason }
  }

  /// The longest real time for which a store may wait for outside work in a run with a mutant.
  ///
  /// A run with a mutant waits only if the run without one did, as then it waits for what does not come. The bound is
  /// generous, because other work may slow down what it waits for.
  var patienceWithMutants: Duration {
    let longestWait = state.withLock(\.longestWait)
    return longestWait == .zero ? .zero : longestWait * 20 + .milliseconds(100)
  }

  /// The labels of the effects that were suspended outside of the test's clocks and gates.
  var outsideLabels: Set<String> { state.withLock(\.outsideLabels) }

  /// The dependencies around the first store of the feature.
  var dependencies: DependencyValues? { state.withLock(\.dependencies) }

  fileprivate func noteOutside(_ effects: [LedgerEntry]) {
    let labels = effects.filter { $0.snapshot.waitingOn == .outside }.map(\.token.description.label)
    state.withLock { $0.outsideLabels.formUnion(labels) }
  }

  /// Returns the baseline for a type of feature.
  fileprivate func baseline<Feature: Reducer>(_: Feature.Type) -> FeatureBaseline<Feature> {
    state.withLock { state in
      for case let baseline as FeatureBaseline<Feature> in state.baselines { return baseline }
      let baseline = FeatureBaseline<Feature>()
      state.baselines.append(baseline)
      return baseline
    }
  }
}

extension BaselineRecorder: Mutator, ObserverOfStores {
  func change<Feature: Reducer>(of _: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>? {
    guard feature.matches(Feature.self) else { return nil }
    guard ScheduleController.current == nil else {
      if MutationScope.isRecordingFailures {
        state.withLock { $0.hasInnerExploration = true }
      } else {
        refuse(Self.explorationReason)
      }
      return nil
    }
    guard !MutationScope.isRecordingFailures else { return nil }
    let dependencies = DependencyValues.aroundStore
    state.withLock { $0.dependencies = $0.dependencies ?? dependencies }
    return RecordingChange(baseline(Feature.self), reader, at: site).change
  }

  var patience: Duration? { nil }

  func noteWait(_ duration: Duration) {
    state.withLock { $0.longestWait = max($0.longestWait, duration) }
  }

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    MutationScope.isRecordingFailures ? nil : StoreBaselineRecorder(recorder: self)
  }
}

/// A recorder of a test's assertions about one store.
private final class StoreBaselineRecorder: StoreObserver {
  private let recorder: BaselineRecorder

  init(recorder: BaselineRecorder) {
    self.recorder = recorder
  }

  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    guard let message = event.message, recorder.feature.matches(Feature.self) else { return }
    recorder.baseline(Feature.self).noteEvent(message, at: message.step)
  }

  func noteAssertion(of message: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity) {
    for baseline in recorder.baselines { baseline.noteAssertion(message, at: site, exhaustivity) }
  }

  func noteWorkElsewhere(_ effects: () -> [LedgerEntry]) { recorder.noteOutside(effects()) }

  func willWait(for effects: () -> [LedgerEntry]) { recorder.noteOutside(effects()) }
}

/// A mutator that replaces a feature by a mutant.
final class MutantInstaller: Mutator {
  private let baseline: any Baseline

  /// The index of the mutant in the baseline.
  private let index: Int

  /// The reader of modes.
  private let reader: TransitionReader

  let patience: Duration?

  /// The work that runs in this run.
  private let running: RunningWork

  init(_ index: Int, of baseline: any Baseline, reader: TransitionReader, recorder: BaselineRecorder) {
    self.baseline = baseline
    self.index = index
    self.reader = reader
    patience = recorder.patienceWithMutants
    running = RunningWork(limits: baseline.limits(of: recorder.outsideLabels))
  }

  func noteWait(_ duration: Duration) {}

  func change<Feature: Reducer>(of _: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>? {
    guard !MutationScope.isRecordingFailures else { return nil }
    guard let baseline = baseline as? FeatureBaseline<Feature> else { return nil }
    return MutantChange(baseline.plan[index], reader, running: running).change
  }
}
