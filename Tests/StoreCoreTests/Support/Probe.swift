import Synchronization

/// Records events of effects, and lets tests and effects wait for each other without polling.
final class Probe: Sendable {
  /// A waiter for a note.
  private struct Waiter {
    let note: String

    /// How many of it there must be.
    let count: Int

    /// The continuation of the waiter.
    let continuation: CheckedContinuation<Void, Never>
  }

  /// The mutable state of the probe.
  private struct State {
    /// The notes, in order.
    var notes: [String] = []

    /// How often each note was made.
    var counts: [String: Int] = [:]

    /// The waiters, by ticket.
    var waiters: [Int: Waiter] = [:]

    /// The newest waiter's ticket.
    var lastTicket = 0
  }

  /// The mutable state of the probe.
  private let state = Mutex(State())

  /// The notes so far, in order.
  var notes: [String] { state.withLock(\.notes) }

  /// How often a note was made so far.
  func count(_ note: String) -> Int { state.withLock { $0.counts[note, default: 0] } }

  /// Makes a note, and resumes its waiters.
  func note(_ note: String) {
    let woken = state.withLock { state in
      state.notes.append(note)
      state.counts[note, default: 0] += 1
      let count = state.counts[note, default: 0]
      let tickets = state.waiters.filter { $0.value.note == note && $0.value.count <= count }.keys.sorted()
      return tickets.compactMap { state.waiters.removeValue(forKey: $0) }
    }
    for waiter in woken { waiter.continuation.resume() }
  }

  /// Waits until a note was made, or until the caller's task is cancelled.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - count: How many of it there must be.
  ///   - ignoresCancellation: Whether to continue to wait when the caller's task is cancelled.
  func wait(for note: String, count: Int = 1, ignoringCancellation ignoresCancellation: Bool = false) async {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isPresent = state.withLock { state in
          if state.counts[note, default: 0] >= count || (!ignoresCancellation && Task.isCancelled) { return true }
          state.waiters[ticket] = Waiter(note: note, count: count, continuation: continuation)
          return false
        }
        if isPresent { continuation.resume() }
      }
    } onCancel: {
      guard !ignoresCancellation else { return }
      state.withLock { $0.waiters.removeValue(forKey: ticket) }?.continuation.resume()
    }
  }

  /// Waits until the caller's task is cancelled.
  func waitUntilCancelled() async {
    await wait(for: "a note that nobody makes")
  }
}

extension Probe: Equatable {
  /// Whether both are the same probe.
  static func == (first: Probe, second: Probe) -> Bool { first === second }
}
