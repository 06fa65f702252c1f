import StoreDependencies

/// The messages that a store has reduced, in order: with the first state, all that is needed to make each later one again.
///
/// It is `Codable` where inputs and feedback are, so it can be stored, sent along with a report, and replayed elsewhere.
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

  /// Makes a log.
  ///
  /// - Parameter messages: The messages, in the order in which they were reduced.
  public init(_ messages: [Message<Input, Feedback>] = []) {
    self.messages = messages
  }

  /// Adds the message of an event; what else a store does follows from its messages, and is left out.
  ///
  /// A feedback of another type than the log's is reported as a misuse, and left out.
  ///
  /// - Parameters:
  ///   - event: What a store has told its observer.
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
      DependencyIssue(
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
  /// Reduces the messages of a log once more, without running an effect.
  ///
  /// The states are those of the store that wrote the log, if the reducer and the first state are. A reducer that reads
  /// a dependency must be given the same answers.
  ///
  /// - Parameters:
  ///   - log: The messages.
  ///   - state: The state before the first of them.
  /// - Returns: The state after each message.
  public func replay(_ log: MessageLog<Input, Feedback>, from state: State) -> [State] {
    var state = state
    return log.messages.map { message in
      _ = reduce(message: message, into: &state)
      return state
    }
  }
}
