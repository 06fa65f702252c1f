import Synchronization

/// A log of notes. Tests and effects wait for a note without polling.
final class Probe: Sendable {
  private struct Waiter {
    let note: String

    /// The number of such notes that the waiter needs.
    let count: Int

    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var notes: [String] = []
    var counts: [String: Int] = [:]
    var waiters: [Int: Waiter] = [:]
    var lastTicket = 0
  }

  private let state = Mutex(State())

  var notes: [String] { state.withLock(\.notes) }

  func count(_ note: String) -> Int { state.withLock { $0.counts[note, default: 0] } }

  /// Adds a note, and resumes the tasks that wait for it.
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

  /// Waits until a note was made `count` times. A cancellation of the caller's task ends the wait, unless ignored.
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

  func waitUntilCancelled() async {
    await wait(for: "a note that nobody makes")
  }
}

extension Probe: Equatable {
  static func == (first: Probe, second: Probe) -> Bool { first === second }
}
