/// The failure of a client in the state of a feature: comparable, and with a text.
///
/// Clients may throw any error. A feature converts it to its own error type, so that its state stays equatable, and its
/// tests can assert the failure.
protocol ClientFailure: Error, Hashable {
  /// The client threw a cancellation without being cancelled.
  ///
  /// A store never passes a feature's own cancellations to the feature. The remaining case is a client that throws
  /// `CancellationError` by itself: no answer will come, and the feature must stop waiting for it.
  static var interrupted: Self { get }

  /// The client failed with this text.
  static func unavailable(_ reason: String) -> Self
}

extension ClientFailure {
  /// Creates the failure for an error of a client.
  init(_ error: any Error) {
    switch error {
    case let failure as Self: self = failure
    case is CancellationError: self = .interrupted
    default: self = .unavailable(String(describing: error))
    }
  }
}

extension Result where Failure: ClientFailure {
  /// Creates the result of a client's call.
  init(_ answer: () async throws -> Success) async {
    do {
      self = .success(try await answer())
    } catch {
      self = .failure(Failure(error))
    }
  }
}
