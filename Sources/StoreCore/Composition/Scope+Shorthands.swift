import StoreDependencies

// Shorter forms of the places. The second of each pair is for a child with an id, as the place is chosen here.

extension Scope {
  /// Creates a scope at the place `.always(keyPath)`.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, Child.State> & Sendable,
    feedback: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .always(keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates a scope at the place `.always(keyPath)`.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, Child.State> & Sendable,
    feedback: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .always(keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates a scope at the place `.ifLet(keyPath)`.
  public init(
    ifLet keyPath: any WritableKeyPath<Parent.State, Child.State?> & Sendable,
    feedback: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifLet(keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates a scope at the place `.ifLet(keyPath)`.
  public init(
    ifLet keyPath: any WritableKeyPath<Parent.State, Child.State?> & Sendable,
    feedback: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifLet(keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates a scope at the place `.ifCase(embed, of: keyPath, extract: extract)`.
  public init<Cases>(
    ifCase embed: @escaping @Sendable (Child.State) -> Cases,
    of keyPath: any WritableKeyPath<Parent.State, Cases> & Sendable,
    extract: @escaping @Sendable (Cases) -> Child.State?,
    feedback: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifCase(embed, of: keyPath, extract: extract), embed: feedback, site: site, child: child)
  }

  /// Creates a scope at the place `.ifCase(embed, of: keyPath, extract: extract)`.
  public init<Cases>(
    ifCase embed: @escaping @Sendable (Child.State) -> Cases,
    of keyPath: any WritableKeyPath<Parent.State, Cases> & Sendable,
    extract: @escaping @Sendable (Cases) -> Child.State?,
    feedback: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifCase(embed, of: keyPath, extract: extract), embed: feedback, site: site, child: child)
  }
}

extension Scope where Child: ActionReducer, Child.Output == Never {
  /// Creates a scope at the place `.always(keyPath)`.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, Child.State> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .always(keyPath), embed: flat(action), site: site, child: child)
  }

  /// Creates a scope at the place `.always(keyPath)`.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, Child.State> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .always(keyPath), embed: flat(action), site: site, child: child)
  }

  /// Creates a scope at the place `.ifLet(keyPath)`.
  public init(
    ifLet keyPath: any WritableKeyPath<Parent.State, Child.State?> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifLet(keyPath), embed: flat(action), site: site, child: child)
  }

  /// Creates a scope at the place `.ifLet(keyPath)`.
  public init(
    ifLet keyPath: any WritableKeyPath<Parent.State, Child.State?> & Sendable,
    action: @escaping @Sendable (Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifLet(keyPath), embed: flat(action), site: site, child: child)
  }

  /// Creates a scope at the place `.ifCase(embed, of: keyPath, extract: extract)`.
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifCase(embed, of: keyPath, extract: extract), embed: flat(action), site: site, child: child)
  }

  /// Creates a scope at the place `.ifCase(embed, of: keyPath, extract: extract)`.
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .ifCase(embed, of: keyPath, extract: extract), embed: flat(action), site: site, child: child)
  }
}

extension ScopeElements where Child.State: Identifiable & SendableMetatype, ID == Child.State.ID {
  /// Creates a scope at the places `.each(keyPath)`.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, IdentifiedArray<Child.State>> & Sendable,
    feedback: @escaping @Sendable (ID, ChildFeedback<Child>) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .each(keyPath), embed: feedback, site: site, child: child)
  }
}

extension ScopeElements
where Child: ActionReducer, Child.Output == Never, Child.State: Identifiable & SendableMetatype, ID == Child.State.ID {
  /// Creates a scope at the places `.each(keyPath)`.
  public init(
    _ keyPath: any WritableKeyPath<Parent.State, IdentifiedArray<Child.State>> & Sendable,
    action: @escaping @Sendable (ID, Child.Action) -> Parent.Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: .each(keyPath), embed: flat(action), site: site, child: child)
  }
}
