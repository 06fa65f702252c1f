import StoreDependencies
import StoreTesting
import Synchronization

/// The change that a mutant makes to what a model gets from outside.
enum SurroundingsChange: Sendable {
  /// A change of the answers that a gate gives in a mode.
  case answer(of: String, AnswerChange)

  /// Two answers of a gate change their places.
  case swap(at: String, Exchange)

  /// An element of a stream that is given in a mode has another fate.
  case element(of: String, ElementFate)

  /// The sleeps of a duration that begin in a mode last a multiple of it.
  case sleep(of: Duration, factor: Double)
}

/// The change of an answer.
enum AnswerChange: Sendable {
  /// It is another result, such as an error.
  case other(any Sendable)

  /// It comes after the next step that acts.
  case late

  /// The call is made twice.
  case repeated
}

/// Two answers of one gate, by their numbers from 0, with their results.
struct Exchange: Sendable {
  let first: (number: Int, result: any Sendable)

  let second: (number: Int, result: any Sendable)

  /// Returns the result that an answer gets instead of its own; nil for all other answers.
  func result(ofAnswer number: Int) -> (any Sendable)? {
    switch number {
    case first.number: second.result
    case second.number: first.result
    default: nil
    }
  }
}

/// Surroundings that a mutant changes.
final class ChangedSurroundings: Surroundings {
  private struct State {
    /// The number of answers that each gate has given.
    var answers: [String: Int] = [:]

    /// Whether the next element is the copy of one that came twice.
    var isCopy = false
  }

  private let change: SurroundingsChange

  /// The mode in which the change applies; nil for every mode.
  private let mode: String?

  private let tracker: ModeTracker

  private let state = Mutex(State())

  init(_ change: SurroundingsChange, in mode: String?, _ tracker: ModeTracker) {
    self.change = change
    self.mode = mode
    self.tracker = tracker
  }

  /// Whether the change applies now.
  private var isHere: Bool { mode.map { $0 == tracker.mode } ?? true }

  func fate<Value, Failure>(
    of answer: Result<Value, Failure>,
    to call: SurroundingCall,
    at site: CallSite
  ) -> AnswerFate<Value, Failure> {
    switch change {
    case .answer(call.gate, let change) where isHere:
      switch change {
      case .late: .late
      case .repeated: .repeated
      case .other(let result as Result<Value, Failure>): .given(result)
      case .other(let error as Failure): .given(.failure(error))
      case .other: .given(answer)
      }
    case .swap(call.gate, let exchange):
      .given(exchange.result(ofAnswer: numberOfNextAnswer(at: call.gate)) as? Result<Value, Failure> ?? answer)
    case .answer, .swap, .element, .sleep: .given(answer)
    }
  }

  private func numberOfNextAnswer(at gate: String) -> Int {
    state.withLock { state in
      defer { state.answers[gate, default: 0] += 1 }
      return state.answers[gate, default: 0]
    }
  }

  func fateOfElement(at gate: String, canThrow: Bool, at site: CallSite) -> ElementFate {
    guard case .element(gate, let fate) = change else { return .taken }
    let isCopy = state.withLock { state in
      defer { state.isCopy = false }
      return state.isCopy
    }
    guard !isCopy, isHere else { return .taken }
    if case .doubled = fate { state.withLock { $0.isCopy = true } }
    return fate
  }

  func duration(of duration: Duration, at site: CallSite) -> Duration {
    guard case .sleep(duration, let factor) = change, isHere else { return duration }
    return duration * factor
  }
}
