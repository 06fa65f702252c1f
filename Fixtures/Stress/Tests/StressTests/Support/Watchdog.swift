import Foundation
import Synchronization

/// Prints a line at once, so that it is not lost in a crash.
func report(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// A thread that ends the process when no trial ends any more, and names those that hang.
///
/// A time limit of Swift Testing cancels a test, which a blocked thread doesn't notice.
final class Watchdog: Sendable {
  private struct State {
    var ended = 0
    var running: [Int: String] = [:]
    var next = 0
    var progress = ContinuousClock.now
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
          guard state.progress.duration(to: .now) > .seconds(seconds) else { return [String]() }
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
      state.progress = .now
      return state.next
    }
    let result = await operation()
    state.withLock { state in
      state.running[number] = nil
      state.ended += 1
      state.progress = .now
    }
    return result
  }
}
