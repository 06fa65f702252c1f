import StoreCore
import StoreDependencies
import StoreTesting

/// A reader of the mode and the message of reductions.
struct TransitionReader: Sendable {
  /// Derives a mode from a state's text.
  let mode: @Sendable (String) -> String

  func mode(of state: Any) -> String { mode(stateText(state)) }

  func name<Input, Feedback>(of message: Message<Input, Feedback>, in state: Any) -> TransitionName {
    TransitionName(mode: mode(of: state), message: MessageName.text(of: message))
  }

  /// Whether a message in a state belongs to a transition.
  func matches<Input, Feedback>(_ name: TransitionName, _ message: Message<Input, Feedback>, _ state: Any) -> Bool {
    // Performance: the message is compared first, because its name takes much less time than a mode.
    MessageName.text(of: message) == name.message && mode(of: state) == name.mode
  }
}

/// A change that records the reductions of a reducer, and doesn't alter them.
struct RecordingChange<Feature: Reducer> {
  private let baseline: FeatureBaseline<Feature>

  private let reader: TransitionReader

  /// The line that creates the store.
  private let site: CallSite

  init(_ baseline: FeatureBaseline<Feature>, _ reader: TransitionReader, _ site: CallSite) {
    self.baseline = baseline
    self.reader = reader
    self.site = site
  }

  /// The change for a store.
  var change: ReducerChange<Feature> {
    ReducerChange(
      start: { start(from: $0, by: $1) },
      reduce: { message, state, reducer in reduce(message, into: &state, by: reducer) }
    )
  }

  /// Records the start, and returns its effect.
  private func start(from state: Feature.State, by reducer: Feature) -> EffectNode {
    let node = reducer.start(from: state).node
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
    return listening(node, name)
  }

  /// Returns the effect with work that records when it runs, and how long it sleeps.
  private func listening(_ node: EffectNode, _ name: TransitionName) -> EffectNode {
    if case .none = node { return node }
    return node.replacingWork { [sleeps = baseline.sleeps] work, path in
      let key = SleepKey(name: name, path: path)
      let ids = node.identifiers(around: path)
      let paced = work.paced(by: 1) { sleeps.note($0, of: key) }
      guard !ids.isEmpty else { return paced }
      return paced.replacing { makeSender, isCancelled, fault in
        sleeps.begin(ids)
        defer { sleeps.end(ids) }
        return await paced.run(makeSender, isCancelled: isCancelled, fault: fault)
      }
    }
  }
}

/// A change that applies a mutant.
struct MutantChange<Feature: Reducer> {
  private let planned: PlannedMutant<Feature>

  private let reader: TransitionReader

  init(_ planned: PlannedMutant<Feature>, _ reader: TransitionReader) {
    self.planned = planned
    self.reader = reader
  }

  /// The change for a store.
  var change: ReducerChange<Feature> {
    ReducerChange(
      start: { start(from: $0, by: $1) },
      reduce: { message, state, reducer in reduce(message, into: &state, by: reducer) }
    )
  }

  /// Returns the start effect of the mutant.
  private func start(from state: Feature.State, by reducer: Feature) -> EffectNode {
    let node = reducer.start(from: state).node
    guard let name = planned.mutant.transition else { return changeEverywhere(node) }
    guard name.message == TransitionName.start,
      name.mode == reader.mode(of: state)
    else { return node }
    return change(node, by: reducer)
  }

  /// Reduces a message as the mutant does.
  private func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State,
    by reducer: Feature
  ) -> EffectNode {
    guard let name = planned.mutant.transition else {
      return changeEverywhere(reducer.reduce(message: message, into: &state).node)
    }
    guard reader.matches(name, message, state) else { return reducer.reduce(message: message, into: &state).node }
    if case .ignore = planned.action { return .none }
    let before = state
    let node = reducer.reduce(message: message, into: &state).node
    if case .field(let field, let source) = planned.action {
      field.copy(from: source ?? before, to: &state)
      return node
    }
    return change(node, by: reducer)
  }

  /// Applies the mutant to an effect.
  private func change(_ node: EffectNode, by reducer: Feature) -> EffectNode {
    switch planned.action {
    case .part(let path, let change): return node.replacingPart(at: path[...], with: change) ?? node
    case .exchange(let path, let otherPath, let message, var state):
      // A reducer is pure, so it can return the effect of another message and state, with the dependencies of this run.
      let other =
        message.map { reducer.reduce(message: $0, into: &state).node } ?? reducer.start(from: state).node
      guard let part = other.part(at: otherPath) else { return node }
      return node.replacingPart(at: path[...]) { _ in part } ?? node
    case .ignore, .field, .work, .delivery: return node
    }
  }

  /// Applies a mutant that doesn't depend on a transition.
  private func changeEverywhere(_ node: EffectNode) -> EffectNode {
    switch planned.action {
    case .delivery(let name, let times): delivering(node, name, times)
    case .work(let title, let change):
      node.replacingWork { work, _ in work.description.sentenceTitle == title ? change(work) : work }
    case .ignore, .field, .part, .exchange: node
    }
  }

  /// Returns the effect with each feedback of a name delivered a number of times.
  private func delivering(_ node: EffectNode, _ name: String, _ times: Int) -> EffectNode {
    if case .none = node { return node }
    var node = node.replacingWork { work, _ in
      guard work.description.kind == .run else { return work }
      return work.replacing { makeSender, isCancelled, fault in
        await work.run(
          { makeSender().repeating { MessageName.text(of: $0) == name ? times : 1 } },
          isCancelled: isCancelled,
          fault: fault
        )
      }
    }
    for (path, part) in node.allParts {
      guard case .feedback(let feedback, _) = part, MessageName.text(of: feedback) == name else { continue }
      node = node.replacingPart(at: path[...]) { .merge(Array(repeating: $0, count: times)) } ?? node
    }
    return node
  }
}
