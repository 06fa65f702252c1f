import StoreCore
import StoreDependencies
import StoreTesting

/// A change that records the reductions of a reducer, and doesn't alter them.
struct RecordingChange<Feature: Reducer> {
  private let baseline: FeatureBaseline<Feature>

  private let reader: TransitionReader

  /// The line that creates the store.
  private let site: CallSite

  /// The mode of a model; nil for a reducer, whose effects are changed themselves.
  private let tracker = Feature.self is any ObjectFeature.Type ? ModeTracker() : nil

  init(_ baseline: FeatureBaseline<Feature>, _ reader: TransitionReader, at site: CallSite) {
    self.baseline = baseline
    self.reader = reader
    self.site = site
  }

  /// The change for a store.
  var change: ReducerChange<Feature> {
    ReducerChange(
      surroundings: tracker.map { RecordedSurroundings(baseline.surroundings, $0) },
      start: { start(from: $0, by: $1) },
      reduce: { message, state, reducer in reduce(message, into: &state, by: reducer) }
    )
  }

  /// Records the start, and returns its effect.
  private func start(from state: Feature.State, by reducer: Feature) -> EffectNode {
    let node = reducer.start(from: state).node
    tracker?.set(reader.mode(of: state))
    let name = TransitionName(mode: reader.mode(of: state), message: TransitionName.start)
    if case .none = node { return node }
    baseline.add(BaselineStep(name: name, message: nil, before: state, after: state, node: node, site: site))
    baseline.noteStart(at: site)
    return listening(node, name)
  }

  /// Records a reduction, and returns its effect.
  private func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State,
    by reducer: Feature
  ) -> EffectNode {
    let before = state
    let name = reader.name(of: message, in: before)
    let node = reducer.reduce(message: message, into: &state).node
    var step = BaselineStep<Feature>(
      name: name,
      message: message,
      before: before,
      after: state,
      node: node,
      site: site
    )
    step.running = baseline.sleeps.running
    baseline.add(step)
    tracker?.set(reader.mode(of: state), steps: baseline.steps.count)
    return listening(node, name)
  }

  /// Returns the effect with work that records when it runs, and how long it sleeps.
  private func listening(_ node: EffectNode, _ name: TransitionName) -> EffectNode {
    node.replacingWork { [sleeps = baseline.sleeps, readers = baseline.readers] work, path in
      let key = SleepKey(name: name, path: path)
      let ids = node.identifiers(around: path)
      let label = work.description.label
      guard tracker == nil else {
        return work.replacing { receiver in
          sleeps.begin(label, ids)
          defer { sleeps.end(label, ids) }
          try await work.run(for: receiver)
        }
      }
      let paced = work.paced(by: 1) { sleeps.note($0, of: key) }
      return paced.replacing { receiver in
        sleeps.begin(label, ids)
        defer { sleeps.end(label, ids) }
        let judge = ReadingWork(work.description.sentenceTitle, readers)
        try await Hooks.$elementJudge.withValue(judge) { try await paced.run(for: receiver) }
      }
    }
  }
}
