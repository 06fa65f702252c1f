public import StoreCore
import StoreDependencies

/// A screen that shows a search result, and counts the seconds for which it has been shown.
public struct Detail: Reducer, Sendable {
  /// The state of the screen.
  public struct State: Hashable, Identifiable, Sendable {
    /// The shown result.
    public var result: SearchResult

    /// The number of seconds for which it has been shown.
    public var seconds: Int

    /// Creates the state of a screen that has just been opened.
    public init(result: SearchResult, seconds: Int = 0) {
      self.result = result
      self.seconds = seconds
    }

    /// The id of the screen: that of the shown result.
    public var id: SearchResult.ID { result.id }
  }

  /// The inputs of the screen.
  public enum Input: Hashable, Sendable {
    /// The screen has appeared.
    case appeared

    /// The user adds the result to the favourites.
    case favouriteTapped

    /// The user closes the screen.
    case closeTapped
  }

  /// The feedback of the screen's effect.
  public enum Feedback: Hashable, Sendable {
    /// Another second has passed.
    case secondPassed
  }

  /// The outputs of the screen.
  public enum Output: Hashable, Sendable {
    /// The user adds this result to the favourites.
    case favoured(SearchResult)

    /// The user closes the screen.
    case closed
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The timer.
    case timer
  }

  /// The clock that counts the seconds.
  @Dependency(\.continuousClock) private var clock

  /// Creates the reducer, which has no state.
  public init() {}

  /// Counts seconds, and emits the user's requests. The timer is cancelled when the screen leaves the parent's state.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.appeared):
      return .run("timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)

    case .input(.favouriteTapped):
      return .output(.favoured(state.result))

    case .input(.closeTapped):
      return .output(.closed)

    case .feedback(.secondPassed):
      state.seconds += 1
      return .none
    }
  }
}
