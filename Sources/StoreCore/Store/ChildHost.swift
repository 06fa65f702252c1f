import StoreDependencies

/// Shows a part of another host's state as the state of a store, and hands inputs on to that host.
///
/// It runs no engine: the child's reducer runs in that of the parent.
@MainActor
final class ChildHost<Parent: StoreHost, State: Equatable, Input: Sendable, Output: Sendable>: StoreHost {
  /// The host of the parent.
  private let parent: Parent

  /// The child's part of the parent's state.
  private let part: StatePart<Parent.State, State>

  /// Makes the parent's input of the child's.
  private let embed: (Input) -> Parent.Input

  /// What the child says is for its parent, so nothing is emitted here.
  let outputs = OutputBroadcast<Output>()

  /// Shows a child that is there.
  ///
  /// - Parameters:
  ///   - state: The child's state as it is.
  ///   - read: Reads the child's state; nil when the child is gone.
  ///   - parent: The host of the parent.
  ///   - embed: Makes the parent's input of the child's.
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

  /// The child's state, or its last one when it is gone.
  var state: State { part.value(in: parent.state) }

  /// Tells observers and subscribers of changes of the child's state.
  var publisher: StatePublisher<State> { part.publisher }

  /// Nothing: the parent's observer hears everything.
  var onEvent: ((StoreEvent<State, Input, Output>) -> Void)? {
    get { nil }
    set {
      guard newValue != nil else { return }
      DependencyIssue(
        kind: .misuse,
        subject: "onEvent",
        headline: "The store of a child was given an 'onEvent', which hears nothing.",
        details: "Set 'onEvent' of the store that it was scoped from. It hears the child's messages, too.",
        site: CallSite()
      )
      .report(to: DependencyValues.current.observer)
    }
  }

  /// Sends an input to the parent; does nothing when the child is gone.
  func send(_ input: Input) -> EffectTree {
    // The state is not read here, as its reducer may be changing it: inputs can be sent at any time.
    part.isGone ? EffectTree() : parent.send(embed(input))
  }
}
