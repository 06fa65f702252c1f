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

  /// The number of that effect in its store.
  package let effectNumber: Int?

  /// The time of the store's clock when the call was made; nil for a call without an effect.
  public let instant: TestClock.Instant?

  let record = CallRecord()

  init(gate: Gate<Arguments, Value, Failure>, number: Int, arguments: Arguments, effect: InFlightEffect?) {
    self.gate = gate
    self.number = number
    self.arguments = arguments
    self.effect = effect?.token.description
    effectNumber = effect?.token.id
    instant = effect?.environment.now
  }

  /// Whether the task of the call was cancelled while the call ignores the cancellation.
  public var isCancelled: Bool { record.isCancelled }
}

extension GateCall: CustomStringConvertible {
  /// The endpoint and its arguments, such as `search("swift")`.
  public var description: String { record.text { callText(gate.name, arguments) } }
}

/// Returns a call of an endpoint as text.
func callText(_ name: String, _ arguments: some Sendable) -> String {
  if arguments is Void { return "\(name)()" }
  let text = describe(arguments)
  return name + (text.hasPrefix("(") ? text : "(\(text))")
}

extension GateCall: WaitingCall {
  package var gateName: String { gate.name }

  package var gateIdentity: ObjectIdentifier { ObjectIdentifier(gate) }

  /// Whether the call is marked as never answered.
  package var isLeftUnanswered: Bool { record.isLeftUnanswered }

  package var position: Int {
    gate.state.withLock { state in state.index(of: number).map { state.position(of: $0) } ?? 0 }
  }

  package var isStream: Bool { false }

  package var isCommand: Bool { Value.self == Void.self }
}

extension GateCall {
  package var typedGate: String {
    "store.gate(\(quoted(gate.name)), as: \(AnswerScript.name("Gate", Arguments.self, Value.self, Failure.self)).self)"
  }

  package var assertion: AnswerScript? { nil }

  package var comparison: (property: String, source: String)? {
    guard !(arguments is Void) else { return nil }
    let source = SourceWriter().source(of: arguments, declared: nil)
    guard Arguments.self is any Equatable.Type, source.isComplete, source.comments.isEmpty else {
      return ("description", quoted(description))
    }
    return ("arguments", source.text)
  }

  package func answer(on gate: String, expected: Any?) -> String {
    let position = position
    /// Returns the line of an answer.
    func line(_ answer: GateAnswer<Value, Failure>) -> String? {
      let lines = AnswerScript(answer, Arguments.self).lines(on: gate, position: position)
      return lines.last.flatMap { $0.hasPrefix("//") ? nil : $0 }
    }
    if Value.self != Void.self,
      let value = expected.flatMap({ part(of: $0, where: { $0 is Value }, except: arguments) })
    {
      if let text = (value as? Value).flatMap({ line(.success($0)) }) { return text }
    }
    if Failure.self != Never.self,
      let error = expected.flatMap({ part(of: $0, where: { $0 is Failure }) })
    {
      if let text = (error as? Failure).flatMap({ line(.failure($0)) }) { return text }
    }
    if let void = () as? Value, let text = line(.success(void)) { return text }
    let skipping = position == 0 ? "" : ", skipping: \(position)"
    let sample = emptySource(of: Value.self) ?? "<#\(sourceName(of: Value.self))#>"
    return "await \(gate).succeed(with: \(sample)\(skipping))"
  }
}
