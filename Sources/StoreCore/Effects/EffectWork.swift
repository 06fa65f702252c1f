import StoreDependencies

/// The work of an effect, with its metadata.
///
/// It is data around two closures: the owner of the effect runs them, for a receiver of what they send.
package final class EffectWork: Sendable {
  /// The work, which sends feedback to a receiver.
  package typealias Operation = @Sendable (_ receiver: any FeedbackReceiver) async throws -> Void

  /// Handles an error of the operation.
  package typealias Handler = @Sendable (_ error: any Error, _ receiver: any FeedbackReceiver) async -> Void

  /// The metadata of the effect.
  package let description: EffectDescription

  package let priority: TaskPriority?

  /// What the effect does while it starts, before anything else happens; nil for most effects.
  package let onStart: (@Sendable () -> Void)?

  /// The work, which sends the feedback of the feature that created it.
  package let operation: Operation

  /// Handles an error of the operation; nil if the feature doesn't.
  package let handler: Handler?

  /// The conversions from the work's feedback to that of the store's feature; nil if both are the same feature's.
  package let path: FeedbackPath?

  package init(
    description: EffectDescription,
    priority: TaskPriority?,
    operation: @escaping Operation,
    handler: Handler?,
    path: FeedbackPath? = nil,
    onStart: (@Sendable () -> Void)? = nil
  ) {
    self.description = description
    self.priority = priority
    self.operation = operation
    self.handler = handler
    self.path = path
    self.onStart = onStart
  }

  /// Converts the feedback of the work to that of another feature.
  ///
  /// - Parameters:
  ///   - feedback: Converts a feedback.
  ///   - depth: The number of dependency overrides between the work and the dependencies of the closure.
  ///   - override: The overrides by `withDependencies` where the closure was created.
  func map<Feedback: Sendable>(
    _ feedback: @escaping @Sendable (Feedback) -> some Sendable,
    depth: Int,
    override: DependencyOverride?
  ) -> EffectWork {
    EffectWork(
      description: description,
      priority: priority,
      operation: operation,
      handler: handler,
      path: FeedbackPath(after: path, feedback, depth: depth, override: override),
      onStart: onStart
    )
  }

  /// Runs the work, and passes an error to the handler, if one exists.
  ///
  /// - Parameter receiver: Receives the feedback of the store's feature.
  /// - Throws: The error of the work, if it has no handler. Errors of a cancelled effect are ignored.
  package func run(for receiver: any FeedbackReceiver) async throws {
    let receiver = path?.receiver(before: receiver) ?? receiver
    do {
      try await operation(receiver)
    } catch {
      // The task knows whether it was cancelled; the error doesn't. A client may turn a cancellation into any error, or
      // throw a `CancellationError` without one.
      if Task.isCancelled || receiver.isCancelled { return }
      guard let handler else { throw error }
      await handler(error, receiver)
    }
  }
}
