import StoreDependencies

/// The work of an effect, with its metadata.
package final class EffectWork: Sendable {
  /// A function that runs the work with a sender of its feature's feedback, and returns an error that it doesn't
  /// handle.
  package typealias Operation =
    @Sendable (_ makeSender: () -> Send<any Sendable>, _ isCancelled: () -> Bool, _ fault: EffectFault?) async ->
    (any Error)?

  /// The metadata of the effect.
  package let description: EffectDescription

  package let priority: TaskPriority?

  /// Whether the feature handles an error of the work.
  package let handlesErrors: Bool

  /// The work, which sends the feedback of the feature that created it.
  private let operation: Operation

  /// The conversions from the work's feedback to that of the store's feature; nil if both are the same feature's.
  private let path: FeedbackPath?

  private init(
    _ description: EffectDescription,
    _ priority: TaskPriority?,
    handlesErrors: Bool,
    _ operation: @escaping Operation,
    _ path: FeedbackPath?
  ) {
    self.description = description
    self.priority = priority
    self.handlesErrors = handlesErrors
    self.operation = operation
    self.path = path
  }

  package convenience init<Feedback>(
    description: EffectDescription,
    priority: TaskPriority?,
    operation: @escaping @Sendable (Send<Feedback>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Feedback>) async -> Void)?
  ) {
    self.init(
      description,
      priority,
      handlesErrors: handler != nil,
      { makeSender, isCancelled, fault in
        // Nothing else refers to the sender, so its lease shows how long it is held.
        let send = Send<Feedback>(makeSender())
        do {
          if case .throws(let error) = fault { throw error }
          try await operation(send)
        } catch {
          // The task knows whether it was cancelled; the error doesn't. A client may turn a cancellation into any
          // error, or throw a `CancellationError` without one.
          if Task.isCancelled || isCancelled() { return nil }
          if case .swallowsErrors = fault { return nil }
          guard let handler else { return error }
          await handler(error, send)
        }
        return nil
      },
      nil
    )
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
    _ override: DependencyOverride?
  ) -> EffectWork {
    let path = FeedbackPath(path, feedback, depth: depth, override)
    return EffectWork(description, priority, handlesErrors: handlesErrors, operation, path)
  }

  /// Runs the work, and passes an error to the handler, if one exists.
  ///
  /// - Parameters:
  ///   - makeSender: Makes the sender of the store's feedback. It is called once.
  ///   - isCancelled: Returns whether the effect was cancelled. Errors of a cancelled effect are ignored.
  ///   - fault: The fault of the work, in mutation tests.
  /// - Returns: The error of the work, if it has no handler.
  package func run(
    _ makeSender: () -> Send<any Sendable>,
    isCancelled: () -> Bool = { false },
    fault: EffectFault? = nil
  ) async -> (any Error)? {
    await operation({ path?.sender(to: makeSender()) ?? makeSender() }, isCancelled, fault)
  }

  /// Returns work with the same description and another operation.
  ///
  /// - Parameter operation: The operation, which sends the feedback of the store's feature.
  package func replacing(_ operation: @escaping Operation) -> EffectWork {
    EffectWork(description, priority, handlesErrors: handlesErrors, operation, nil)
  }
}

/// A simulated fault of work, in mutation tests.
package enum EffectFault: Sendable {
  /// The work throws an error at once, instead of running.
  case `throws`(any Error)

  /// The work ignores its errors.
  case swallowsErrors
}
