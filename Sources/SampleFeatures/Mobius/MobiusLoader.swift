public import StoreCore
import StoreDependencies

/// A loader in the style of Mobius: a pure function from a model and an event to the next model and effects.
///
/// A failed download is retried after a second, with at most three attempts. At the start, the download or the wait of
/// a saved model restarts.
public struct MobiusLoader: UpdateReducer, Sendable {
  /// The state of the loader.
  public enum Model: Hashable, Sendable {
    /// The loader is idle.
    case idle

    /// An attempt is running, counted from 1.
    case loading(attempt: Int)

    /// An attempt has failed, and the loader waits before the next one.
    case waiting(attempt: Int)

    /// The numbers are loaded.
    case loaded([Int])

    /// All attempts have failed.
    case failed(NumbersError)
  }

  /// The events from the user.
  public enum Input: Hashable, Sendable {
    /// The user requests numbers.
    case load

    /// The user cancels.
    case cancel
  }

  /// The events from effects.
  public enum Feedback: Hashable, Sendable {
    /// An attempt has ended.
    case downloaded(Result<[Int], NumbersError>)

    /// The wait before the next attempt has ended.
    case pauseEnded
  }

  /// The effects, as values.
  public enum Command: Hashable, Sendable {
    /// Make an attempt.
    case download

    /// Wait before the next attempt.
    case pause(Duration)

    /// Cancel the running download or wait.
    case stop
  }

  /// Creates the loader.
  public init() {}

  /// Returns the next model and effects.
  public func update(_ model: Model, on message: Message<Input, Feedback>) -> Next<Model, Command> {
    switch (message, model) {
    case (.input(.load), .idle), (.input(.load), .loaded), (.input(.load), .failed):
      .state(.loading(attempt: 1), commands: .download)
    case (.input(.cancel), .loading), (.input(.cancel), .waiting):
      .state(.idle, commands: .stop)
    case (.feedback(.downloaded(.success(let numbers))), .loading):
      .state(.loaded(numbers))
    case (.feedback(.downloaded(.failure)), .loading(let attempt)) where attempt < 3:
      .state(.waiting(attempt: attempt), commands: .pause(.seconds(1)))
    case (.feedback(.downloaded(.failure(let error))), .loading):
      .state(.failed(error))
    case (.feedback(.pauseEnded), .waiting(let attempt)):
      .state(.loading(attempt: attempt + 1), commands: .download)
    default:
      .nothing
    }
  }

  /// Restarts the download or the wait of a saved model.
  public func start(from model: Model) -> Effect<Feedback, Command> {
    switch model {
    case .loading: .output(.download)
    case .waiting: .output(.pause(.seconds(1)))
    case .idle, .loaded, .failed: .none
    }
  }
}

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
