import StoreCore
public import StoreDependencies

extension TestStore {
  /// Creates a store that tests an actor as it is.
  ///
  /// ```swift
  /// let store = TestStore(of: Counter()) { await $0.count }
  ///
  /// await store.call { await $0.increment() }
  /// await store.receiveChange { $0 = 1 }
  /// await store.finish()
  /// ```
  ///
  /// The actor knows nothing of the test. Every change that another actor could see must be received, in the order in
  /// which they happened: the state after each job, not after each assignment.
  ///
  /// - Parameters:
  ///   - model: Makes the actor.
  ///   - updateDependencies: Changes the dependencies. It is called once.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - projection: Returns the state to assert. It is called after each job.
  @MainActor
  public convenience init<Model: Actor, Projection>(
    of model: @autoclosure () -> Model,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    projection: @escaping @Sendable (Model) async -> Projection
  ) where Feature == ContainerFeature<ActorContainer<Model, Projection>, Projection, Never> {
    self.init(
      container: { ActorContainer(model(), projection) },
      withDependencies: updateDependencies,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the actor, for assertions on what is outside of its projection.
  public func model<Model, Projection>() -> Model
  where Feature == ContainerFeature<ActorContainer<Model, Projection>, Projection, Never> {
    session.reducer.container.model
  }

  /// Calls a method of the actor, outside of all actors.
  ///
  /// When this returns, all work that can run now has run; a suspended method continues later. Changes of earlier steps
  /// that the test has not received are a failure. An error that the method throws is also a failure.
  ///
  /// - Parameters:
  ///   - name: The name of the call in failures; by default, the call itself.
  ///   - method: Calls the method.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A handle on all work that follows from the call.
  @discardableResult
  public func call<Model, Projection>(
    _ name: String? = nil,
    _ method: @escaping @Sendable (Model) async throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async -> TestStoreTask where Feature == ContainerFeature<ActorContainer<Model, Projection>, Projection, Never> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await call(
      at: site,
      ContainerCall(named: name, site: site) { container in
        try await method(container.model)
      }
    )
  }
}
