public import StoreDependencies
import Synchronization

extension Effect {
  /// An effect that follows a shared value, and sends a feedback for each change.
  ///
  /// ```swift
  /// func start(from state: State) -> Effect<Feedback, Never> {
  ///   .following(settings, from: state.settings, Feedback.settingsChanged)
  /// }
  /// ```
  ///
  /// It follows from the call on, even if it starts later. It goes on until it is cancelled. In a test,
  /// it waits for the test: code that the test does not await must not change the source.
  ///
  /// - Parameters:
  ///   - source: The shared value.
  ///   - known: The value that the feature's state has; by default the current one of the source. If the source has
  ///     another one, that is the first change.
  ///   - feedback: The case of the feedback that carries the new value.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func following<Value>(
    _ source: Source<Value>,
    from known: Value? = nil,
    _ feedback: @escaping @Sendable (Value) -> Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    .following(
      source,
      reading: { $0 },
      from: known,
      feedback,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// An effect that follows a part of a shared value, and sends a feedback for each change of the part.
  ///
  /// ```swift
  /// func start(from state: State) -> Effect<Feedback, Never> {
  ///   .following(settings, reading: { $0.theme }, from: state.theme, Feedback.themeChanged)
  /// }
  /// ```
  ///
  /// It follows from the call on, even if it starts later. It goes on until it is cancelled.
  ///
  /// - Parameters:
  ///   - source: The shared value.
  ///   - part: Returns the part that the feature needs.
  ///   - known: The part that the feature's state has; by default the current one of the source. If the source has
  ///     another one, that is the first change.
  ///   - feedback: The case of the feedback that carries the new part.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func following<Value, Part: Equatable & Sendable>(
    _ source: Source<Value>,
    reading part: @escaping @Sendable (Value) -> Part,
    from known: Part? = nil,
    _ feedback: @escaping @Sendable (Part) -> Feedback,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    let subscription = Subscription(source)
    let known = known ?? part(source.value)
    return .run(
      "follow \(Value.self)",
      operation: { send in
        var last = known
        for await value in subscription.take() {
          let current = part(value)
          guard current != last else { continue }
          last = current
          await send(feedback(current))
        }
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// An effect that changes a shared value.
  ///
  /// ```swift
  /// case .input(.darkTapped): return .update(settings) { $0.theme = .dark }
  /// ```
  ///
  /// The change is made when the effect starts, on the actor of the store: in a ``Store``, before `send` returns. So
  /// changes reach the source in the order in which their inputs were sent, also those of several stores. A feature that
  /// follows the source receives the change as a feedback. A test asserts the effect by
  /// `receiveEffect("update Settings")`.
  ///
  /// - Parameters:
  ///   - source: The shared value.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Changes the value. It may run more than once, and does nothing else.
  public static func update<Value>(
    _ source: Source<Value>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    change: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let description = EffectDescription(kind: .run, name: "update \(Value.self)", payload: nil, site: site)
    // Tasks run in any order. So the change is made while the effect starts.
    let work = EffectWork(
      description: description,
      priority: nil,
      operation: { _ in },
      handler: nil,
      onStart: { source.update(change) }
    )
    return Self(node: .run(work))
  }
}

/// A subscription that began before its effect starts.
private final class Subscription<Value: Equatable & Sendable>: Sendable {
  private let source: Source<Value>

  private let values: Mutex<SourceValues<Value>?>

  init(_ source: Source<Value>) {
    self.source = source
    values = Mutex(source.subscribe())
  }

  /// Returns the subscription. An effect that runs again begins a new one.
  func take() -> SourceValues<Value> {
    let first = values.withLock { values in
      defer { values = nil }
      return values
    }
    return first ?? source.subscribe()
  }
}
