/// A possible answer to a waiting call.
///
/// Performance: the texts are made when they are read, as an exploration asks for all answers at each step.
package struct OpenAnswer: Sendable {
  package let call: any WaitingCall

  /// The answer as text.
  package var text: String { makeText() }

  /// The behaviour of the call as a participle, such as `returning 1`.
  package var participle: String { makeParticiple() }

  /// Whether the call fails.
  package let isFailure: Bool

  /// Whether a stream ends with it.
  package let endsStream: Bool

  package let give: @Sendable () -> Void

  /// Returns the answer as test code.
  package let script: @Sendable () -> AnswerScript

  private let makeText: @Sendable () -> String

  private let makeParticiple: @Sendable () -> String

  init(
    call: any WaitingCall,
    text: @autoclosure @escaping @Sendable () -> String,
    participle: @autoclosure @escaping @Sendable () -> String,
    isFailure: Bool,
    endsStream: Bool = false,
    give: @escaping @Sendable () -> Void,
    script: @escaping @Sendable () -> AnswerScript
  ) {
    self.call = call
    makeText = text
    makeParticiple = participle
    self.isFailure = isFailure
    self.endsStream = endsStream
    self.give = give
    self.script = script
  }
}
