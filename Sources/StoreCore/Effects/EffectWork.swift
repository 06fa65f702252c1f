import StoreDependencies

/// Asynchronous work and all that is known of it.
package final class EffectWork: Sendable {
  /// What work does with a sender of its feature's feedback.
  package typealias Operation = @Sendable (Send<any Sendable>) async throws -> Void

  /// What work does with an error of its own.
  package typealias Handler = @Sendable (any Error, Send<any Sendable>) async -> Void

  /// What can be said of the work without running it.
  package let description: EffectDescription

  /// The priority of its task.
  package let priority: TaskPriority?

  /// The work, which sends the feedback of the feature that has made it.
  private let operation: Operation

  /// What to do with an error that the work throws; without it the error is reported.
  private let handler: Handler?

  /// The way of its feedback to the feature whose store runs it, if that is another one.
  private let path: FeedbackPath?

  /// Makes work of its parts.
  private init(
    _ description: EffectDescription,
    _ priority: TaskPriority?,
    _ operation: @escaping Operation,
    _ handler: Handler?,
    _ path: FeedbackPath?
  ) {
    self.description = description
    self.priority = priority
    self.operation = operation
    self.handler = handler
    self.path = path
  }

  /// Makes work of a feature.
  package convenience init<Feedback>(
    description: EffectDescription,
    priority: TaskPriority?,
    operation: @escaping @Sendable (Send<Feedback>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Feedback>) async -> Void)?
  ) {
    self.init(
      description,
      priority,
      { send in try await operation(Send(send)) },
      handler.map { handler -> Handler in { error, send in await handler(error, Send(send)) } },
      nil
    )
  }

  /// The same work in the words of another feature.
  ///
  /// - Parameters:
  ///   - feedback: Makes the other feature's feedback.
  ///   - depth: How many overrides of the dependencies stand between the work and what the closure was made under.
  ///   - override: What `withDependencies` has set where the closure was made.
  func map<Feedback: Sendable>(
    _ feedback: @escaping @Sendable (Feedback) -> some Sendable,
    depth: Int,
    _ override: DependencyOverride?
  ) -> EffectWork {
    EffectWork(description, priority, operation, handler, FeedbackPath(path, feedback, depth: depth, override))
  }

  /// Does the work, and handles what it throws if it can.
  ///
  /// - Parameters:
  ///   - send: Sends the feedback of the feature whose store runs the work.
  ///   - isCancelled: Whether the work was cancelled, so that an error is nobody's.
  /// - Returns: An error that nothing handles.
  package func run(_ send: Send<any Sendable>, isCancelled: () -> Bool = { false }) async -> (any Error)? {
    let send = path?.sender(to: send) ?? send
    do {
      try await operation(send)
    } catch {
      // What was cancelled is known of the task, not of the error: a cancelled effect may throw whatever its client makes
      // of that, and a client may throw a `CancellationError` by itself.
      if Task.isCancelled || isCancelled() { return nil }
      guard let handler else { return error }
      await handler(error, send)
    }
    return nil
  }
}
