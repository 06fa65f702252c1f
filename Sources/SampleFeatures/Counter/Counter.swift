public import StoreCore
import StoreDependencies

/// A number that counts up and down between the ends of `Int`, or is replaced by a random one.
///
/// Counting shows the short cycle, from message to state. The random number shows the full cycle. The reducer requests
/// it with an effect, the effect calls the client, and the result returns as feedback.
///
/// The user can count while the client draws a number. The drawn number replaces the current count.
public struct Counter: Reducer, Sendable {
  /// The state of the counter.
  public struct State: Hashable, Sendable {
    /// The number to show.
    public var count: Int

    /// The status of the latest request for a random number.
    public var request: Request

    /// Creates a state; without arguments, that of a new counter.
    public init(count: Int = 0, request: Request = .none) {
      self.count = count
      self.request = request
    }
  }

  /// The status of a request for a random number.
  public enum Request: Hashable, Sendable {
    /// No request was made, or the latest one succeeded.
    case none

    /// The client is drawing a number.
    case running

    /// The request failed with this error.
    case failed(RandomNumberError)
  }

  /// The inputs of the counter.
  public enum Input: Hashable, Sendable {
    /// The user counts up.
    case increment

    /// The user counts down.
    case decrement

    /// The user requests a random number. While a request is running, the counter ignores another one.
    case randomNumberTapped
  }

  /// The feedback of the counter's effect.
  public enum Feedback: Hashable, Sendable {
    /// The client drew a number, or failed.
    case randomNumberDrawn(Result<Int, RandomNumberError>)
  }

  /// The client that draws random numbers.
  @Dependency(\.randomNumberClient) private var randomNumberClient

  /// Creates the reducer, which has no state.
  public init() {}

  /// Counts, or requests a random number.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.increment):
      if state.count < .max { state.count += 1 }
      return .none

    case .input(.decrement):
      if state.count > .min { state.count -= 1 }
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
