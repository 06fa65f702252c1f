import StoreCore
public import StoreTesting

extension Command {
  /// Returns a command that calls a method of a container, as a view would.
  ///
  /// ```swift
  /// Command.call("load") { await $0.load() }
  /// ```
  ///
  /// All work that can run does so before the next step. An error that the method throws is a failure.
  ///
  /// - Parameters:
  ///   - name: The name of the call in the sequence, unique among the commands.
  ///   - weight: The relative frequency of the command.
  ///   - condition: Whether the method may be called in a state.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - method: Calls the method, on the main actor.
  @_disfavoredOverload
  public static func call<Container, State, Output>(
    _ name: String,
    weight: Int = 1,
    when condition: @escaping (State) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ method: @escaping @MainActor @Sendable (Container) async throws -> Void
  ) -> Self where Feature == ContainerFeature<Container, State, Output> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = ContainerCall(name: name, site: site, method: method)
    return Self(
      .send(isPossible: { _ in true }, input: { _, _ in call }),
      weight: weight,
      when: condition,
      at: site
    )
  }

  /// Returns a command that calls a method of a model, or sets its properties, as a view would.
  ///
  /// - Parameters:
  ///   - name: The name of the call in the sequence, unique among the commands.
  ///   - weight: The relative frequency of the command.
  ///   - condition: Whether the method may be called in a state.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - method: Calls the method, on the main actor.
  public static func call<Model, Projection>(
    _ name: String,
    weight: Int = 1,
    when condition: @escaping (Projection) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ method: @escaping @MainActor @Sendable (Model) async throws -> Void
  ) -> Self where Feature == ContainerFeature<ModelContainer<Model, Projection>, Projection, Never> {
    call(
      name,
      weight: weight,
      when: condition,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    ) { (container: ModelContainer<Model, Projection>) in
      if let model = container.model { try await method(model) }
    }
  }

  /// Returns a command that calls a method of an actor, outside of all actors.
  ///
  /// - Parameters:
  ///   - name: The name of the call in the sequence, unique among the commands.
  ///   - weight: The relative frequency of the command.
  ///   - condition: Whether the method may be called in a state.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - method: Calls the method.
  public static func call<Model, Projection>(
    _ name: String,
    weight: Int = 1,
    when condition: @escaping (Projection) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ method: @escaping @Sendable (Model) async throws -> Void
  ) -> Self where Feature == ContainerFeature<ActorContainer<Model, Projection>, Projection, Never> {
    call(
      name,
      weight: weight,
      when: condition,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    ) { (container: ActorContainer<Model, Projection>) in
      try await method(container.model)
    }
  }
}
