import StoreDependencies

/// A collection of children of one kind in their parent, each with an id.
///
/// It is to each of them what ``Scope`` is to a single child:
///
/// ```swift
/// struct List: Reducer {
///   struct State: Equatable { var rows = IdentifiedArray<Row.State>() }
///   enum Input { case row(Row.State.ID, Row.Input) }
///   enum Feedback: Equatable { case row(Row.State.ID, ChildFeedback<Row>) }
///
///   let rows = ScopeEach<List, Row>(\.rows, feedback: Feedback.row) { Row() }
///
///   func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
///     switch message {
///     case .input(.row(let id, let input)): return rows.reduce(.input(input), id: id, into: &state)
///     case .feedback(.row(let id, .feedback(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
///     case .feedback(.row(let id, .output(.deleted))):
///       state.rows.remove(id: id)
///       return .none
///     }
///   }
/// }
/// ```
///
/// A message finds its element in one step, and what runs for an element is cancelled when the element is removed.
public struct ScopeEach<Parent: Reducer, Child: Reducer>: Sendable
where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
  /// What tells the children from each other.
  public typealias ID = Child.State.ID

  let keyPath: any WritableKeyPath<Parent.State, IdentifiedArray<Child.State>> & Sendable

  /// The children's logic.
  private let reducer: CombineReducers<Child.State, Child.Input, Child.Feedback, Child.Output>.Function

  private let starter: @Sendable (Child.State) -> Effect<Child.Feedback, Child.Output>
  private let place: PlaceIn<Parent.State>

  private let embed: @Sendable (ID, ChildFeedback<Child>) -> Parent.Feedback

  let site: CallSite

  /// Gives a place to a collection of children.
  ///
  /// - Parameters:
  ///   - keyPath: The children's states in that of their parent.
  ///   - feedback: The case of the parent's feedback that is the children's, with the id of the child.
  ///   - child: Makes the logic of each child.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, IdentifiedArray<Child.State>> & Sendable,
    feedback: @escaping @Sendable (ID, ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let child = child()
    self.keyPath = keyPath
    reducer = { message, state in child.reduce(message: message, into: &state) }
    starter = { state in child.start(from: state) }
    embed = feedback
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    place = PlaceIn(ChildKey(site: site, keyPath: keyPath, identity: nil)) { children in
      children.removals
    } read: { state in
      state[keyPath: keyPath]
    }
  }

  /// Has a child handle a message.
  ///
  /// - Parameters:
  ///   - message: The child's message, as the parent has it in hand.
  ///   - id: Which child it is for.
  ///   - state: The parent's state, in which the child's is changed.
  /// - Returns: What follows, in the parent's words.
  public func reduce(
    _ message: ChildMessage<Child>,
    id: ID,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    var node = EffectNode.none
    let isThere = state[keyPath: keyPath].withElement(id) { child in node = reducer(message.opened(), &child).node }
    guard isThere else {
      reportAbsence(of: Child.self, message, " with the id \(namedText(of: id))", site)
      return .none
    }
    return Effect(node: embedded(node, id))
  }

  /// Returns what a child does before any message, for messages that bring the child.
  ///
  /// - Parameters:
  ///   - id: Which child it is.
  ///   - state: The parent's state, in which the child's is.
  /// - Returns: The child's first effect, in the parent's words; nothing if the child is not there.
  public func start(id: ID, from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    guard let child = state[keyPath: keyPath][id: id] else { return .none }
    return Effect(node: embedded(starter(child).node, id))
  }

  /// Returns what all children do before any message, for the parent's own start.
  ///
  /// - Parameter state: The parent's state, in which the children's are.
  /// - Returns: The children's first effects, in the parent's words.
  public func start(from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    .merge(state[keyPath: keyPath].map { Effect(node: embedded(starter($0).node, $0.id)) })
  }

  /// An effect of a child in the parent's words.
  private func embedded(
    _ node: EffectNode,
    _ id: ID
  ) -> EffectNode {
    node.embedded(
      at: PlaceIn<IdentifiedArray<Child.State>>(
        ChildKey(site: site, keyPath: keyPath, identity: EffectIdentifier(id))
      ) { $0[id: id] },
      in: place,
      { [embed] in embed(id, $0) },
      site
    )
  }
}
