import StoreCore
public import StoreDependencies

extension TestStore {
  /// Creates a store that tests a container without a reducer, such as a view model.
  ///
  /// ```swift
  /// let store = TestStore { NumbersModel() } withDependencies: { $0.numbersClient.load = { [1, 2] } }
  ///
  /// await store.call("load") { await $0.load() }
  /// await store.receiveChange { $0 = .loading }
  /// await store.receiveChange { $0 = .loaded([1, 2]) }
  /// await store.finish()
  /// ```
  ///
  /// Every change of the container's state and every output must be received, in the order in which they happened. A
  /// suspended method, and every task that it has started, is an effect. Time and dependencies work as in every test
  /// store. A change that the test makes directly, without `store.call`, must be
  /// received, too. The level `.strict` also demands exact advances of the clock. It demands no `receiveEffect`, as the
  /// test names the calls by making them.
  ///
  /// - Parameters:
  ///   - container: Makes the container, under the store's dependencies.
  ///   - updateDependencies: Changes the dependencies. It is called once.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @MainActor
  public convenience init<Container, State, Output>(
    container: () -> Container,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Feature == ContainerFeature<Container, State, Output> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var made: ContainerFeature<Container, State, Output>?
    func make() -> ContainerFeature<Container, State, Output> {
      let feature = made ?? ContainerFeature(container: followingTasks(madeAt: site, container))
      made = feature
      return feature
    }
    self.init(
      initialState: make().container.state,
      reducer: make,
      withDependencies: updateDependencies,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    session.follow(make().container)
  }

  /// Returns the container, for assertions on properties outside of its state.
  @MainActor
  public func container<Container, State, Output>() -> Container
  where Feature == ContainerFeature<Container, State, Output> {
    session.reducer.container
  }

  /// Calls a method of the container, as a view would.
  ///
  /// When this returns, all work that can run now has run; a suspended method continues later. Changes and outputs of
  /// earlier steps that the test has not received are a failure. An error that the method throws is also a failure.
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
  @_disfavoredOverload
  public func call<Container, State, Output>(
    _ name: String? = nil,
    _ method: @escaping @MainActor @Sendable (Container) async throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async -> TestStoreTask where Feature == ContainerFeature<Container, State, Output> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await call(at: site, ContainerCall(named: name, site: site, method: method))
  }

  /// Makes a call.
  func call<Container, State, Output>(at site: CallSite, _ call: ContainerCall<Container>) async -> TestStoreTask
  where Feature == ContainerFeature<Container, State, Output> {
    let task = await send(
      call,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column
    )
    session.nameCall(at: site)
    return task
  }

  /// Receives the next change of the container's state.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait for work outside of the test's control; by default, ``timeout``.
  ///   - assert: Changes the state from before the change into the expected one.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receiveChange<Container, State, Output>(
    timeout: Duration? = nil,
    assert: @escaping (inout State) throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Feature == ContainerFeature<Container, State, Output> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard session.begin("receiveChange", at: site) else { return }
    defer { session.endStep() }
    await session.receiveChange(timeout: timeout, assert)
  }
}
