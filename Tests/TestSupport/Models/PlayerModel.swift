import Observation

/// A player whose time runs while it plays, as apps have it.
@MainActor
@Observable
package final class PlayerModel {
  package private(set) var elapsed = 0

  package private(set) var isPlaying = false

  package let length: Int

  @ObservationIgnored private var ticking: Task<Void, Never>?

  private let clock: any Clock<Duration>

  package init(length: Int, clock: any Clock<Duration>) {
    self.length = length
    self.clock = clock
  }

  package func toggle() {
    if isPlaying { pause() } else { play() }
  }

  private func play() {
    isPlaying = true
    ticking = Task { [clock] in
      while !Task.isCancelled, elapsed < length {
        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        elapsed += 1
      }
      isPlaying = false
    }
  }

  private func pause() {
    ticking?.cancel()
    ticking = nil
    isPlaying = false
  }
}
