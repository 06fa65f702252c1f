package import StoreDependencies

/// Children of one kind in their parent. Each child has an id.
///
/// It has the same role for each child as ``Scope`` for a single one. Write ``ScopeEach`` for the elements of a
/// collection, and ``ScopeScreens`` for the screens of a stack:
///
/// ```swift
/// struct List: Reducer {
///   struct State: Equatable { var rows = IdentifiedArray<Row.State>() }
///   enum Input { case row(Row.State.ID, Row.Input) }
///   enum Feedback: Equatable { case row(Row.State.ID, ChildFeedback<Row>) }
///
///   let rows = ScopeEach<List, Row>(at: .each(\.rows), feedback: Feedback.row) { Row() }
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
/// A message reaches its child without a search. A message after which the child is absent cancels the child's effects.
public struct ScopeElements<Parent: Reducer, Child: Reducer, ID: Hashable & Sendable>: Sendable {
  private let places: ScopePlaces<Parent.State, Child.State, ID>

  /// The `reduce` function of the children.
  private let reducer: CombineReducers<Child.State, Child.Input, Child.Feedback, Child.Output>.Function

  private let starter: @Sendable (Child.State) -> Effect<Child.Feedback, Child.Output>

  /// The place of the collection.
  private let collection: @Sendable (Parent.State) -> any ChildPlace

  private let embed: @Sendable (ID, ChildFeedback<Child>) -> Parent.Feedback

  /// The line that created the scope.
  package let site: CallSite

  /// Creates the scope of several children.
  ///
  /// - Parameters:
  ///   - places: Where the children's states are in the parent's, such as `.each(\.rows)`.
  ///   - feedback: The case of the parent's feedback that carries the children's, with the id of the child.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - child: Makes the reducer of the children.
  public init(
    at places: ScopePlaces<Parent.State, Child.State, ID>,
    feedback: @escaping @Sendable (ID, ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: places, embed: feedback, site: site, child: child)
  }

  init(
    at places: ScopePlaces<Parent.State, Child.State, ID>,
    embed: @escaping @Sendable (ID, ChildFeedback<Child>) -> Parent.Feedback,
    site: CallSite,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let child = child()
    reducer = { message, state in child.reduce(message: message, into: &state) }
    starter = { state in child.start(from: state) }
    self.places = places
    collection = places.collection(site)
    self.embed = embed
    self.site = site
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
    let isPresent = places.change(&state, id) { child in node = reducer(message.opened(), &child).node }
    guard isPresent else {
      reportAbsence(of: Child.self, message, identity: " with the id \(valueText(of: id))", at: site)
      return .none
    }
    return Effect(node: embedded(node, id, in: state))
  }

  /// Returns the start effect of one child, for messages that add the child.
  ///
  /// - Parameters:
  ///   - id: The id of the child.
  ///   - state: The parent's state, which contains the child's.
  /// - Returns: The child's start effect, converted to the parent's types; `.none` if the child is absent.
  public func start(id: ID, from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    guard let child = places.find(state, id) else { return .none }
    return Effect(node: embedded(starter(child).node, id, in: state))
  }

  /// Returns the start effects of all children, for the parent's own start.
  ///
  /// - Parameter state: The parent's state, which contains the children's.
  /// - Returns: The start effects, converted to the parent's types.
  public func start(from state: Parent.State) -> Effect<Parent.Feedback, Parent.Output> {
    .merge(newIDs(in: state, since: nil).map { start(id: $0, from: state) })
  }

  /// Returns the state of a child; nil if it is absent.
  package func child(_ id: ID, in state: Parent.State) -> Child.State? { places.find(state, id) }

  /// Returns the ids of the children that were absent in an earlier state, in order; of all children without one.
  package func newIDs(in state: Parent.State, since before: Parent.State?) -> [ID] { places.newIDs(state, before) }

  /// Returns the key of a child's place.
  package func key(of id: ID) -> ChildKey { places.element(site, id).key }

  /// Converts an effect of a child to the parent's types.
  private func embedded(_ node: EffectNode, _ id: ID, in state: Parent.State) -> EffectNode {
    // Performance: the places of a child are not needed for a message without an effect.
    if case .none = node { return .none }
    return node.embedded(at: places.element(site, id), in: collection(state), { [embed] in embed(id, $0) }, site)
  }
}

/// The children of a parent that are the elements of an ``IdentifiedArray``.
public typealias ScopeEach<Parent: Reducer, Child: Reducer> = ScopeElements<Parent, Child, Child.State.ID>
where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable

/// The children of a parent that are the screens of one kind in a ``Stack``.
///
/// ```swift
/// let detail = ScopeScreens<App, Detail>(at: .screens(\.path, \.detail), feedback: Feedback.detail) { Detail() }
/// ```
public typealias ScopeScreens<Parent: Reducer, Child: Reducer> = ScopeElements<Parent, Child, ScreenID>
