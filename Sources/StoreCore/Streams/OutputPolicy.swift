import StoreDependencies

/// Who may hear the outputs of a container, and what becomes of those that nobody is there to hear.
///
/// ```swift
/// let store = Store(initialState: Dialer.State(), outputPolicy: .singleConsumer(bufferLimit: 8)) { Dialer() }
/// ```
///
/// Whatever the policy, each subscription has its outputs in order, and loses none of them, however slowly it reads. What
/// a subscriber has not read when it gives up is gone. A test store needs no subscriber, and knows no policy: it sees every output.
public struct OutputPolicy: Sendable {
  /// How many outputs are kept while nobody subscribes.
  let bufferLimit: Int

  /// Where it was said that there is a single consumer, if that was said.
  let singleConsumerSite: CallSite?

  /// Every subscriber hears every output, and what is emitted while nobody subscribes is gone.
  ///
  /// It is right for news: whoever comes later does not want them. It is the default.
  public static let drop = OutputPolicy(bufferLimit: 0, singleConsumerSite: nil)

  /// What is emitted while nobody subscribes is kept for the first who does; otherwise as ``drop``.
  ///
  /// It is right for wishes that must not be lost, such as those from before the screen has appeared. The first
  /// subscriber hears what was kept before anything new; a second one hears only what is new.
  ///
  /// - Parameter limit: How many outputs are kept. When there are more, the oldest of them go.
  public static func buffer(limit: Int) -> OutputPolicy {
    OutputPolicy(bufferLimit: max(limit, 0), singleConsumerSite: nil)
  }

  /// There is one subscriber at a time, so that what an output asks for is done once.
  ///
  /// Whoever subscribes while another does has made a mistake: it is reported, as a failure where a test is running, and
  /// the sequence ends at once. The first subscriber is not disturbed. When it has ended, been cancelled while it waits, or
  /// let go of its sequence, there may be another.
  ///
  /// - Parameters:
  ///   - bufferLimit: How many outputs are kept while nobody subscribes. When there are more, the oldest of them go.
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
