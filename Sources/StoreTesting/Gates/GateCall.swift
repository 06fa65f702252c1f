public import StoreCore
import Synchronization

/// A call that waits at a ``Gate``.
public struct GateCall<Arguments: Sendable, Value: Sendable, Failure: Error>: Sendable {
  let gate: Gate<Arguments, Value, Failure>

  /// The call's number among those of the gate, counted from 1.
  public let number: Int

  /// What is asked for; several arguments as a tuple.
  public let arguments: Arguments

  /// The effect that makes the call, if it is one.
  public let effect: EffectDescription?

  /// The store's clock when the call was made; nil if no effect makes it.
  public let instant: TestClock.Instant?

  init(gate: Gate<Arguments, Value, Failure>, number: Int, arguments: Arguments, scope: InFlightEffect?) {
    self.gate = gate
    self.number = number
    self.arguments = arguments
    effect = scope?.token.description
    instant = scope?.environment.now
  }

  /// Whether the task that makes the call was cancelled, and the call waits all the same.
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

/// A call that waits for an answer, without its types.
package protocol WaitingCall: Sendable, CustomStringConvertible {
  var gateName: String { get }

  var gateIdentity: ObjectIdentifier { get }

  /// Whether the test has said that no answer will come.
  var hangs: Bool { get }

  /// The call's number among those of the gate.
  var number: Int { get }
}

extension WaitingCall {
  /// Whether another call is the same one: at the same gate, with the same number.
  package func isSame(as other: any WaitingCall) -> Bool {
    gateIdentity == other.gateIdentity && number == other.number
  }
}

extension GateCall: WaitingCall {
  package var gateName: String { gate.name }

  package var gateIdentity: ObjectIdentifier { ObjectIdentifier(gate) }

  /// Whether the test has said that no answer will come.
  package var hangs: Bool {
    gate.state.withLock { $0[number]?.hangs ?? false }
  }
}
