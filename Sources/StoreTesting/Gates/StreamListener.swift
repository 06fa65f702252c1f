public import StoreCore
import Synchronization

/// A stream that a call at a ``StreamGate`` has opened, with the effect that listens.
public struct StreamListener<Arguments: Sendable, Element: Sendable, Failure: Error>: Sendable {
  let gate: StreamGate<Arguments, Element, Failure>

  /// The number of the stream at its gate, counted from 1.
  public let number: Int

  /// The arguments of the call; several arguments as a tuple.
  public let arguments: Arguments

  /// The effect that listens, if any.
  public let effect: EffectDescription?

  /// The number of that effect in its store.
  package let effectNumber: Int?

  /// The time of the store's clock when the stream was opened; nil without an effect.
  public let instant: TestClock.Instant?

  init(
    gate: StreamGate<Arguments, Element, Failure>,
    number: Int,
    arguments: Arguments,
    effect: InFlightEffect?
  ) {
    self.gate = gate
    self.number = number
    self.arguments = arguments
    self.effect = effect?.token.description
    effectNumber = effect?.token.id
    instant = effect?.environment.now
  }

  /// The way in which the stream has ended; nil while it is open.
  public var end: StreamEnd? { gate.state.withLock { $0.streams[number - 1].end } }
}

extension StreamListener: CustomStringConvertible {
  /// The endpoint and its arguments, such as `messages("lobby")`.
  public var description: String { callText(gate.name, arguments) }
}

extension StreamListener: WaitingCall {
  package var gateName: String { gate.name }

  package var gateIdentity: ObjectIdentifier { ObjectIdentifier(gate) }

  package var isLeftUnanswered: Bool { false }

  package var isCancelled: Bool { false }

  package var position: Int { gate.state.withLock { $0.position(of: number) } }

  package var isStream: Bool { true }

  package var isCommand: Bool { false }

  package var typedGate: String {
    let type = AnswerScript.name("StreamGate", Arguments.self, Element.self, Failure.self)
    return "store.gate(\(quoted(gate.name)), as: \(type).self)"
  }

  package var assertion: AnswerScript? {
    AnswerScript(opening: arguments, of: (Arguments, Element, Failure).self)
  }

  package var comparison: (property: String, source: String)? { nil }

  package func answer(on gate: String, expected: Any?) -> String {
    /// Returns the line of an answer, if it is complete.
    func line(_ answer: StreamAnswer<Element, Failure>) -> String? {
      let lines = AnswerScript(answer, Arguments.self).lines(on: gate, position: position)
      return lines.last.flatMap { $0.hasPrefix("//") ? nil : $0 }
    }
    let element = expected.flatMap { part(of: $0, where: { $0 is Element }, except: arguments) } as? Element
    if Element.self != Void.self, let text = element.flatMap({ line(.element($0)) }) { return text }
    let error = expected.flatMap { part(of: $0, where: { $0 is any Error && $0 is Failure }) } as? Failure
    if Failure.self != Never.self, let text = error.flatMap({ line(.failure($0)) }) { return text }
    if let void = () as? Element, let text = line(.element(void)) { return text }
    let skipping = position == 0 ? "" : ", skipping: \(position)"
    let sample = emptySource(of: Element.self) ?? "<#\(sourceName(of: Element.self))#>"
    return "await \(gate).yield(\(sample)\(skipping))"
  }
}
