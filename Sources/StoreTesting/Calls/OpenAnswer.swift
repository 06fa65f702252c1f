/// A possible answer to a call.
package struct OpenAnswer: Sendable {
  package let call: any WaitingCall

  /// The answer as text.
  package let text: String

  /// The behaviour of the call as a participle, such as `returning 1`.
  package let participle: String

  package let give: @Sendable () -> Void

  /// Returns the answer as test code.
  package let script: @Sendable () -> AnswerScript
}
