import StoreDependencies
import StoreTesting
import Synchronization

/// What a model gets from outside in a run of a test: the answers of gates, the elements of streams, and its sleeps.
struct SurroundingsRecord: Sendable {
  /// The place of an event among the steps of the test.
  struct Place: Sendable {
    /// The mode of the state at the time of the event.
    let mode: String

    /// The number of reductions before the event.
    let step: Int

    /// The line of the test's step.
    let site: CallSite
  }

  /// An answer to a call.
  struct Answer: Sendable {
    let gate: String

    /// Whether the gate answers the call itself, and not the test.
    let isAtOnce: Bool

    /// The answer, as a `Result` of the gate's types.
    let result: any Sendable

    let isFailure: Bool

    /// Whether the gate can throw any error.
    let canThrow: Bool

    let place: Place

    /// The mode in which the test gives it; nil for an answer of the gate itself, which the store sees too late to tell.
    var mode: String? { isAtOnce ? nil : place.mode }
  }

  /// An element of a stream.
  struct Element: Sendable {
    let gate: String

    /// Whether the stream can throw any error.
    let canThrow: Bool

    let place: Place
  }

  /// A sleep on a test clock.
  struct Sleep: Sendable {
    let duration: Duration
    let place: Place
  }

  var answers: [Answer] = []

  var elements: [Element] = []

  var sleeps: [Sleep] = []
}

/// The record of all stores of a feature in a run of a test.
final class SurroundingsLog: Sendable {
  private let entries = Mutex(SurroundingsRecord())

  var record: SurroundingsRecord { entries.withLock(\.self) }

  func update(_ change: (inout SurroundingsRecord) -> Void) { entries.withLock { change(&$0) } }
}

/// The mode of a model, and the number of its reductions so far.
final class ModeTracker: Sendable {
  private struct State {
    var mode = StateDiagram.onlyMode
    var steps = 0
  }

  private let state = Mutex(State())

  var mode: String { state.withLock(\.mode) }

  var steps: Int { state.withLock(\.steps) }

  func set(_ mode: String, steps: Int = 0) { state.withLock { $0 = State(mode: mode, steps: steps) } }
}

/// Surroundings that record what a model gets from outside, and change nothing.
final class RecordedSurroundings: Surroundings {
  private let log: SurroundingsLog

  private let tracker: ModeTracker

  init(_ log: SurroundingsLog, _ tracker: ModeTracker) {
    self.log = log
    self.tracker = tracker
  }

  func fate<Value, Failure>(
    of answer: Result<Value, Failure>,
    to call: SurroundingCall,
    at site: CallSite
  ) -> AnswerFate<Value, Failure> {
    let isFailure = if case .failure = answer { true } else { false }
    let entry = SurroundingsRecord.Answer(
      gate: call.gate,
      isAtOnce: call.isAnsweredAtOnce,
      result: answer,
      isFailure: isFailure,
      canThrow: Failure.self == (any Error).self,
      place: place(at: site)
    )
    log.update { $0.answers.append(entry) }
    return .given(answer)
  }

  func fateOfElement(at gate: String, canThrow: Bool, at site: CallSite) -> ElementFate {
    let entry = SurroundingsRecord.Element(gate: gate, canThrow: canThrow, place: place(at: site))
    log.update { $0.elements.append(entry) }
    return .taken
  }

  func duration(of duration: Duration, at site: CallSite) -> Duration {
    let entry = SurroundingsRecord.Sleep(duration: duration, place: place(at: site))
    log.update { $0.sleeps.append(entry) }
    return duration
  }

  private func place(at site: CallSite) -> SurroundingsRecord.Place {
    SurroundingsRecord.Place(mode: tracker.mode, step: tracker.steps, site: site)
  }
}
