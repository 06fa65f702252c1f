package import StoreCore

/// A waiting call with its types erased.
package protocol WaitingCall: Sendable, CustomStringConvertible {
  var gateName: String { get }

  var gateIdentity: ObjectIdentifier { get }

  /// Whether the call is marked as never answered.
  var isLeftUnanswered: Bool { get }

  /// Whether its task was cancelled, and the call goes on.
  var isCancelled: Bool { get }

  /// The number of the call at its gate.
  var number: Int { get }

  /// The number of older answerable calls at its gate.
  var position: Int { get }

  /// The effect that makes the call, if any.
  var effect: EffectDescription? { get }

  /// The number of that effect in its store.
  var effectNumber: Int? { get }

  /// Whether the call returns nothing. It is made for what it does outside.
  var isCommand: Bool { get }

  /// Whether the call has opened a stream, which can be answered more than once.
  var isStream: Bool { get }

  /// The gate as an expression, for tests without a variable of it.
  var typedGate: String { get }

  /// The assertion of the call as test code; nil if calls are not asserted, only answered.
  var assertion: AnswerScript? { get }

  /// The property that distinguishes the arguments of calls, and its value as test code; nil without arguments.
  var comparison: (property: String, source: String)? { get }

  /// Returns the line that answers the call.
  ///
  /// - Parameters:
  ///   - gate: The gate, as an expression.
  ///   - expected: The value that the test expects, in which the answer may occur.
  func answer(on gate: String, expected: Any?) -> String
}

extension Collection where Element == any WaitingCall {
  /// Returns the assertion that exactly these calls wait at their gate; nil if they have no arguments.
  ///
  /// - Parameter gate: The gate, as an expression.
  func assertion(on gate: String) -> String? {
    let comparisons = compactMap(\.comparison)
    guard let property = comparisons.first?.property, comparisons.allSatisfy({ $0.property == property }),
      comparisons.count == count
    else { return nil }
    return "#expect(\(gate).pending.map(\\.\(property)) == [\(comparisons.map(\.source).joined(separator: ", "))])"
  }
}

extension WaitingCall {
  /// Whether another call has the same gate and the same number.
  package func isSame(as other: any WaitingCall) -> Bool {
    gateIdentity == other.gateIdentity && number == other.number
  }
}

/// The answer to a call, in an event.
package final class GateReply {
  package let call: any WaitingCall

  /// The effect that made the call, if any.
  package let effect: EffectToken?

  /// The answer, as text.
  package let text: String

  /// Whether the call or the stream fails.
  package let isFailure: Bool

  /// Whether a stream ends with it.
  package let endsStream: Bool

  /// The number of older answerable calls at the gate.
  package let position: Int

  /// Returns the answer as test code.
  package let script: () -> AnswerScript

  init(
    to call: any WaitingCall,
    by effect: EffectToken?,
    text: String,
    isFailure: Bool,
    endsStream: Bool = false,
    position: Int,
    script: @escaping () -> AnswerScript
  ) {
    self.call = call
    self.effect = effect
    self.text = text
    self.isFailure = isFailure
    self.endsStream = endsStream
    self.position = position
    self.script = script
  }
}
