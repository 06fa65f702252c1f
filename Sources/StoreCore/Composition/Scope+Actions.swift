import StoreDependencies

// Scopes of children with one action type. The parent sees the actions of such a child's effects: its `switch` matches
// each of them, and passes it on.

extension Scope where Child: ActionReducer, Child.Output == Never {
  /// Creates the scope of a child with one action type.
  ///
  /// - Parameters:
  ///   - place: Where the child's state is in the parent's, such as `.ifLet(\.detail)`.
  ///   - action: The case of the parent's feedback, or of its action, that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    at place: ScopePlace<Parent.State, Child.State>,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: place, embed: flat(action), site: site, child: child)
  }

  /// Passes an action to the child. One of its effects or other code sent the action.
  ///
  /// ```swift
  /// case .search(.resultTapped(let result)):
  ///   state.detail = Detail.State(result)
  ///   return .none
  /// case .search(let action): return search.reduce(action, into: &state)
  /// ```
  ///
  /// - Parameters:
  ///   - action: The child's action.
  ///   - state: The parent's state, which contains the child's.
  /// - Returns: The child's effect, converted to the parent's types.
  public func reduce(
    _ action: Child.Action,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    reduce(.input(action), into: &state)
  }
}

extension ScopeElements where Child: ActionReducer, Child.Output == Never {
  /// Creates the scope of several children with one action type.
  ///
  /// - Parameters:
  ///   - places: Where the children's states are in the parent's, such as `.each(\.rows)`.
  ///   - action: The case of the parent's feedback, or of its action, that carries the children's, with the id of the
  ///     child.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - child: Makes the reducer of the children.
  public init(
    at places: ScopePlaces<Parent.State, Child.State, ID>,
    action: @escaping @Sendable (ID, Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: places, embed: flat(action), site: site, child: child)
  }

  /// Passes an action to a child. One of its effects or other code sent the action.
  ///
  /// - Parameters:
  ///   - action: The child's action.
  ///   - id: The id of the child.
  ///   - state: The parent's state, which contains the child's.
  /// - Returns: The child's effect, converted to the parent's types.
  public func reduce(
    _ action: Child.Action,
    id: ID,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    reduce(.input(action), id: id, into: &state)
  }
}

/// Wraps the actions of a child's effects for its parent, without sealing them.
func flat<Child: ActionReducer, Feedback>(
  _ action: @escaping @Sendable (Child.Action) -> Feedback
) -> @Sendable (ChildFeedback<Child>) -> Feedback where Child.Output == Never {
  { feedback in
    switch feedback {
    case .feedback(let sealed): action(sealed.content)
    }
  }
}

/// Wraps the actions of the effects of several children for their parent, without sealing them.
func flat<Child: ActionReducer, ID, Feedback>(
  _ action: @escaping @Sendable (ID, Child.Action) -> Feedback
) -> @Sendable (ID, ChildFeedback<Child>) -> Feedback where Child.Output == Never {
  { id, feedback in
    switch feedback {
    case .feedback(let sealed): action(id, sealed.content)
    }
  }
}
