package import StoreDependencies

/// Work that a reducer returns: it sends its results back as feedback, emits outputs, or both.
///
/// An effect is data, and does nothing until a store starts it. So tests and tools can inspect its name, payload, ids
/// and creation line before it runs.
///
/// In a ``Store``, the work runs off the main actor. Only feedback lets the work change the state.
public struct Effect<Feedback: Sendable, Output: Sendable>: Sendable {
  package let node: EffectNode

  package init(node: EffectNode) {
    self.node = node
  }
}

/// The structure of an effect without the feature's types, so that the engine needn't be generic.
package enum EffectNode: Sendable {
  case none

  indirect case output(any Sendable)

  /// A feedback that the feature sends to itself.
  indirect case feedback(any Sendable, EffectDescription)

  case run(EffectWork)

  /// Several effects at once, started in this order.
  case merge(EffectParts)

  /// Several effects one after another: each starts when all work of the one before it has ended.
  case concatenate(EffectParts)

  /// A cancellation of every effect that runs under an id.
  indirect case cancel(EffectIdentifier)

  /// An effect that can be cancelled under an id. It may first cancel the effects that already run under it.
  indirect case cancellable(EffectNode, id: EffectIdentifier, cancelInFlight: Bool)

  /// An effect that runs at most once in an interval.
  indirect case throttle(EffectNode, id: EffectIdentifier, interval: Duration, latest: Bool, site: CallSite)

  /// The start of a throttled id's interval.
  indirect case openThrottle(EffectIdentifier, Duration)

  /// An effect of a child, with its own ids, which ends when the child leaves.
  indirect case child(EffectNode, any ChildPlace)

  /// The parent's reaction to an output of a child. It belongs to the parent, but is nested in the child's effect.
  indirect case outsideChild(EffectNode)

  /// An effect with overridden dependencies.
  indirect case overriding(EffectNode, DependencyOverride)
}

extension Effect {
  /// No effect.
  public static var none: Self { Self(node: .none) }

  /// Emits an output to the feature's parent, or to the subscribers of the store.
  ///
  /// Subscribers see the state after the same message.
  ///
  /// - Parameter output: The value to emit.
  public static func output(_ output: Output) -> Self { Self(node: .output(output)) }

  /// Runs asynchronous work that may send feedback any number of times.
  ///
  /// After a cancellation, feedback that the work sends is dropped, and errors that it throws are ignored: a feature
  /// never handles a cancellation as a failure. A `CancellationError` from work that wasn't cancelled is an error like
  /// any other.
  ///
  /// The work and the handler see the dependencies in force where the effect is created.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in tests, event logs and traces.
  ///   - payload: The request of the effect, such as the query of a search. Tests can compare it.
  ///   - priority: The priority of the effect's task; by default, that of the sender.
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
    var catching: EffectWork.Handler?
    if let handler { catching = { error, receiver in await handler(error, Send(to: receiver)) } }
    let work = EffectWork(
      description: description,
      priority: priority,
      // Nothing else refers to the sender, so its lease shows how long it is held.
      operation: { receiver in try await operation(Send(to: receiver)) },
      handler: catching
    )
    guard let override = DependencyOverride.local else { return Self(node: .run(work)) }
    return Self(node: .overriding(.run(work), override))
  }
}

extension Effect {
  /// Sends a feedback to the feature, which reduces it after the current message and its effects.
  ///
  /// Messages that already wait are reduced first. The send is synchronous: in a store, the feedback has been reduced
  /// when `send` returns. A parent uses it to turn an output of a child into its own message.
  ///
  /// - Parameters:
  ///   - feedback: The feedback to send.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func feedback(
    _ feedback: Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(node: .feedback(feedback, EffectDescription(kind: .feedback, name: nil, payload: nil, site: site)))
  }
}

// Names of The Composable Architecture, with fix-its to the names in this package.

extension Effect {
  /// Sends the feature a message.
  @available(*, unavailable, renamed: "feedback(_:)")
  public static func send(_ feedback: Feedback) -> Self { .feedback(feedback) }
}
