import StoreDependencies

/// The messages that a store has reduced, in order. With the initial state, they reproduce every later state.
///
/// It is `Codable` if inputs and feedback are. Then it can be stored, attached to a bug report, and replayed elsewhere.
///
/// ```swift
/// var log = MessageLog<Search.Input, Search.Feedback>()
/// store.onEvent = { log.record($0) }
/// ...
/// let states = Search().replay(log, from: Search.State())
/// ```
public struct MessageLog<Input: Sendable, Feedback: Sendable>: Sendable {
  /// The messages, in the order in which they were reduced.
  public private(set) var messages: [Message<Input, Feedback>]

  /// Creates a log.
  ///
  /// - Parameter messages: The messages, in the order in which they were reduced.
  public init(_ messages: [Message<Input, Feedback>] = []) {
    self.messages = messages
  }

  /// Adds the message of an event. Other events follow from the messages, and are skipped.
  ///
  /// A feedback whose type is not the log's is reported as a misuse, and skipped.
  ///
  /// - Parameters:
  ///   - event: The event that a store's observer received.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public mutating func record<State, Output>(
    _ event: StoreEvent<State, Input, Output>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    switch event {
    case .input(let input, _, _): messages.append(.input(input))
    case .feedback(let feedback as Feedback, _, _, _): messages.append(.feedback(feedback))
    case .feedback(let feedback, _, _, _):
      RuntimeIssue(
        kind: .misuse,
        subject: "MessageLog",
        headline: "A log of \(Feedback.self) was given a feedback of the type \(type(of: feedback)).",
        details: "It was left out. Make the log of the feedback of the feature whose store it is.",
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
      .report(to: DependencyValues.current.observer)
    case .output, .effectStarted, .effectCancelled, .effectEnded, .effectFailed, .feedbackDropped: break
    }
  }
}

extension MessageLog: Equatable where Input: Equatable, Feedback: Equatable {}
extension MessageLog: Encodable where Input: Encodable, Feedback: Encodable {}
extension MessageLog: Decodable where Input: Decodable, Feedback: Decodable {}

extension Reducer {
  /// Reduces the messages of a log again, without running effects.
  ///
  /// The states equal those of the store that wrote the log, if the reducer and the initial state are the same.
  /// Dependencies that the reducer reads must return the same values.
  ///
  /// - Parameters:
  ///   - log: The messages.
  ///   - state: The state before the first message.
  /// - Returns: The state after each message.
  public func replay(_ log: MessageLog<Input, Feedback>, from state: State) -> [State] {
    var state = state
    return log.messages.map { message in
      _ = reduce(message: message, into: &state)
      return state
    }
  }
}
