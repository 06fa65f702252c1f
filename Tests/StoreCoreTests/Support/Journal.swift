import StoreCore

/// The inputs of a journal: effects.
typealias Step = Effect<String, String>

/// A feature whose inputs are effects: it starts them, and stores their feedback.
struct Journal: Reducer {
  /// The received feedback.
  struct State: Equatable {
    /// The feedback, in order.
    var feedback: [String] = []
  }

  /// Returns the effect that follows from a feedback.
  var reaction: @Sendable (String) -> Step = { _ in .none }

  /// Starts an input, keeps a feedback.
  func reduce(message: Message<Step, String>, into state: inout State) -> Step {
    switch message {
    case .input(let step): return step
    case .feedback(let text):
      state.feedback.append(text)
      return reaction(text)
    }
  }
}

extension Effect<String, String> {
  /// An effect named after the text that it sends.
  static func say(_ words: String...) -> Self {
    .run(words.joined(separator: " ")) { send in
      for word in words { await send(word) }
    }
  }

  /// An effect that runs until it is cancelled, and notes when it starts and when it ends.
  static func live(_ name: String, _ probe: Probe = Probe()) -> Self {
    .run(name) { _ in
      probe.note("\(name) started")
      await probe.waitUntilCancelled()
      probe.note("\(name) ended")
    }
  }

  /// An effect that sends its name when the probe has the note `go`.
  static func patient(_ name: String, _ probe: Probe) -> Self {
    .run(name) { send in
      probe.note("\(name) started")
      await probe.wait(for: "go")
      await send(name)
    }
  }
}

/// A store of a journal.
typealias JournalStore = Store<Journal.State, Step, String>

extension Store where State == Journal.State, Input == Step, Output == String {
  /// Makes the store of an empty journal.
  convenience init(reaction: @escaping @Sendable (String) -> Step = { _ in .none }) {
    self.init(state: Journal.State(), reducer: Journal(reaction: reaction))
  }

  /// Records the later events of the store as lines of text.
  func log() -> EventLog {
    let log = EventLog()
    onEvent = { log.lines.append($0.line) }
    return log
  }
}

/// The events of a store as lines of text.
@MainActor
final class EventLog {
  /// The lines, in order.
  var lines: [String] = []
}

extension StoreEvent<Journal.State, Step, String> {
  /// The event in a line.
  var line: String {
    switch self {
    case .input: "input"
    case .feedback(let feedback, let effect, let old, let new):
      "feedback \(feedback) from \(effect.label): \(old.feedback) -> \(new.feedback)"
    case .output(let output): "output \(output)"
    case .effectStarted(let effect): "started \(effect.label)"
    case .effectCancelled(let effect): "cancelled \(effect.label)"
    case .effectEnded(let effect): "ended \(effect.label)"
    case .effectFailed(let effect, let error): "failed \(effect.label): \(error)"
    case .feedbackDropped(let feedback, let effect): "dropped \(feedback) from \(effect.label)"
    }
  }
}
