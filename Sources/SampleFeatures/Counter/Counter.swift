public import StoreCore
import StoreDependencies

/// A number that can be counted up and down, or replaced by a random one.
///
/// Counting shows the short way, from message to state. The random number shows the whole cycle: the reducer asks for
/// it with an effect, the effect asks the environment, and the answer comes back as feedback.
///
/// Counting goes on while a number is being drawn; the number that comes replaces whatever the count is by then.
public struct Counter: Reducer, Sendable {
  /// What the counter remembers.
  public struct State: Hashable, Sendable {
    /// The number to show.
    public var count: Int

    /// How the latest request for a random number stands.
    public var request: Request

    /// Makes a state; without arguments, that of a new counter.
    public init(count: Int = 0, request: Request = .none) {
      self.count = count
      self.request = request
    }
  }

  /// How a request for a random number stands.
  public enum Request: Hashable, Sendable {
    /// None was made, or it was answered.
    case none

    /// A number is being drawn.
    case running

    /// No number came, and this is why.
    case failed(RandomNumberError)
  }

  /// What can happen to a counter.
  public enum Input: Hashable, Sendable {
    /// The user counts up.
    case increment

    /// The user counts down.
    case decrement

    /// The user asks for a random number; while one is being drawn, nothing happens.
    case randomNumberTapped
  }

  /// What the counter's effect finds out.
  public enum Feedback: Hashable, Sendable {
    /// A number was drawn, or could not be.
    case randomNumberDrawn(Result<Int, RandomNumberError>)
  }

  /// The environment that random numbers come from.
  @Dependency(\.randomNumberClient) private var randomNumberClient

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Counts, or asks for a random number.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.increment):
      state.count += 1
      return .none

    case .input(.decrement):
      state.count -= 1
      return .none

    case .input(.randomNumberTapped):
      guard state.request != .running else { return .none }
      state.request = .running
      return .run("randomNumber") { send in
        await send(.randomNumberDrawn(Result { try await randomNumberClient.number() }))
      }

    case .feedback(.randomNumberDrawn(.success(let number))):
      state.request = .none
      state.count = number
      return .none

    case .feedback(.randomNumberDrawn(.failure(let error))):
      state.request = .failed(error)
      return .none
    }
  }
}
