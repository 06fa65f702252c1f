/// The behaviour of a call that waits at a ``Gate`` when its task is cancelled.
public enum GateCancellation: Sendable {
  /// The call throws a `CancellationError` at once, if its error type permits that. Otherwise it continues to wait.
  case throwsCancellation

  /// The call continues to wait, like a request that can't be withdrawn, and may be answered late.
  case ignoresCancellation
}
