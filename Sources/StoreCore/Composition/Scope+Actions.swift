// Scopes of children with one action type. The parent sees the actions of such a child's effects: its `switch` matches
// each of them, and passes it on.

extension Scope where Child: ActionReducer, Child.Output == Never {
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

  /// Creates the scope of a child with one action type that is always present.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's.
  ///   - action: The case of the parent's feedback, or of its action, that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, Child.State> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    self.init(
      keyPath,
      feedback: flat(action),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      child: child
    )
  }

  /// Creates the scope of a child with one action type that is always present.
  ///
  /// A child with another id can replace it.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's.
  ///   - action: The case of the parent's feedback, or of its action, that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, Child.State> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    self.init(
      keyPath,
      feedback: flat(action),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      child: child
    )
  }

  /// Creates the scope of a child with one action type that may be absent.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's; nil while the child is absent.
  ///   - action: The case of the parent's feedback, or of its action, that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    ifLet keyPath: any WritableKeyPath<Parent.State, Child.State?> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    self.init(
      ifLet: keyPath,
      feedback: flat(action),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      child: child
    )
  }

  /// Creates the scope of a child with one action type that may be absent.
  ///
  /// A child with another id can replace it.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's; nil while the child is absent.
  ///   - action: The case of the parent's feedback, or of its action, that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    ifLet keyPath: any WritableKeyPath<Parent.State, Child.State?> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    self.init(
      ifLet: keyPath,
      feedback: flat(action),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      child: child
    )
  }

  /// Creates the scope of a child with one action type whose state is the payload of an enum case.
  ///
  /// Each message takes the payload out and puts it back, so a collection in it is copied when the child changes it. To
  /// avoid the copy, pass `ifLet` a property that modifies the payload in place.
  ///
  /// - Parameters:
  ///   - keyPath: The enum in the state of the parent; `\.self` if it is the state.
  ///   - embed: The constructor of the case.
  ///   - extract: Returns the payload if the enum is in that case.
  ///   - action: The case of the parent's feedback, or of its action, that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init<Cases>(
    ifCase embed: @escaping @Sendable (Child.State) -> Cases,
    of keyPath: any WritableKeyPath<Parent.State, Cases> & Sendable,
    extract: @escaping @Sendable (Cases) -> Child.State?,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    self.init(
      ifCase: embed,
      of: keyPath,
      extract: extract,
      feedback: flat(action),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      child: child
    )
  }

  /// Creates the scope of a child with one action type whose state is the payload of an enum case.
  ///
  /// A child with another id can replace it.
  ///
  /// Each message takes the payload out and puts it back, so a collection in it is copied when the child changes it. To
  /// avoid the copy, pass `ifLet` a property that modifies the payload in place.
  ///
  /// - Parameters:
  ///   - keyPath: The enum in the state of the parent; `\.self` if it is the state.
  ///   - embed: The constructor of the case.
  ///   - extract: Returns the payload if the enum is in that case.
  ///   - action: The case of the parent's feedback, or of its action, that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init<Cases>(
    ifCase embed: @escaping @Sendable (Child.State) -> Cases,
    of keyPath: any WritableKeyPath<Parent.State, Cases> & Sendable,
    extract: @escaping @Sendable (Cases) -> Child.State?,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    self.init(
      ifCase: embed,
      of: keyPath,
      extract: extract,
      feedback: flat(action),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      child: child
    )
  }
}

extension ScopeEach where Child: ActionReducer, Child.Output == Never {
  /// Creates the scope of a collection of children with one action type.
  ///
  /// - Parameters:
  ///   - keyPath: The children's states in the parent's.
  ///   - action: The case of the parent's feedback, or of its action, that carries the children's, with the id of the
  ///     child.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - child: Makes the reducer of the children.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, IdentifiedArray<Child.State>> & Sendable,
    action: @escaping @Sendable (ID, Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    self.init(
      keyPath,
      feedback: { id, feedback in flat { action(id, $0) }(feedback) },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      child: child
    )
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
private func flat<Child: ActionReducer, Feedback>(
  _ action: @escaping @Sendable (Child.Action) -> Feedback
) -> @Sendable (ChildFeedback<Child>) -> Feedback where Child.Output == Never {
  { feedback in
    switch feedback {
    case .feedback(let sealed): action(sealed.content)
    }
  }
}
