public import StoreCore
import Synchronization

/// A waiting call at a ``Gate``.
public struct GateCall<Arguments: Sendable, Value: Sendable, Failure: Error>: Sendable {
  let gate: Gate<Arguments, Value, Failure>

  /// The number of the call at its gate, counted from 1.
  public let number: Int

  /// The arguments of the call; several arguments as a tuple.
  public let arguments: Arguments

  /// The effect that makes the call, if any.
  public let effect: EffectDescription?

  /// The time of the store's clock when the call was made; nil for a call without an effect.
  public let instant: TestClock.Instant?

  init(gate: Gate<Arguments, Value, Failure>, number: Int, arguments: Arguments, effect: InFlightEffect?) {
    self.gate = gate
    self.number = number
    self.arguments = arguments
    self.effect = effect?.token.description
    instant = effect?.environment.now
  }

  /// Whether the task of the call was cancelled while the call ignores the cancellation.
  public var isCancelled: Bool {
    gate.state.withLock { $0[number]?.isCancelled ?? false }
  }
}

extension GateCall: CustomStringConvertible {
  /// The endpoint and its arguments, such as `search("swift")`.
  public var description: String {
    if arguments is Void { return "\(gate.name)()" }
    let text = describe(arguments)
    return gate.name + (text.hasPrefix("(") ? text : "(\(text))")
  }
}

/// A waiting call with its types erased.
package protocol WaitingCall: Sendable, CustomStringConvertible {
  var gateName: String { get }

  var gateIdentity: ObjectIdentifier { get }

  /// Whether the call is marked as never answered.
  var isLeftUnanswered: Bool { get }

  /// The number of the call at its gate.
  var number: Int { get }
}

extension WaitingCall {
  /// Whether another call has the same gate and the same number.
  package func isSame(as other: any WaitingCall) -> Bool {
    gateIdentity == other.gateIdentity && number == other.number
  }
}

extension GateCall: WaitingCall {
  package var gateName: String { gate.name }

  package var gateIdentity: ObjectIdentifier { ObjectIdentifier(gate) }

  /// Whether the call is marked as never answered.
  package var isLeftUnanswered: Bool {
    gate.state.withLock { $0[number]?.isLeftUnanswered ?? false }
  }
}
