import StoreDependencies

extension Scope {
  /// Creates the scope of a child that is always present.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's.
  ///   - feedback: The case of the parent's feedback that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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
    self.init(at: Access(keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates the scope of a child that is always present.
  ///
  /// A child with another id can replace it.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's.
  ///   - feedback: The case of the parent's feedback that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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
    self.init(identifiedAt: Access(keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates the scope of a child that may be absent.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's; nil while the child is absent.
  ///   - feedback: The case of the parent's feedback that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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
    self.init(at: Access(ifLet: keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates the scope of a child that may be absent.
  ///
  /// A child with another id can replace it.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in the parent's; nil while the child is absent.
  ///   - feedback: The case of the parent's feedback that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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
    self.init(identifiedAt: Access(ifLet: keyPath), embed: feedback, site: site, child: child)
  }

  /// Creates the scope of a child whose state is the payload of an enum case.
  ///
  /// Each message takes the payload out and puts it back, so a collection in it is copied when the child changes it. To
  /// avoid the copy, pass `ifLet` a property that modifies the payload in place.
  ///
  /// - Parameters:
  ///   - keyPath: The enum in the state of the parent; `\.self` if it is the state.
  ///   - embed: The constructor of the case.
  ///   - extract: Returns the payload if the enum is in that case.
  ///   - feedback: The case of the parent's feedback that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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
    self.init(at: Access(ifCase: embed, of: keyPath, extract: extract), embed: feedback, site: site, child: child)
  }

  /// Creates the scope of a child whose state is the payload of an enum case.
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
  ///   - feedback: The case of the parent's feedback that carries the child's.
  ///   - child: Makes the child's reducer.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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
    self.init(
      identifiedAt: Access(ifCase: embed, of: keyPath, extract: extract),
      embed: feedback,
      site: site,
      child: child
    )
  }

  /// Creates the scope of a child that keeps its identity while it is present.
  private init(
    at access: Access,
    embed: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    site: CallSite,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) {
    let place = PlaceIn<Parent.State>(ChildKey(site: site, keyPath: access.keyPath, identity: nil), read: access.find)
    self.init(access: access.change, place: { _ in place }, embed: embed, site: site, child: child)
  }

  private init(
    identifiedAt access: Access,
    embed: @escaping @Sendable (ChildFeedback<Child>) -> Parent.Feedback,
    site: CallSite,
    child: () -> some Reducer<Child.State, Child.Input, Child.Feedback, Child.Output> & Sendable
  ) where Child.State: Identifiable & SendableMetatype, Child.State.ID: Sendable {
    let (keyPath, find) = (access.keyPath, access.find)
    let place = { @Sendable (state: Parent.State) in
      let id = find(state)?.id
      return PlaceIn<Parent.State>(ChildKey(site: site, keyPath: keyPath, identity: id.map { EffectIdentifier($0) })) {
        find($0).flatMap { $0.id == id ? $0 : nil }
      }
    }
    self.init(access: access.change, place: place, embed: embed, site: site, child: child)
  }
}

extension Scope {
  /// The place of a child's state in the parent's.
  private struct Access {
    let keyPath: any AnyKeyPath & Sendable
    let find: @Sendable (Parent.State) -> Child.State?

    /// Changes the child's state; false if the child is absent.
    let change: @Sendable (inout Parent.State, Change) -> Bool

    init(_ keyPath: any WritableKeyPath<Parent.State, Child.State> & Sendable) {
      self.keyPath = keyPath
      find = { $0[keyPath: keyPath] }
      change = { state, change in
        change(&state[keyPath: keyPath])
        return true
      }
    }

    init(ifLet keyPath: any WritableKeyPath<Parent.State, Child.State?> & Sendable) {
      self.keyPath = keyPath
      find = { $0[keyPath: keyPath] }
      change = { state, change in mutate(&state[keyPath: keyPath], change) }
    }

    init<Cases>(
      ifCase embed: @escaping @Sendable (Child.State) -> Cases,
      of keyPath: any WritableKeyPath<Parent.State, Cases> & Sendable,
      extract: @escaping @Sendable (Cases) -> Child.State?
    ) {
      self.keyPath = keyPath
      find = { extract($0[keyPath: keyPath]) }
      // The payload is taken out, changed, and put back.
      change = { state, change in
        guard var payload = extract(state[keyPath: keyPath]) else { return false }
        change(&payload)
        state[keyPath: keyPath] = embed(payload)
        return true
      }
    }
  }
}

/// Changes an optional value in place; false if it is nil.
private func mutate<Value>(_ value: inout Value?, _ change: (inout Value) -> Void) -> Bool {
  guard value != nil else { return false }
  change(&value!)
  return true
}
