package import StoreDependencies

/// What a reducer wants done: work whose findings come back as feedback, outputs for the outside, or both.
///
/// An effect is inert data around its closures. Nothing runs until a store starts it, so tests and tools can look at
/// its name, payload, ids and creation line first.
///
/// In a ``Store`` the work runs off the main actor; wherever it runs, it can touch the state only by sending feedback.
public struct Effect<Feedback: Sendable, Output: Sendable>: Sendable {
  /// What the effect consists of.
  package let node: EffectNode<Feedback, Output>

  /// Makes an effect of its parts.
  package init(node: EffectNode<Feedback, Output>) {
    self.node = node
  }
}

/// The parts of an effect.
package enum EffectNode<Feedback: Sendable, Output: Sendable>: Sendable {
  /// Nothing.
  case none

  /// A value for the outside.
  indirect case output(Output)

  /// A value for the feature itself.
  indirect case feedback(Feedback, EffectDescription)

  /// Asynchronous work.
  case run(EffectWork<Feedback>)

  /// All of these at once, started in this order.
  case merge(EffectParts<Feedback, Output>)

  /// One after another, each when all work of the one before it has ended.
  case concatenate(EffectParts<Feedback, Output>)

  /// The end of everything that runs under an id.
  indirect case cancel(EffectIdentifier)

  /// An effect that can be cancelled under an id, and that may first cancel what runs under it.
  indirect case cancellable(EffectNode, id: EffectIdentifier, cancelInFlight: Bool)

  /// An effect that runs at most once in an interval.
  indirect case throttle(EffectNode, id: EffectIdentifier, interval: Duration, latest: Bool, site: CallSite)

  /// The beginning of a throttled id's interval.
  indirect case openThrottle(EffectIdentifier, Duration)

  /// An effect of a child, which has ids of its own and ends when the child leaves.
  indirect case child(EffectNode, any ChildPlace)

  /// What follows from an output of a child; it is the parent's, though it stands among the child's effects.
  indirect case said(EffectNode)

  /// An effect that sees other dependencies than the feature around it.
  indirect case overriding(EffectNode, DependencyOverride)
}

/// Asynchronous work and all that is known of it.
///
/// It is an object because it is handed on several times on its way to its task, and an object can be without knowing
/// its type.
@usableFromInline package final class EffectWork<Feedback: Sendable>: Sendable {
  /// What can be said of the work without running it.
  package let description: EffectDescription

  /// The priority of its task.
  package let priority: TaskPriority?

  /// The work.
  package let operation: @Sendable (Send<Feedback>) async throws -> Void

  /// What to do with an error that the work throws; without it the error is reported.
  package let handler: (@Sendable (any Error, Send<Feedback>) async -> Void)?

  /// The work of another feature that this is, and the way of its feedback.
  let origin: (work: any ErasedEffectWork, path: FeedbackPath)?

  /// Makes work that nobody has started.
  init(
    description: EffectDescription,
    priority: TaskPriority?,
    operation: @escaping @Sendable (Send<Feedback>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Feedback>) async -> Void)?,
    origin: (work: any ErasedEffectWork, path: FeedbackPath)? = nil
  ) {
    self.origin = origin
    self.description = description
    self.priority = priority
    self.operation = operation
    self.handler = handler
  }
}

extension Effect {
  /// No effect.
  public static var none: Self { Self(node: .none) }

  /// Tells the outside something once.
  ///
  /// Whoever observes outputs sees the state as the same message left it.
  ///
  /// - Parameter output: The value to emit.
  public static func output(_ output: Output) -> Self { Self(node: .output(output)) }

  /// Does asynchronous work that may send feedback, any number of times.
  ///
  /// When the effect is cancelled, what it still sends is dropped, and what it then throws is nobody's error: a
  /// feature never sees a cancellation as a failure. What was cancelled is known of the task: a `CancellationError` that work
  /// throws without having been cancelled is an error like any other.
  ///
  /// The work, and the handler, see the dependencies that are in force where the effect is made.
  ///
  /// - Parameters:
  ///   - name: What the effect is called in tests, ledgers and traces.
  ///   - payload: What the effect asks for, such as the query of a search. Tests can compare it.
  ///   - priority: The priority of the effect's task; without it, that of the sender.
  ///   - operation: The work.
  ///   - handler: Handles an error that the work throws. Without it the error is reported with the line of this call.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @inlinable public static func run(
    _ name: String? = nil,
    of payload: (any Hashable & Sendable)? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (Send<Feedback>) async throws -> Void,
    catch handler: (@Sendable (any Error, Send<Feedback>) async -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    run(EffectWork.self, name, payload, priority, operation, handler, fileID, filePath, line, column)
  }

  /// Makes work of a type that the module of the feature knows, and that the runtime would have to look up here.
  @usableFromInline static func run(
    _ type: EffectWork<Feedback>.Type,
    _ name: String?,
    _ payload: (any Hashable & Sendable)?,
    _ priority: TaskPriority?,
    _ operation: @escaping @Sendable (Send<Feedback>) async throws -> Void,
    _ handler: (@Sendable (any Error, Send<Feedback>) async -> Void)?,
    _ fileID: String,
    _ filePath: String,
    _ line: Int,
    _ column: Int
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let description = EffectDescription(kind: .run, name: name, payload: payload, site: site)
    let work = type.init(description: description, priority: priority, operation: operation, handler: handler)
    guard let override = DependencyOverride.local else { return Self(node: .run(work)) }
    return Self(node: .overriding(.run(work), override))
  }
}
