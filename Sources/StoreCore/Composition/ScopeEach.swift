package import StoreDependencies

/// A collection of children of one kind in their parent. Each child has an id.
///
/// It has the same role for each element as ``Scope`` for a single child:
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
///     case .feedback(.row(let id, .feedback(let feedback))):
///       return rows.reduce(.feedback(feedback), id: id, into: &state)
///     case .feedback(.row(let id, .output(.deleted))):
///       state.rows.remove(id: id)
///       return .none
///     }
///   }
/// }
/// ```
///
/// A message reaches its element without a search. A message after which the element is absent cancels
/// the element's effects.
public struct ScopeEach<Parent: Reducer, Child: Reducer>: Sendable
where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
  /// The id of a child.
  public typealias ID = Child.State.ID

  /// The children's states in the parent's.
  package let keyPath: any WritableKeyPath<Parent.State, IdentifiedArray<Child.State>> & Sendable

  /// The `reduce` function of the children.
  private let reducer: CombineReducers<Child.State, Child.Input, Child.Feedback, Child.Output>.Function

  private let starter: @Sendable (Child.State) -> Effect<Child.Feedback, Child.Output>
  private let place: PlaceIn<Parent.State>

  private let embed: @Sendable (ID, ChildFeedback<Child>) -> Parent.Feedback

  /// The line that created the scope.
  package let site: CallSite

  /// Creates the scope of a collection of children.
  ///
  /// - Parameters:
  ///   - keyPath: The children's states in the parent's.
  ///   - feedback: The case of the parent's feedback that carries the children's, with the id of the child.
  ///   - child: Makes the reducer of the children.
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
      children.version
    } read: { state in
      state[keyPath: keyPath]
    }
  }

  /// Passes a message to a child.
  ///
  /// - Parameters:
  ///   - message: The child's message, as the parent sees it.
  ///   - id: The id of the child.
  ///   - state: The parent's state, which contains the child's.
  /// - Returns: The child's effect, converted to the parent's types.
  public func reduce(
    _ message: ChildMessage<Child>,
    id: ID,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    var node = EffectNode.none
    let isPresent = state[keyPath: keyPath].withElement(id) { child in node = reducer(message.opened(), &child).node }
    guard isPresent else {
      reportAbsence(of: Child.self, message, identity: " with the id \(valueText(of: id))", at: site)
      return .none
    }
    return Effect(node: embedded(node, id))
  }

  /// Returns the start effect of one child, for messages that add the child.
  ///
  /// - Parameters:
  ///   - id: The id of the child.
  ///   - state: The parent's state, which contains the child's.
  /// - Returns: The child's start effect, converted to the parent's types; `.none` if the child is absent.
  public func start(id: ID, from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    guard let child = state[keyPath: keyPath][id: id] else { return .none }
    return Effect(node: embedded(starter(child).node, id))
  }

  /// Returns the start effects of all children, for the parent's own start.
  ///
  /// - Parameter state: The parent's state, which contains the children's.
  /// - Returns: The start effects, converted to the parent's types.
  public func start(from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    .merge(state[keyPath: keyPath].map { Effect(node: embedded(starter($0).node, $0.id)) })
  }

  /// Returns the key of a child's place.
  package func key(of id: ID) -> ChildKey { ChildKey(site: site, keyPath: keyPath, identity: EffectIdentifier(id)) }

  /// Converts an effect of a child to the parent's types.
  private func embedded(
    _ node: EffectNode,
    _ id: ID
  ) -> EffectNode {
    node.embedded(
      at: PlaceIn<IdentifiedArray<Child.State>>(key(of: id)) { $0[id: id] },
      in: place,
      { [embed] in embed(id, $0) },
      site
    )
  }
}
