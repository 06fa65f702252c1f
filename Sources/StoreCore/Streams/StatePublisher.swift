/// Tells observers and subscribers of changes of a state.
final class StatePublisher<State> {
  /// A subscription that may have been given up.
  private struct Entry {
    /// What the subscriber has not read yet.
    weak var buffer: StateBuffer<State>?
  }

  let observation = FieldObservation<State>()

  /// The subscriptions, in the order in which they began.
  private var entries: [Entry] = []

  /// The parts that are published by themselves, in the order in which that began.
  private var parts: [PartEntry<State>] = []

  /// Whether there will be no further change.
  private var isFinished = false

  /// Whether an observer, a subscriber or a part needs to hear of changes.
  var isObserved: Bool { observation.isObserved || !entries.isEmpty || !parts.isEmpty }

  deinit {
    finish()
  }

  /// Ends all subscriptions, and those of all parts.
  func finish() {
    isFinished = true
    for entry in entries { entry.buffer?.signal.finish() }
    for entry in parts { entry.part?.finish() }
  }

  func subscribe(from state: State) -> StateSequence<State> {
    let buffer = StateBuffer(first: state)
    // Without a change nothing else would forget those who have given up; this way it costs next to nothing.
    if entries.count == entries.capacity { forgetAbandoned() }
    entries.append(Entry(buffer: buffer))
    if isFinished { buffer.signal.finish() }
    return StateSequence(buffer: buffer)
  }

  /// Hands a changed state to all subscribers, and forgets those who have given up.
  func yield(_ state: State) {
    forgetAbandoned()
    for entry in entries { entry.buffer?.append(state) }
  }

  private func forgetAbandoned() {
    guard entries.contains(where: { $0.buffer == nil }) else { return }
    var live = entries.filter { $0.buffer != nil }
    swap(&entries, &live)
  }
}

// MARK: - Parts

extension StatePublisher {
  /// Publishes a part of the state by itself, for as long as something else holds the part.
  func add(_ part: any PublishedPart<State>) {
    parts.removeAll { $0.part == nil }
    parts.append(PartEntry(part: part))
  }

  /// The changes of the parts, when the state changes.
  func partChanges(from old: State, to new: State) -> [PartChange] {
    guard !parts.isEmpty else { return [] }
    parts.removeAll { $0.part == nil }
    // Reading a part runs code of the user, which may add further parts.
    return parts.compactMap(\.part).compactMap { $0.change(from: old, to: new) }
  }
}

/// A part that is published by itself, unless it has been released.
private struct PartEntry<State> {
  weak var part: (any PublishedPart<State>)?
}

/// The states that one subscriber has not read yet.
final class StateBuffer<State> {
  /// The states, oldest last, so that taking the oldest is cheap.
  private var outbox: [State]

  /// The states that came since the outbox was filled, newest last.
  private var inbox: [State] = []

  /// Wakes the subscriber.
  let signal = Signal()

  init(first: State) {
    outbox = [first]
  }

  /// Adds a state, and wakes the subscriber.
  func append(_ state: State) {
    inbox.append(state)
    signal.raise()
  }

  /// Takes the oldest state.
  func take() -> State? {
    if outbox.isEmpty {
      swap(&outbox, &inbox)
      outbox.reverse()
    }
    return outbox.popLast()
  }
}

/// One subscription to the states of a container.
///
/// It is read where the container lives, on the main actor, and is not Sendable, because states need not be.
struct StateSequence<State>: AsyncSequence {
  /// What the subscriber has not read yet.
  let buffer: StateBuffer<State>

  func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }

  struct Iterator: AsyncIteratorProtocol {
    /// What the subscriber has not read yet.
    let buffer: StateBuffer<State>

    /// The next state, or nil when the container is gone or the reader's task is cancelled.
    func next() async -> State? {
      await next(isolation: #isolation)
    }

    /// The next state, or nil when the container is gone or the reader's task is cancelled.
    func next(isolation actor: isolated (any Actor)?) async -> State? {
      while true {
        if let state = buffer.take() { return state }
        guard await buffer.signal.wait(isolation: actor) else { return nil }
      }
    }
  }
}
