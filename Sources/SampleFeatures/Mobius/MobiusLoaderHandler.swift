public import StoreCore
import StoreDependencies

/// Who performs what the loader asks for: it knows the world, and decides nothing.
public struct MobiusLoaderHandler: Sendable {
  /// What can be cancelled.
  private enum CancelID {
    /// What is under way.
    case work
  }

  /// Where the numbers come from.
  @Dependency(\.numbersClient) private var client

  /// What time it is.
  @Dependency(\.continuousClock) private var clock

  /// Makes the handler.
  public init() {}

  /// Says what is to be done for a command.
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

  /// Waits for the next attempt.
  public func pause(_ duration: Duration, _ send: Send<MobiusLoader.Feedback>) async throws {
    try await clock.sleep(for: duration)
    await send(.pauseEnded)
  }
}
