public import StoreCore
import StoreDependencies

/// A loader with objects as effects: each bundles its work with its dependencies.
///
/// A failed download is retried after a second, with at most three attempts.
public struct ObjectLoader: Reducer, Sendable {
  /// The state of the loader.
  public enum State: Hashable, Sendable {
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

  /// The inputs of the user.
  public enum Input: Hashable, Sendable {
    /// The user requests numbers.
    case load

    /// The user cancels.
    case cancel
  }

  /// The feedback of the effect objects.
  public enum Feedback: Hashable, Sendable {
    /// An attempt has ended.
    case downloaded(Result<[Int], NumbersError>)

    /// The wait before the next attempt has ended.
    case pauseEnded
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The running download or wait.
    case work
  }

  /// Creates the loader.
  public init() {}

  /// Changes the state, and returns the next effect object.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.load), .idle), (.input(.load), .loaded), (.input(.load), .failed):
      state = .loading(attempt: 1)
      return .run(DownloadNumbers(attempt: 1)).cancellable(id: CancelID.work)
    case (.input(.cancel), .loading), (.input(.cancel), .waiting):
      state = .idle
      return .cancel(id: CancelID.work)
    case (.feedback(.downloaded(.success(let numbers))), .loading):
      state = .loaded(numbers)
    case (.feedback(.downloaded(.failure)), .loading(let attempt)) where attempt < 3:
      state = .waiting(attempt: attempt)
      return .run(Pause(duration: .seconds(1))).cancellable(id: CancelID.work)
    case (.feedback(.downloaded(.failure(let error))), .loading):
      state = .failed(error)
    case (.feedback(.pauseEnded), .waiting(let attempt)):
      state = .loading(attempt: attempt + 1)
      return .run(DownloadNumbers(attempt: attempt + 1)).cancellable(id: CancelID.work)
    default:
      break
    }
    return .none
  }
}

/// An attempt to download numbers.
public struct DownloadNumbers: EffectObject {
  /// The number of the attempt, counted from 1.
  public let attempt: Int

  /// The client that downloads numbers.
  @Dependency(\.numbersClient) private var client

  /// Creates the object.
  public init(attempt: Int) { self.attempt = attempt }

  /// Downloads the numbers, and sends the result.
  public func run(_ send: Send<ObjectLoader.Feedback>) async {
    await send(.downloaded(Result { try await client.numbers() }))
  }
}

/// The wait before the next attempt.
public struct Pause: EffectObject {
  /// The duration of the wait.
  public let duration: Duration

  /// The clock of the wait.
  @Dependency(\.continuousClock) private var clock

  /// Creates the object.
  public init(duration: Duration) { self.duration = duration }

  /// Waits, and then sends the end of the wait.
  public func run(_ send: Send<ObjectLoader.Feedback>) async throws {
    try await clock.sleep(for: duration)
    await send(.pauseEnded)
  }
}
