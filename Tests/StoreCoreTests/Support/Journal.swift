import StoreCore

/// An effect as the input of a journal.
typealias Step = Effect<String, String>

/// A feature whose inputs are effects: it starts them, and stores their feedback.
struct Journal: Reducer {
  struct State: Equatable {
    var feedback: [String] = []
  }

  /// Returns the effect that follows from a feedback.
  var reaction: @Sendable (String) -> Step = { _ in .none }

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
  /// Returns an effect that sends the words, and is named after them.
  static func say(_ words: String...) -> Self {
    .run(words.joined(separator: " ")) { send in
      for word in words { await send(word) }
    }
  }

  /// Returns an effect that runs until it is cancelled, and notes its start and end.
  static func live(_ name: String, _ probe: Probe = Probe()) -> Self {
    .run(name) { _ in
      probe.note("\(name) started")
      await probe.waitUntilCancelled()
      probe.note("\(name) ended")
    }
  }

  /// Returns an effect that sends its name after the probe's note `go`.
  static func patient(_ name: String, _ probe: Probe) -> Self {
    .run(name) { send in
      probe.note("\(name) started")
      await probe.wait(for: "go")
      await send(name)
    }
  }
}

typealias JournalStore = Store<Journal.State, Step, String>

extension Store where State == Journal.State, Input == Step, Output == String {
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

@MainActor
final class EventLog {
  var lines: [String] = []
}

extension StoreEvent<Journal.State, Step, String> {
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
