public import StoreDependencies

extension TestStore {
  /// Creates a store that tests a model as it is, such as an `@Observable` view model.
  ///
  /// ```swift
  /// let store = TestStore(of: SearchModel(client: client)) { [$0.query: $0.results] }
  ///
  /// await store.call { await $0.search("a") }
  /// await store.receiveChange { $0 = ["a": ["apple"]] }
  /// await store.finish()
  /// ```
  ///
  /// The model knows nothing of the test. Every change that a view can see must be received, in the order in which they
  /// happened: the state after a job of the model's tasks, not after each assignment. A suspended method, and every
  /// task that it or the model's initialiser has started, is an effect. The model is used on the main actor.
  ///
  /// - Parameters:
  ///   - model: Makes the model.
  ///   - updateDependencies: Changes the dependencies. It is called once.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - projection: Returns the state to assert, from the model's observable properties.
  @MainActor
  public convenience init<Model, Projection>(
    of model: @autoclosure () -> Model,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    projection: @escaping @MainActor (Model) -> Projection
  ) where Feature == ContainerFeature<ModelContainer<Model, Projection>, Projection, Never> {
    self.init(
      container: { ModelContainer(model(), projection) },
      withDependencies: updateDependencies,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Creates a store that tests a model as it is, by one of its properties.
  ///
  /// - Parameters:
  ///   - model: Makes the model.
  ///   - updateDependencies: Changes the dependencies. It is called once.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - projection: The property to assert, such as the state of the model.
  @MainActor
  public convenience init<Model, Projection>(
    of model: @autoclosure () -> Model,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    projection: KeyPath<Model, Projection>
  ) where Feature == ContainerFeature<ModelContainer<Model, Projection>, Projection, Never> {
    self.init(
      container: { ModelContainer(model()) { $0[keyPath: projection] } },
      withDependencies: updateDependencies,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the model, for assertions on properties outside of its projection.
  @MainActor
  public func model<Model, Projection>() -> Model
  where Feature == ContainerFeature<ModelContainer<Model, Projection>, Projection, Never> {
    guard let model = session.reducer.container.model else { preconditionFailure("The test has released the model.") }
    return model
  }

  /// Calls a method of the model, or sets its properties, as a view would.
  ///
  /// When this returns, all work that can run now has run; a suspended method continues later. Changes of earlier steps
  /// that the test has not received are a failure. An error that the method throws is also a failure.
  ///
  /// - Parameters:
  ///   - name: The name of the call in failures; by default, the call itself.
  ///   - method: Calls the method, on the main actor.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A handle on all work that follows from the call.
  @discardableResult
  public func call<Model, Projection>(
    _ name: String? = nil,
    _ method: @escaping @MainActor @Sendable (Model) async throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async -> TestStoreTask where Feature == ContainerFeature<ModelContainer<Model, Projection>, Projection, Never> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await call(
      at: site,
      ContainerCall(named: name, site: site) {
        @MainActor container in
        if let model = container.model { try await method(model) }
      }
    )
  }

  /// Releases the model as its view would, and ends the store.
  ///
  /// What the model's `deinit` doesn't end is a failure, at the call that has started it. This replaces
  /// ``finish(timeout:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func leave<Model, Projection>(
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Feature == ContainerFeature<ModelContainer<Model, Projection>, Projection, Never> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    _ = await call(at: site, ContainerCall(name: "deinit", site: site) { @MainActor in $0.release() })
    await finish(timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
