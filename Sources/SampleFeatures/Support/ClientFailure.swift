/// The failure of a client as a feature keeps it: comparable, and with a text of its own.
///
/// Clients may throw anything. A feature turns it into its own error type on the way in, so that its state stays
/// equatable and its tests can name the failure they expect.
protocol ClientFailure: Error, Hashable {
  /// The client gave up without having been asked to.
  ///
  /// A store never tells a feature of the cancellations that the feature itself wants. What is left is a client that
  /// throws `CancellationError` of its own accord: no answer will ever come, and the feature must stop waiting for it.
  static var interrupted: Self { get }

  /// The client could not do what it was asked, and this is why.
  static func unavailable(_ reason: String) -> Self
}

extension ClientFailure {
  /// Makes the failure of what a client has thrown.
  init(_ error: any Error) {
    switch error {
    case let failure as Self: self = failure
    case is CancellationError: self = .interrupted
    default: self = .unavailable(String(describing: error))
    }
  }
}

extension Result where Failure: ClientFailure {
  /// The answer of a client, or the failure that follows from what it throws.
  init(_ answer: () async throws -> Success) async {
    do {
      self = .success(try await answer())
    } catch {
      self = .failure(Failure(error))
    }
  }
}
