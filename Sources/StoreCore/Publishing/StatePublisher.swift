/// A publisher that notifies observers and subscribers of changes of a state.
final class StatePublisher<State> {
  /// A weak reference to a subscription.
  private struct Entry {
    /// The states that the subscriber hasn't read yet.
    weak var buffer: StateBuffer<State>?
  }

  let observation = FieldObservation<State>()

  /// The subscriptions, in the order in which they began.
  private var entries: [Entry] = [] {
    didSet { isSubscribed = !entries.isEmpty }
  }

  /// The separately published parts, in the order in which they were added.
  private var parts: [PartEntry<State>] = [] {
    didSet { hasParts = !parts.isEmpty }
  }

  // Performance: each message asks, and an array of a generic type makes the runtime look up the type.
  private var isSubscribed = false
  private var hasParts = false

  /// The number of parts at which ``add(_:)`` removes the released ones.
  private var partLimit = leastPartLimit

  /// Whether the state no longer changes.
  private var isFinished = false

  /// Whether an observer, a subscriber or a part needs to be notified of changes.
  var isObserved: Bool { observation.isObserved || isSubscribed || hasParts }

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
    // Performance: released subscriptions are removed when the array is full, which amortises the cost. Without
    // changes, no other code removes them.
    if entries.count == entries.capacity { removeReleasedSubscriptions() }
    entries.append(Entry(buffer: buffer))
    if isFinished { buffer.signal.finish() }
    return StateSequence(buffer: buffer)
  }

  /// Delivers a changed state to all subscribers, and removes released subscriptions.
  func yield(_ state: State) {
    removeReleasedSubscriptions()
    for entry in entries { entry.buffer?.append(state) }
  }

  private func removeReleasedSubscriptions() {
    guard entries.contains(where: { $0.buffer == nil }) else { return }
    var live = entries.filter { $0.buffer != nil }
    swap(&entries, &live)
  }
}

// MARK: - Parts

extension StatePublisher {
  /// Publishes a part of the state separately, as long as another object retains the part.
  func add(_ part: any PublishedPart<State>) {
    // Performance: a list adds a part for each row, so a search at each addition would be quadratic.
    if parts.count >= partLimit {
      parts.removeAll { $0.part == nil }
      partLimit = max(2 * parts.count, leastPartLimit)
    }
    parts.append(PartEntry(part: part))
  }

  /// The number of parts, including released ones that were not yet removed.
  var partCount: Int { parts.count }

  func partChanges(from old: State, to new: State) -> [PartChange] {
    guard !parts.isEmpty else { return [] }
    parts.removeAll { $0.part == nil }
    // Reading a part runs user code, which may add further parts.
    return parts.compactMap(\.part).compactMap { $0.change(from: old, to: new) }
  }
}

/// The least number of parts at which to look for released ones.
private let leastPartLimit = 16

/// A separately published part, which may have been released.
private struct PartEntry<State> {
  weak var part: (any PublishedPart<State>)?
}

/// The states that one subscriber hasn't read yet, without a limit.
final class StateBuffer<State> {
  /// The states to read next, oldest last. Performance: this order makes removing the oldest cheap.
  private var outbox: [State]

  /// The states that arrived since the outbox was filled, newest last.
  private var inbox: [State] = []

  let signal = Signal()

  init(first: State) {
    outbox = [first]
  }

  /// Adds a state, and wakes the subscriber.
  func append(_ state: State) {
    inbox.append(state)
    signal.raise()
  }

  /// Removes and returns the oldest state.
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
/// It is read on the main actor, like the container. It isn't Sendable, because states needn't be.
struct StateSequence<State>: AsyncSequence {
  /// The states that the subscriber hasn't read yet.
  let buffer: StateBuffer<State>

  func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }

  struct Iterator: AsyncIteratorProtocol {
    /// The states that the subscriber hasn't read yet.
    let buffer: StateBuffer<State>

    /// Returns the next state; nil when the container is released or the reader's task is cancelled.
    func next() async -> State? {
      await next(isolation: #isolation)
    }

    /// Returns the next state; nil when the container is released or the reader's task is cancelled.
    func next(isolation actor: isolated (any Actor)?) async -> State? {
      while true {
        if let state = buffer.take() { return state }
        guard await buffer.signal.wait(isolation: actor) else { return nil }
      }
    }
  }
}
