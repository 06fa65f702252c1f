import SampleFeatures
import Synchronization

/// A search client that answers when the test tells it to.
final class Server: Sendable {
  /// A query that waits for its answer.
  private typealias Request = CheckedContinuation<[SearchResult], any Error>

  private let requests = Mutex<[Int: Request]>([:])
  private let newest = Mutex(0)

  struct Failure: Error {}

  var client: SearchClient {
    SearchClient { _ in
      let number = self.newest.withLock { number in
        number += 1
        return number
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { request in
          self.requests.withLock { $0[number] = request }
        }
      } onCancel: {
        self.requests.withLock { $0.removeValue(forKey: number) }?.resume(throwing: CancellationError())
      }
    }
  }

  /// Answers the oldest waiting query, if any.
  func answer(with result: Result<[SearchResult], any Error>) {
    let request = requests.withLock { requests in
      requests.keys.min().flatMap { requests.removeValue(forKey: $0) }
    }
    request?.resume(with: result)
  }
}
