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
  var refusal: String? { state.withLock(\.refusal) }

  /// Records why the test can't be run with mutants.
  private func refuse(_ reason: String) {
    state.withLock { $0.refusal = $0.refusal ?? reason }
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

extension BaselineRecorder: Mutator, Observer {
  func change<Feature: Reducer>(of _: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>? {
    guard feature.matches(Feature.self), !MutationScope.isRecordingFailures else { return nil }
    guard Hooks.scheduler == nil else {
      refuse("it explores schedules or sequences, which run it many times themselves")
      return nil
    }
    return RecordingChange(baseline(Feature.self), reader, site).change
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

  func noteAssertion(of message: AnyObject, at site: CallSite, isExhaustive: Bool) {
    for baseline in recorder.baselines { baseline.noteAssertion(message, at: site, isExhaustive: isExhaustive) }
  }
}

/// A mutator that replaces a feature by a mutant.
final class MutantInstaller: Mutator {
  private let baseline: any Baseline

  /// The index of the mutant in the baseline.
  private let index: Int

  /// The reader of modes.
  private let reader: TransitionReader

  init(_ baseline: any Baseline, _ index: Int, _ reader: TransitionReader) {
    self.baseline = baseline
    self.index = index
    self.reader = reader
  }

  func change<Feature: Reducer>(of _: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>? {
    guard !MutationScope.isRecordingFailures else { return nil }
    guard let baseline = baseline as? FeatureBaseline<Feature> else { return nil }
    return MutantChange(baseline.plan[index], reader).change
  }
}
