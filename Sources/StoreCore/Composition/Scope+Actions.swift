// A child with one flat type of action, whose parent sees what the child's effects send. The parent's `switch` matches an
// action of the child like any other, and hands it on.

extension Scope where Child: ActionReducer, Child.Output == Never {
  /// Has the child handle an action, of its own effects or from outside.
  ///
  /// ```swift
  /// case .search(.resultTapped(let result)):
  ///   state.detail = Detail.State(result)
  ///   return .none
  /// case .search(let action): return search.reduce(action, into: &state)
  /// ```
  ///
  /// - Parameters:
  ///   - action: The child's action, as the parent has it in hand.
  ///   - state: The parent's state, in which the child's is changed.
  /// - Returns: What follows, in the parent's words.
  public func reduce(
    _ action: Child.Action,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    reduce(.input(action), into: &state)
  }

  /// Gives a place to a child of flat actions that is always there.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in that of its parent.
  ///   - action: The case of the parent's feedback, or of its action, that is the child's.
  ///   - child: Makes the child's logic.
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

  /// Gives a place to a child of flat actions that is always there, and that another one with another id replaces.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in that of its parent.
  ///   - action: The case of the parent's feedback, or of its action, that is the child's.
  ///   - child: Makes the child's logic.
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

  /// Gives a place to a child of flat actions that may be absent.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in that of its parent; nil while the child is absent.
  ///   - action: The case of the parent's feedback, or of its action, that is the child's.
  ///   - child: Makes the child's logic.
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

  /// Gives a place to a child of flat actions that may be absent, or replaced by one of another id.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in that of its parent; nil while the child is absent.
  ///   - action: The case of the parent's feedback, or of its action, that is the child's.
  ///   - child: Makes the child's logic.
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

  /// Gives a place to a child of flat actions whose state is the payload of a case of an enum.
  ///
  /// The payload is taken out and put back for each message, so a collection in it is copied when the child changes it.
  /// Where that matters, give `ifLet` a property that modifies the payload in place.
  ///
  /// - Parameters:
  ///   - keyPath: The enum in the state of the parent; `\.self` if it is the state.
  ///   - embed: The case, as its constructor.
  ///   - extract: The payload, if the enum is in that case.
  ///   - action: The case of the parent's feedback, or of its action, that is the child's.
  ///   - child: Makes the child's logic.
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

  /// Gives a place to a child of flat actions whose state is the payload of a case of an enum, and that another one with another id replaces.
  ///
  /// The payload is taken out and put back for each message, so a collection in it is copied when the child changes it.
  /// Where that matters, give `ifLet` a property that modifies the payload in place.
  ///
  /// - Parameters:
  ///   - keyPath: The enum in the state of the parent; `\.self` if it is the state.
  ///   - embed: The case, as its constructor.
  ///   - extract: The payload, if the enum is in that case.
  ///   - action: The case of the parent's feedback, or of its action, that is the child's.
  ///   - child: Makes the child's logic.
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
  /// Gives a place to a collection of children of flat actions.
  ///
  /// - Parameters:
  ///   - keyPath: The children's states in that of their parent.
  ///   - action: The case of the parent's feedback, or of its action, that is the children's, with the id of the child.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - child: Makes the logic of each child.
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

  /// Has a child handle an action, of its own effects or from outside.
  ///
  /// - Parameters:
  ///   - action: The child's action, as the parent has it in hand.
  ///   - id: Which child it is for.
  ///   - state: The parent's state, in which the child's is changed.
  /// - Returns: What follows, in the parent's words.
  public func reduce(
    _ action: Child.Action,
    id: ID,
    into state: inout Parent.State
  ) -> Effect<Parent.Feedback, Parent.Output> {
    reduce(.input(action), id: id, into: &state)
  }
}

/// What a parent hears of a child of flat actions: the actions that the child's effects send, open to the parent.
private func flat<Child: ActionReducer, Feedback>(
  _ action: @escaping @Sendable (Child.Action) -> Feedback
) -> @Sendable (ChildFeedback<Child>) -> Feedback where Child.Output == Never {
  { feedback in
    switch feedback {
    case .feedback(let sealed): action(sealed.content)
    }
  }
}
