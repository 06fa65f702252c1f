public import StoreCore
import StoreDependencies

/// A loader whose effects are objects: each bundles its work with what that needs.
///
/// A download that fails is tried again after a second, three times in all.
public struct ObjectLoader: Reducer, Sendable {
  /// What the loader remembers.
  public enum State: Hashable, Sendable {
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
  }

  /// What the user does.
  public enum Input: Hashable, Sendable {
    /// The user wants numbers.
    case load

    /// The user has thought better of it.
    case cancel
  }

  /// What the objects find out.
  public enum Feedback: Hashable, Sendable {
    /// An attempt is over.
    case downloaded(Result<[Int], NumbersError>)

    /// The wait for the next attempt is over.
    case pauseEnded
  }

  /// What can be cancelled.
  private enum CancelID {
    /// What is under way.
    case work
  }

  /// Makes the loader.
  public init() {}

  /// Changes the state, and says which object is to work.
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
  /// Which attempt it is, counted from 1.
  public let attempt: Int

  /// Where the numbers come from.
  @Dependency(\.numbersClient) private var client

  /// Makes the object.
  public init(attempt: Int) { self.attempt = attempt }

  /// Makes the attempt.
  public func run(_ send: Send<ObjectLoader.Feedback>) async {
    await send(.downloaded(Result { try await client.numbers() }))
  }
}

/// The wait for the next attempt.
public struct Pause: EffectObject {
  /// How long it lasts.
  public let duration: Duration

  /// What time it is.
  @Dependency(\.continuousClock) private var clock

  /// Makes the object.
  public init(duration: Duration) { self.duration = duration }

  /// Waits.
  public func run(_ send: Send<ObjectLoader.Feedback>) async throws {
    try await clock.sleep(for: duration)
    await send(.pauseEnded)
  }
}
