import StoreCore
public import StoreDependencies

extension TestStore {
  /// Makes a store for a test of a container without a reducer, such as a view model.
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
  /// Every change of the container's state and every output must be received, in the one order in which they happened.
  /// A method that goes on, and whatever it has started, is an effect like any other. Time and dependencies are those of every test
  /// store. A change that the test makes itself, without ``call(_:_:fileID:filePath:line:column:)``, must be received, too.
  /// At the level `.strict` nothing more is asked for than at `.on`: the test names the calls by making them.
  ///
  /// - Parameters:
  ///   - container: Makes the container, under the store's dependencies.
  ///   - updateDependencies: Provides dependencies. It is called once.
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

  /// The container itself, for a look at what its state doesn't show.
  @MainActor
  public func container<Container, State, Output>() -> Container
  where Feature == ContainerFeature<Container, State, Output> {
    session.engine.reducer.container
  }

  /// Calls a method of the container, as a view would.
  ///
  /// Everything that can run then has run when this returns: a method that waits for something goes on later. What has
  /// been received but not asserted from the steps before is a failure; so is an error that the method throws.
  ///
  /// - Parameters:
  ///   - name: What failures call it; the place of the call if it is left out.
  ///   - method: Calls the method, on the main actor.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A handle on everything that follows from the call.
  @discardableResult
  public func call<Container, State, Output>(
    _ name: String? = nil,
    _ method: @escaping @MainActor @Sendable (Container) async throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async -> TestStoreTask where Feature == ContainerFeature<Container, State, Output> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = ContainerCall(name: name ?? "call at \(site)", site: site, method: method)
    let task = await send(call, fileID: fileID, filePath: filePath, line: line, column: column)
    session.nameCall(at: site)
    return task
  }

  /// Receives the next change of the container's state.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for work outside the test's control; ``timeout`` if it is left out.
  ///   - assert: Turns the state from before into the one that is expected.
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
    guard session.begin("receiveChange", site) else { return }
    await session.receiveChange(timeout: timeout, assert)
  }
}
