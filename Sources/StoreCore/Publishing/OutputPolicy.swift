import StoreDependencies

/// A policy for the outputs of a container: how many subscribers there may be, and whether outputs without one are
/// kept.
///
/// ```swift
/// let store = Store(initialState: Dialer.State(), outputPolicy: .singleConsumer(bufferLimit: 8)) { Dialer() }
/// ```
///
/// With every policy, a subscription receives its outputs in order, and a slow reader loses none. Outputs that a
/// subscriber hasn't read when it ends are lost. A test store needs no subscriber and ignores the policy: it sees every
/// output.
public struct OutputPolicy: Sendable {
  /// The number of outputs to keep without a subscriber.
  let bufferLimit: Int

  /// The line that requested a single consumer; nil if no line did.
  let singleConsumerSite: CallSite?

  /// The policy that sends every output to every subscriber, and drops outputs without a subscriber.
  ///
  /// Use it for notifications that a later subscriber doesn't need. It is the default.
  public static let drop = OutputPolicy(bufferLimit: 0, singleConsumerSite: nil)

  /// Returns a policy that keeps outputs without a subscriber for the first one. Otherwise it works like ``drop``.
  ///
  /// Use it for requests that must not be lost, such as those emitted before a screen appears. The first subscriber
  /// receives the kept outputs before any new one. A second subscriber receives only new outputs.
  ///
  /// - Parameter limit: The number of outputs to keep. Beyond it, the oldest are dropped.
  public static func buffer(limit: Int) -> OutputPolicy {
    OutputPolicy(bufferLimit: max(limit, 0), singleConsumerSite: nil)
  }

  /// Returns a policy that permits only one subscriber at a time, so that each output is handled once.
  ///
  /// A second subscription is reported as a misuse, which fails a running test. Its sequence ends at once. The first
  /// subscription isn't affected. Another subscription may begin when the first has ended, was cancelled during a wait,
  /// or has released its sequence.
  ///
  /// - Parameters:
  ///   - bufferLimit: The number of outputs to keep without a subscriber. Beyond it, the oldest are dropped.
  ///   - fileID: The file of the call, which the report names.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func singleConsumer(
    bufferLimit: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> OutputPolicy {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return OutputPolicy(bufferLimit: max(bufferLimit, 0), singleConsumerSite: site)
  }
}
