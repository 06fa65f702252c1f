package import StoreDependencies

/// A child feature in its parent: the place of its state, and the case of the parent's feedback that carries the
/// child's.
///
/// A parent has one scope for each child, and passes it the child's messages in its own `switch`:
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
/// - The compiler checks that every message of a child is handled. A message reaches its child in one step, with any
///   number of children.
/// - An output of the child is a message of the parent, reduced right after the message in which the child emitted it.
///   Feedback of the child's effects passes through the parent. The parent can't read it.
/// - Effect ids belong to the child: equal ids of two children are independent.
/// - When a message removes the child (an optional becomes nil, an enum changes its case), the store cancels its
///   effects. A message also removes a child with `Identifiable` state if it sets a child with another id.
/// - A message for an absent child is reported as a misuse, and changes nothing. Outputs that a child emits in the
///   message that removes it still reach the parent.
public struct Scope<Parent: Reducer, Child: Reducer>: Sendable {
  private let reducer: CombineReducers<Child.State, Child.Input, Child.Feedback, Child.Output>.Function

  private let starter: @Sendable (Child.State) -> Effect<Child.Feedback, Child.Output>

  /// Changes the child's state in place; false if the child is absent.
  private let access: @Sendable (inout Parent.State, (inout Child.State) -> Void) -> Bool

  private let place: @Sendable (Parent.State) -> PlaceIn<Parent.State>

  private let embed: @Sendable (ChildFeedback<Child>) -> Parent.Feedback

  /// The line that created the scope.
  package let site: CallSite

  /// Creates the scope of a child.
  ///
  /// - Parameters:
  ///   - place: Where the child's state is in the parent's, such as `.ifLet(\.detail)`.
  ///   - feedback: The case of the parent's feedback that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    at place: ScopePlace<Parent.State, Child.State>,
    feedback: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: place, embed: feedback, site: site, child: child)
  }

  init(
    at place: ScopePlace<Parent.State, Child.State>,
    embed: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    site: CallSite,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let child = child()
    reducer = { message, state in child.reduce(message: message, into: &state) }
    starter = { state in child.start(from: state) }
    access = place.change
    self.place = place.locate(site)
    self.embed = embed
    self.site = site
  }

  /// Passes a message to the child.
  ///
  /// - Parameters:
  ///   - message: The child's message, as the parent sees it.
  ///   - state: The parent's state, which contains the child's.
  /// - Returns: The child's effect, converted to the parent's types.
  public func reduce(
    _ message: ChildMessage<Child>,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    if case .feedback(let feedback) = message, let sender = feedback.sender, let id = place(state).key.identity,
      id != sender.id
    {
      // An effect of a previous child may still send after another child has taken its place.
      reportAbsence(of: Child.self, message, identity: " with the id \(sender.id)", at: site)
      return .none
    }
    var node = EffectNode.none
    let isPresent = access(&state) { child in node = reducer(message.opened(), &child).node }
    guard isPresent else {
      reportAbsence(of: Child.self, message, at: site)
      return .none
    }
    return Effect(node: node.embedded(at: place(state), embed, site))
  }

  /// Returns the child's state; nil if the child is absent.
  package func child(in state: Parent.State) -> Child.State? {
    var copy = state
    var child: Child.State?
    _ = access(&copy) { child = $0 }
    return child
  }

  /// Returns the key of the child's place; nil if the child is absent.
  package func key(in state: Parent.State) -> ChildKey? {
    let place = place(state)
    return place.leads([place], state) > 0 ? place.key : nil
  }

  /// Returns the child's start effect, for the parent's own start and for messages that add the child.
  ///
  /// - Parameter state: The parent's state, which contains the child's.
  /// - Returns: The child's start effect, converted to the parent's types; `.none` if the child is absent.
  public func start(from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    var node = EffectNode.none
    var copy = state
    _ = access(&copy) { child in node = starter(child).node }
    return Effect(node: node.embedded(at: place(state), embed, site))
  }
}
