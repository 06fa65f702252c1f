import StoreCore
import StoreDependencies
import Synchronization

/// Work that runs once, and acts as several running effects: each of its feedbacks is delivered once for each of them.
///
/// Work may use what can be used only once, such as a stream or a continuation that its closure captures. So no mutant
/// runs it twice.
final class SharedWork: Sendable {
  private struct State {
    /// The number of running effects for which the work acts, besides its own.
    var copies: Int

    var hasEnded = false

    /// The copies that wait for the end, by number.
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

    /// The copies that were cancelled, by number.
    var cancelled: Set<Int> = []

    var last = 0
  }

  private let state: Mutex<State>

  /// Creates shared work.
  ///
  /// - Parameter copies: The number of copies that start together with the work.
  init(copies: Int = 0) {
    state = Mutex(State(copies: copies))
  }

  /// Returns the effect that runs the work.
  func original(_ work: EffectWork) -> EffectWork {
    work.replacing { receiver in try await self.run(work, for: receiver) }
  }

  /// Returns an effect that only runs as long as the work.
  func copy(_ work: EffectWork) -> EffectWork {
    work.replacing { _ in await self.waitForEnd() }
  }

  /// Runs the work as the original.
  func run(_ work: EffectWork, for receiver: any FeedbackReceiver) async throws {
    defer { end() }
    try await work.run(for: RepeatingReceiver(receiver) { self.deliveries(of: $0) })
  }

  /// Adds a copy, which must then wait for the end.
  func addCopy() { state.withLock { $0.copies += 1 } }

  private func deliveries(of feedback: any Sendable) -> Int {
    isForSingleUse(feedback) ? 1 : 1 + state.withLock(\.copies)
  }

  /// Waits until the work has ended, or the copy is cancelled.
  func waitForEnd() async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.hasEnded || state.cancelled.contains(number) { return true }
          state.waiting[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { state in
        state.cancelled.insert(number)
        return state.waiting.removeValue(forKey: number)
      }?
      .resume()
    }
    state.withLock { $0.copies -= 1 }
  }

  private func end() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      state.hasEnded = true
      return state.waiting
    }
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
  }
}

/// The work that runs in a run with a mutant. It lets no more of it run at once than ran without the mutant.
///
/// A mutant may start an effect that already runs. If the effect iterates a stream that the test provides, a second
/// iteration would end the process. So further effects act as copies of the running one.
final class RunningWork: Sendable {
  /// The greatest number of effects with a label that run at once; effects without a number are not limited.
  private let limits: [String: Int]

  /// The running work, by label.
  private let running = Mutex<[String: [SharedWork]]>([:])

  init(limits: [String: Int]) {
    self.limits = limits
  }

  /// Returns an effect whose work is limited.
  func limiting(_ node: EffectNode) -> EffectNode {
    guard !limits.isEmpty else { return node }
    return node.replacingWork { work, _ in limiting(work) }
  }

  private func limiting(_ work: EffectWork) -> EffectWork {
    let label = work.description.label
    guard let limit = limits[label] else { return work }
    return work.replacing { receiver in
      let shared = SharedWork()
      let original = self.running.withLock { running -> SharedWork? in
        if let newest = running[label]?.last, running[label, default: []].count >= limit { return newest }
        running[label, default: []].append(shared)
        return nil
      }
      if let original {
        original.addCopy()
        return await original.waitForEnd()
      }
      defer { self.running.withLock { $0[label]?.removeAll { $0 === shared } } }
      try await shared.run(work, for: receiver)
    }
  }
}
