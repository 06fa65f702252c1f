import SampleFeatures
import StoreDependencies
import Synchronization

/// A server that fails some times before it answers, each time after a delay.
final class FlakyServer: Sendable {
  /// The error of the server.
  struct Offline: Error {}

  /// The text of ``Offline`` in the features.
  static let offline = NumbersError.unavailable("Offline()")

  /// How many answers are still failures.
  private let failures: Mutex<Int>

  /// The duration of an answer.
  private let delay: Duration

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - failures: How many answers are failures.
  ///   - delay: The duration of an answer.
  init(failures: Int = 0, after delay: Duration = .zero) {
    self.failures = Mutex(failures)
    self.delay = delay
  }

  /// A client whose numbers come from the server.
  var numbersClient: NumbersClient {
    NumbersClient {
      try await self.answer()
      return [1, 2, 3]
    }
  }

  /// A client whose results come from the server.
  var searchClient: SearchClient {
    SearchClient { query in
      try await self.answer()
      return [SearchResult(title: query)]
    }
  }

  /// Waits for the duration of an answer, and throws if it is a failure.
  private func answer() async throws {
    if delay > .zero { try await DependencyValues.current.continuousClock.sleep(for: delay) }
    let fails = failures.withLock { failures in
      defer { failures -= 1 }
      return failures > 0
    }
    if fails { throw Offline() }
  }
}
