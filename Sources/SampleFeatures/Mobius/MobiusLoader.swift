public import StoreCore

/// A loader in the style of Mobius: a pure function from a model and an event to what is next.
///
/// A download that fails is tried again after a second, three times in all. What was under way when the model was saved
/// is taken up again at the start.
public struct MobiusLoader: UpdateReducer, Sendable {
  /// What the loader remembers.
  public enum Model: Hashable, Sendable {
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

  /// The events that come from outside.
  public enum Input: Hashable, Sendable {
    /// The user wants numbers.
    case load

    /// The user has thought better of it.
    case cancel
  }

  /// The events that come from effects.
  public enum Feedback: Hashable, Sendable {
    /// An attempt is over.
    case downloaded(Result<[Int], NumbersError>)

    /// The wait for the next attempt is over.
    case pauseEnded
  }

  /// The effects, as values.
  public enum Command: Hashable, Sendable {
    /// Make an attempt.
    case download

    /// Wait for the next attempt.
    case pause(Duration)

    /// End what is under way.
    case stop
  }

  /// Makes the loader.
  public init() {}

  /// Says what is next.
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

  /// Takes up what was under way.
  public func start(from model: Model) -> Effect<Feedback, Command> {
    switch model {
    case .loading: .output(.download)
    case .waiting: .output(.pause(.seconds(1)))
    case .idle, .loaded, .failed: .none
    }
  }
}
