import StoreCore
import StoreDependencies
import StoreTesting

/// A change that applies a mutant.
struct MutantChange<Feature: Reducer> {
  private let planned: PlannedMutant<Feature>

  private let reader: TransitionReader

  /// The work of the run.
  private let running: RunningWork

  /// The mode of a model whose surroundings the mutant changes; nil for other mutants.
  private let tracker: ModeTracker?

  /// A closure that is called when a state or an effect differs from that of the feature. It receives the left-out
  /// effect, if that is the whole difference. Nil in a run, as only a state space asks for differences.
  private let noteDifference: ((EffectNode?) -> Void)?

  init(
    _ planned: PlannedMutant<Feature>,
    _ reader: TransitionReader,
    running: RunningWork = RunningWork(limits: [:]),
    noteDifference: ((EffectNode?) -> Void)? = nil
  ) {
    self.planned = planned
    self.reader = reader
    self.running = running
    tracker = if case .surroundings = planned.action { ModeTracker() } else { nil }
    self.noteDifference = noteDifference
  }

  /// The change for a store.
  var change: ReducerChange<Feature> {
    if let tracker, case .surroundings(let change) = planned.action { return changing(change, tracker) }
    return ReducerChange(
      start: { start(from: $0, by: $1) },
      reduce: { message, state, reducer in reduce(message, into: &state, by: reducer) }
    )
  }

  /// Returns the change of what a model gets from outside. Its messages stay as they are.
  private func changing(_ change: SurroundingsChange, _ tracker: ModeTracker) -> ReducerChange<Feature> {
    ReducerChange(
      surroundings: ChangedSurroundings(change, in: planned.mutant.transition?.mode, tracker),
      start: { state, reducer in
        tracker.set(reader.mode(of: state))
        return effect(ofStartFrom: state, by: reducer)
      },
      reduce: { message, state, reducer in
        let node = effect(of: message, into: &state, by: reducer)
        tracker.set(reader.mode(of: state))
        return node
      }
    )
  }

  /// Returns the effect of the feature's start, whose work is limited. What a mutant makes of it is not, as copies of work
  /// act for it already.
  private func effect(ofStartFrom state: Feature.State, by reducer: Feature) -> EffectNode {
    running.limiting(reducer.start(from: state).node)
  }

  /// Reduces a message as the feature does, and returns its effect, whose work is limited.
  private func effect(
    of message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State,
    by reducer: Feature
  ) -> EffectNode {
    running.limiting(reducer.reduce(message: message, into: &state).node)
  }

  /// Returns the start effect of the mutant.
  private func start(from state: Feature.State, by reducer: Feature) -> EffectNode {
    let node = effect(ofStartFrom: state, by: reducer)
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
      return changeEverywhere(effect(of: message, into: &state, by: reducer))
    }
    guard reader.matches(name, message, in: state) else { return effect(of: message, into: &state, by: reducer) }
    if case .ignore = planned.action {
      if let noteDifference { noteIgnored(message, in: state, by: reducer, noteDifference) }
      return .none
    }
    let before = state
    let node = effect(of: message, into: &state, by: reducer)
    if case .field(let field, let source) = planned.action {
      let source = source ?? before
      if identifyingText(of: field.value(in: state)) != identifyingText(of: field.value(in: source)) {
        noteDifference?(nil)
      }
      field.copy(from: source, to: &state)
      return node
    }
    return change(node, by: reducer)
  }

  /// Notes what a message would have changed that the mutant ignores.
  private func noteIgnored(
    _ message: Message<Feature.Input, Feature.Feedback>,
    in state: Feature.State,
    by reducer: Feature,
    _ noteDifference: (EffectNode?) -> Void
  ) {
    var after = state
    let node = reducer.reduce(message: message, into: &after).node
    noteDifference(identifyingText(of: state) == identifyingText(of: after) ? node : nil)
  }

  /// Applies the mutant to an effect.
  private func change(_ node: EffectNode, by reducer: Feature) -> EffectNode {
    switch planned.action {
    case .part(let path, let change):
      guard let changed = node.replacingPart(at: path[...], with: change) else { return node }
      noteDifference?(nil)
      return changed
    case .exchange(let path, let otherPath, let message, var state):
      // A reducer is pure, so it can return the effect of another message and state, with the dependencies of this run.
      let other =
        message.map { effect(of: $0, into: &state, by: reducer) } ?? effect(ofStartFrom: state, by: reducer)
      guard let part = other.part(at: otherPath), let changed = node.replacingPart(at: path[...], with: { _ in part })
      else { return node }
      noteDifference?(nil)
      return changed
    case .ignore, .field, .work, .surroundings, .delivery: return node
    }
  }

  /// Applies a mutant that doesn't depend on a transition.
  private func changeEverywhere(_ node: EffectNode) -> EffectNode {
    switch planned.action {
    case .delivery(let name, let times): delivering(node, named: name, times: times)
    case .work(let title, let change):
      node.replacingWork { work, _ in work.description.sentenceTitle == title ? change(work) : work }
    case .ignore, .field, .part, .exchange, .surroundings: node
    }
  }

  /// Returns the effect with each feedback of a name delivered a number of times.
  private func delivering(_ node: EffectNode, named name: String, times: Int) -> EffectNode {
    var node = node.replacingWork { work, _ in
      guard work.description.kind == .run else { return work }
      return work.repeating { MessageName.text(of: $0) == name && !isForSingleUse($0) ? times : 1 }
    }
    for (path, part) in node.allParts {
      guard case .feedback(let feedback, _) = part, MessageName.text(of: feedback) == name else { continue }
      node = node.replacingPart(at: path[...]) { .merge(Array(repeating: $0, count: times)) } ?? node
    }
    return node
  }
}
