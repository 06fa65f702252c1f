import Foundation
import Synchronization

/// Prints a line at once, so that a crash doesn't lose it.
func report(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// Returns the processor time that the process has used.
private func processorTime() -> Duration {
  .seconds(Double(clock()) / Double(CLOCKS_PER_SEC))
}

/// A thread that ends the process when no trial has ended for a long time, and names those that hang.
///
/// A time limit of Swift Testing cancels a test, which a blocked thread doesn't notice. The limit counts processor
/// time, because other processes may use most of it. In real time, the limit is ten times as long.
final class Watchdog: Sendable {
  private struct State {
    var ended = 0
    var running: [Int: String] = [:]
    var next = 0
    var progress = ContinuousClock.now
    var used = processorTime()

    mutating func noteProgress() {
      progress = .now
      used = processorTime()
    }

    /// Whether no trial has ended within a limit.
    func isStuck(after limit: Duration) -> Bool {
      used + limit < processorTime() || progress.duration(to: .now) > limit * 10
    }
  }

  static let shared = Watchdog()

  private let state = Mutex(State())

  private init() {
    atexit { report("TRIALS | \(Watchdog.shared.state.withLock(\.ended))") }
    let seconds = ProcessInfo.processInfo.environment["STRESS_LIMIT"].flatMap { Int($0) } ?? 60
    Thread { [weak self] in
      while let self {
        Thread.sleep(forTimeInterval: 0.5)
        let hanging = state.withLock { state in
          guard state.isStuck(after: .seconds(seconds)) else { return [String]() }
          return state.running.sorted { $0.key < $1.key }.map(\.value)
        }
        guard !hanging.isEmpty else { continue }
        for trial in hanging.prefix(20) { report("HANG | \(trial)") }
        report("HANG | \(hanging.count) in all")
        _exit(86)
      }
    }.start()
  }

  /// Watches a trial.
  func watch<Result>(
    _ trial: String,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async -> Result
  ) async -> Result {
    let number = state.withLock { state in
      state.next += 1
      state.running[state.next] = trial
      state.noteProgress()
      return state.next
    }
    let result = await operation()
    state.withLock { state in
      state.running[number] = nil
      state.ended += 1
      state.noteProgress()
    }
    return result
  }
}
