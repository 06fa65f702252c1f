import StoreDependencies

/// An effect as a value: its request, its dependencies and its work in one type.
///
/// ```swift
/// struct LoadNumbers: EffectObject {
///   let page: Int
///   @Dependency(\.numbersClient) private var client
///
///   func run(_ send: Send<Numbers.Feedback>) async throws {
///     await send(.loaded(try await client.numbers(page)))
///   }
/// }
/// ```
///
/// A reducer returns `.run(LoadNumbers(page: 1))`. The effect takes its name from the type, and the object is its
/// payload. So `receiveEffect("LoadNumbers", of: LoadNumbers(page: 1))` asserts it. Equality ignores the value of a
/// `@Dependency`: two objects are equal if they make the same request. To test the work without a store, call `run`
/// with your own sender.
public protocol EffectObject<Feedback>: Hashable, Sendable {
  /// The feedback that the work sends.
  associatedtype Feedback: Sendable

  /// Runs the work.
  ///
  /// - Parameter send: Sends feedback, any number of times.
  func run(_ send: Send<Feedback>) async throws
}

extension EffectObject {
  /// The object as Swift source, without its dependencies.
  var label: String {
    let fields = Mirror(reflecting: self).children.filter { !($0.value is any DependencyReference) }
    return "\(Self.self)" + valueText(ofParts: fields)
  }
}

extension Effect {
  /// Runs the work of an object.
  ///
  /// The effect's name is the object's type, and its payload is the object.
  ///
  /// - Parameters:
  ///   - object: The work, with its request and dependencies.
  ///   - priority: The priority of the effect's task; by default, that of the sender.
  ///   - handler: Handles an error that the work throws. Without it the error is reported with the line of this call.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func run(
    // Not `some`: for a mistake in `.run("name") { ... }`, the compiler would report this function, with a closure that
    // handles errors.
    _ object: any EffectObject<Feedback>,
    priority: TaskPriority? = nil,
    catch handler: (@Sendable (any Error, Send<Feedback>) async -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    run(
      "\(type(of: object))",
      of: object,
      priority: priority,
      operation: { send in try await object.run(send) },
      catch: handler,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
