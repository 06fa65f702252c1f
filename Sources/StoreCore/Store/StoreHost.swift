import StoreDependencies

/// The interface between a store and its engine, with the feedback type erased.
@MainActor
protocol StoreHost<State, Input, Output>: AnyObject, Sendable {
  /// The state of the feature.
  associatedtype State: Equatable

  /// The inputs of the feature.
  associatedtype Input: Sendable

  /// The outputs of the feature.
  associatedtype Output: Sendable

  var state: State { get }

  /// The publisher of changes of the state.
  var publisher: StatePublisher<State> { get }

  var outputs: OutputBroadcast<Output> { get }

  /// The observer of all events.
  var onEvent: ((StoreEvent<State, Input, Output>) -> Void)? { get set }

  func send(_ input: Input) -> EffectGroup
}

/// A host that presents a part of another host's state as a store's state, and forwards inputs to that host.
///
/// It runs no engine: the parent's engine runs the child's reducer.
@MainActor
final class ChildHost<Parent: StoreHost, State: Equatable, Input: Sendable, Output: Sendable>: StoreHost {
  private let parent: Parent

  /// The child's part of the parent's state.
  private let part: StatePart<Parent.State, State>

  /// Wraps the child's input in the parent's.
  private let embed: (Input) -> Parent.Input

  /// Never emits, as outputs of the child go to its parent.
  let outputs = OutputBroadcast<Output>()

  /// Creates the host of a child that is present.
  ///
  /// - Parameters:
  ///   - state: The current state of the child.
  ///   - read: Reads the child's state; nil if the child is absent.
  ///   - parent: The host of the parent.
  ///   - embed: Wraps the child's input in the parent's.
  init(
    _ state: State,
    read: @escaping (Parent.State) -> State?,
    in parent: Parent,
    embed: @escaping (Input) -> Parent.Input
  ) {
    self.parent = parent
    self.embed = embed
    part = StatePart(state, read: read)
    parent.publisher.add(part)
  }

  /// The child's state, or its last state after the child has left.
  var state: State { part.value(in: parent.state) }

  /// The publisher of changes of the child's state.
  var publisher: StatePublisher<State> { part.publisher }

  /// Always nil, as the parent's observer receives every event. Setting it is reported as a misuse.
  var onEvent: ((StoreEvent<State, Input, Output>) -> Void)? {
    get { nil }
    set {
      guard newValue != nil else { return }
      RuntimeIssue(
        kind: .misuse,
        subject: "onEvent",
        headline: "'onEvent' was set on the store of a child, which receives no events.",
        details: "Set 'onEvent' of the store that it was scoped from. That one receives the child's events, too.",
        site: CallSite()
      )
      .report(to: DependencyValues.current.observer)
    }
  }

  /// Sends an input to the parent. Does nothing after the child has left.
  func send(_ input: Input) -> EffectGroup {
    // The state is not read here: inputs may be sent while the reducer changes it.
    part.isGone ? EffectGroup() : parent.send(embed(input))
  }
}
