import SampleFeatures
import StoreDependencies
import Synchronization

/// A server that fails a number of times before it answers, each time after a delay.
final class FlakyServer: Sendable {
  struct Offline: Error {}

  /// The features' error for ``Offline``.
  static let offline = NumbersError.unavailable("Offline()")

  /// The number of failures that are left.
  private let failures: Mutex<Int>

  private let delay: Duration

  init(failures: Int = 0, after delay: Duration = .zero) {
    self.failures = Mutex(failures)
    self.delay = delay
  }

  var numbersClient: NumbersClient {
    NumbersClient {
      try await self.answer()
      return [1, 2, 3]
    }
  }

  var searchClient: SearchClient {
    SearchClient { query in
      try await self.answer()
      return [SearchResult(title: query)]
    }
  }

  private func answer() async throws {
    if delay > .zero { try await DependencyValues.current.continuousClock.sleep(for: delay) }
    let fails = failures.withLock { failures in
      defer { failures -= 1 }
      return failures > 0
    }
    if fails { throw Offline() }
  }
}
