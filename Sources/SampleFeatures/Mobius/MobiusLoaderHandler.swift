public import StoreCore
import StoreDependencies

/// A handler that performs the commands of the loader without decisions of its own.
public struct MobiusLoaderHandler: Sendable {
  /// The ids of cancellable effects.
  private enum CancelID {
    /// The running download or wait.
    case work
  }

  /// The client that downloads numbers.
  @Dependency(\.numbersClient) private var client

  /// The clock of the wait.
  @Dependency(\.continuousClock) private var clock

  /// Creates the handler.
  public init() {}

  /// Returns the effect of a command.
  public func perform(_ command: MobiusLoader.Command) -> Effect<MobiusLoader.Feedback, Never> {
    switch command {
    case .download: .run("download", operation: download).cancellable(id: CancelID.work)
    case .pause(let duration): .run("pause") { try await pause(duration, $0) }.cancellable(id: CancelID.work)
    case .stop: .cancel(id: CancelID.work)
    }
  }

  /// Makes an attempt.
  public func download(_ send: Send<MobiusLoader.Feedback>) async {
    await send(.downloaded(Result { try await client.numbers() }))
  }

  /// Waits before the next attempt.
  public func pause(_ duration: Duration, _ send: Send<MobiusLoader.Feedback>) async throws {
    try await clock.sleep(for: duration)
    await send(.pauseEnded)
  }
}
