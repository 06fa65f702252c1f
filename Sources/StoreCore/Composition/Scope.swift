import StoreDependencies

/// A child feature in its parent: where its state is, and which of the parent's feedback is the child's.
///
/// A parent makes one for each child, and hands it the child's messages in its own `switch`:
///
/// ```swift
/// struct App: Reducer {
///   struct State: Equatable {
///     var search = Search.State()
///     var detail: Detail.State?
///   }
///
///   enum Input {
///     case search(Search.Input)
///     case detail(Detail.Input)
///   }
///
///   enum Feedback: Equatable {
///     case search(ChildFeedback<Search>)
///     case detail(ChildFeedback<Detail>)
///   }
///
///   let search = Scope<App, Search>(\.search, feedback: Feedback.search) { Search() }
///   let detail = Scope<App, Detail>(ifLet: \.detail, feedback: Feedback.detail) { Detail() }
///
///   func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
///     switch message {
///     case .input(.search(let input)): return search.reduce(.input(input), into: &state)
///     case .input(.detail(let input)): return detail.reduce(.input(input), into: &state)
///     case .feedback(.search(.feedback(let feedback))): return search.reduce(.feedback(feedback), into: &state)
///     case .feedback(.detail(.feedback(let feedback))): return detail.reduce(.feedback(feedback), into: &state)
///
///     case .feedback(.search(.output(.resultSelected(let result)))):
///       state.detail = Detail.State(result)
///       return .none
///
///     case .feedback(.detail(.output(.closed))):
///       state.detail = nil
///       return .none
///     }
///   }
/// }
/// ```
///
/// - The compiler sees to it that no message of a child is forgotten, and a message finds its child in one step, however
///   many there are.
/// - What the child says (its `Output`) is a message of the parent, reduced right after the one in which the child said it.
///   What the child's effects send is the child's own: the parent passes it on without being able to read it.
/// - Effect ids belong to the child: equal ids of two children have nothing to do with each other.
/// - When the child leaves (an optional becomes nil, an enum changes its case), the store cancels what runs for it. A
///   child whose state is `Identifiable` also leaves when one of another id takes its place, wherever it stands.
/// - A message for a child that is not there is reported as a misuse, and changes nothing. What a child says in the very
///   message with which it leaves is still heard.
public struct Scope<Parent: Reducer, Child: Reducer>: Sendable {
  /// A change of the child's state, and what follows from it.
  typealias Change = (inout Child.State) -> Void

  private let reducer: CombineReducers<Child.State, Child.Input, Child.Feedback, Child.Output>.Function

  private let starter: @Sendable (Child.State) -> Effect<Child.Feedback, Child.Output>

  /// Changes the child's state in place; false if the child is not there.
  private let access: @Sendable (inout Parent.State, Change) -> Bool

  let place: @Sendable (Parent.State) -> PlaceIn<Parent.State>

  private let embed: @Sendable (ChildFeedback<Child>) -> Parent.Feedback

  let site: CallSite

  init(
    access: @escaping @Sendable (inout Parent.State, Change) -> Bool,
    place: @escaping @Sendable (Parent.State) -> PlaceIn<Parent.State>,
    embed: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    site: CallSite,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let child = child()
    reducer = { message, state in child.reduce(message: message, into: &state) }
    starter = { state in child.start(from: state) }
    self.access = access
    self.place = place
    self.embed = embed
    self.site = site
  }

  /// Has the child handle a message.
  ///
  /// - Parameters:
  ///   - message: The child's message, as the parent has it in hand.
  ///   - state: The parent's state, in which the child's is changed.
  /// - Returns: What follows, in the parent's words.
  public func reduce(
    _ message: ChildMessage<Child>,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    if case .feedback(let feedback) = message, let sender = feedback.sender, let id = place(state).key.identity,
      id != sender.id
    {
      // Work that the child has left behind may still send, after another child has taken its place.
      reportAbsence(of: Child.self, message, " with the id \(sender.id)", site)
      return .none
    }
    var node = EffectNode.none
    let isThere = access(&state) { child in node = reducer(message.opened(), &child).node }
    guard isThere else {
      reportAbsence(of: Child.self, message, "", site)
      return .none
    }
    return Effect(node: node.embedded(at: place(state), embed, site))
  }

  /// Returns what the child does before any message, for the parent's own start, and for messages that bring the child.
  ///
  /// - Parameter state: The parent's state, in which the child's is.
  /// - Returns: The child's first effect, in the parent's words; nothing if the child is not there.
  public func start(from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    var node = EffectNode.none
    var copy = state
    _ = access(&copy) { child in node = starter(child).node }
    return Effect(node: node.embedded(at: place(state), embed, site))
  }
}
