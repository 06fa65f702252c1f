import StoreDependencies

/// Work as an object: what an effect asks for, and what it needs to do it, in one value.
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
/// A reducer returns `.run(LoadNumbers(page: 1))`. The effect is called after the type and asks for the object, so that
/// `receiveEffect("LoadNumbers", of: LoadNumbers(page: 1))` asserts it. What a `@Dependency` gives takes no part in that: two
/// objects are equal if they ask for the same. The work is tried without a store by calling `run` with a sender of one's own.
public protocol EffectObject<Feedback>: Hashable, Sendable {
  /// What the work sends.
  associatedtype Feedback: Sendable

  /// Does the work.
  ///
  /// - Parameter send: Sends feedback, any number of times.
  func run(_ send: Send<Feedback>) async throws
}

extension EffectObject {
  /// The object as it is made in Swift, without what it depends on.
  var label: String {
    let fields = Mirror(reflecting: self).children.filter { !($0.value is any DependencyReference) }
    let texts = fields.map { ($0.label.map { "\($0): " } ?? "") + String(reflecting: $0.value) }
    return "\(Self.self)(\(texts.joined(separator: ", ")))"
  }
}

extension Effect {
  /// Does the work of an object.
  ///
  /// The effect is called after the object's type, and the object is its payload.
  ///
  /// - Parameters:
  ///   - object: The work, and what it needs.
  ///   - priority: The priority of the effect's task; without it, that of the sender.
  ///   - handler: Handles an error that the work throws. Without it the error is reported with the line of this call.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func run(
    _ object: some EffectObject<Feedback>,
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
