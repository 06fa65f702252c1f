package import StoreDependencies

/// What a reducer wants done: work whose findings come back as feedback, outputs for the outside, or both.
///
/// An effect is inert data around its closures. Nothing runs until a store starts it, so tests and tools can look at
/// its name, payload, ids and creation line first.
///
/// In a ``Store`` the work runs off the main actor; wherever it runs, it can touch the state only by sending feedback.
public struct Effect<Feedback: Sendable, Output: Sendable>: Sendable {
  package let node: EffectNode

  package init(node: EffectNode) {
    self.node = node
  }
}

/// The parts of an effect, without the feature's types: nothing that decides what happens depends on them.
package enum EffectNode: Sendable {
  case none

  indirect case output(any Sendable)

  /// A value for the feature itself.
  indirect case feedback(any Sendable, EffectDescription)

  case run(EffectWork)

  /// All of these at once, started in this order.
  case merge(EffectParts)

  /// One after another, each when all work of the one before it has ended.
  case concatenate(EffectParts)

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
  indirect case outsideChild(EffectNode)

  /// An effect that sees other dependencies than the feature around it.
  indirect case overriding(EffectNode, DependencyOverride)
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
  public static func run(
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let description = EffectDescription(kind: .run, name: name, payload: payload, site: site)
    let work = EffectWork(description: description, priority: priority, operation: operation, handler: handler)
    guard let override = DependencyOverride.local else { return Self(node: .run(work)) }
    return Self(node: .overriding(.run(work), override))
  }
}
