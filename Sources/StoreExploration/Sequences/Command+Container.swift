import StoreCore
public import StoreTesting

extension Command {
  /// Calls a method of a container, as a view would.
  ///
  /// ```swift
  /// Command.call("load") { await $0.load() }
  /// ```
  ///
  /// Everything that can run then has run when the next step is made. An error that the method throws is a failure.
  ///
  /// - Parameters:
  ///   - name: What the sequence calls it. Each command must have its own.
  ///   - weight: How often it is chosen, compared with the others.
  ///   - condition: In which states it may be called.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - method: Calls the method, on the main actor.
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
}
