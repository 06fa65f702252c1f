public import StoreCore
import StoreDependencies

/// A loader as a state that handles its own events, and returns commands.
///
/// A failed download is retried after a second, with at most three attempts.
public enum MatuschakLoader: StateMachine, Hashable, Sendable {
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

  /// The actions of the loader.
  public enum Event: Hashable, Sendable {
    /// The user requests numbers.
    case load

    /// The user cancels.
    case cancel

    /// An attempt has ended.
    case downloaded(Result<[Int], NumbersError>)

    /// The wait before the next attempt has ended.
    case pauseEnded
  }

  /// The commands of the loader.
  public enum Command: Hashable, Sendable {
    /// Make an attempt.
    case download

    /// Wait before the next attempt.
    case pause

    /// Cancel the running download or wait.
    case stop
  }

  /// Changes the state for an event.
  public mutating func handle(_ event: Event) -> Command? {
    switch (self, event) {
    case (.idle, .load), (.loaded, .load), (.failed, .load):
      self = .loading(attempt: 1)
      return .download
    case (.loading, .cancel), (.waiting, .cancel):
      self = .idle
      return .stop
    case (.loading, .downloaded(.success(let numbers))):
      self = .loaded(numbers)
      return nil
    case (.loading(let attempt), .downloaded(.failure)) where attempt < 3:
      self = .waiting(attempt: attempt)
      return .pause
    case (.loading, .downloaded(.failure(let error))):
      self = .failed(error)
      return nil
    case (.waiting(let attempt), .pauseEnded):
      self = .loading(attempt: attempt + 1)
      return .download
    default:
      return nil
    }
  }
}

extension MatuschakLoader.Command {
  /// The ids of cancellable effects.
  private enum CancelID {
    /// The running download or wait.
    case work
  }

  /// Returns the effect of the command.
  @Sendable public func perform() -> Effect<MatuschakLoader.Event, Never> {
    switch self {
    case .download:
      .run("download") { send in
        @Dependency(\.numbersClient) var client
        await send(.downloaded(Result { try await client.numbers() }))
      }
      .cancellable(id: CancelID.work)
    case .pause:
      .run("pause") { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.work)
    case .stop:
      .cancel(id: CancelID.work)
    }
  }
}
