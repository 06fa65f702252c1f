public import StoreCore
import StoreDependencies

/// A loader as a state that handles its own events, and says what is to be done.
///
/// A download that fails is tried again after a second, three times in all.
public enum MatuschakLoader: StateMachine, Hashable, Sendable {
  /// Nothing is under way.
  case idle

  /// An attempt is under way, counted from 1.
  case loading(attempt: Int)

  /// An attempt has failed, and the next one is waited for.
  case waiting(attempt: Int)

  /// Numbers are there.
  case loaded([Int])

  /// All attempts have failed.
  case failed(NumbersError)

  /// Everything that can happen.
  public enum Event: Hashable, Sendable {
    /// The user wants numbers.
    case load

    /// The user has thought better of it.
    case cancel

    /// An attempt is over.
    case downloaded(Result<[Int], NumbersError>)

    /// The wait for the next attempt is over.
    case pauseEnded
  }

  /// What is to be done.
  public enum Command: Hashable, Sendable {
    /// Make an attempt.
    case download

    /// Wait for the next attempt.
    case pause

    /// End what is under way.
    case stop
  }

  /// Changes the state as an event demands.
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
  /// What can be cancelled.
  private enum CancelID {
    /// What is under way.
    case work
  }

  /// The work for the command.
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
