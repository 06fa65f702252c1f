public import StoreCore
import StoreDependencies

/// A screen that shows a search result, and counts the seconds for which it has been shown.
public struct Detail: Reducer, Sendable {
  /// What the screen remembers.
  public struct State: Hashable, Identifiable, Sendable {
    /// What is shown.
    public var result: SearchResult

    /// For how many seconds it has been shown.
    public var seconds: Int

    /// Makes the state of a screen that has just been opened.
    public init(result: SearchResult, seconds: Int = 0) {
      self.result = result
      self.seconds = seconds
    }

    /// What is shown: with something else to show it is another screen.
    public var id: SearchResult { result }
  }

  /// What can happen on the screen.
  public enum Input: Hashable, Sendable {
    /// The screen has appeared.
    case appeared

    /// The user likes what is shown.
    case favouriteTapped

    /// The user has seen enough.
    case closeTapped
  }

  /// What the screen's effect finds out.
  public enum Feedback: Hashable, Sendable {
    /// Another second has passed.
    case secondPassed
  }

  /// What the screen tells the outside.
  public enum Output: Hashable, Sendable {
    /// The user likes this.
    case favoured(SearchResult)

    /// The user has seen enough.
    case closed
  }

  /// What can be cancelled.
  private enum CancelID {
    /// The counting.
    case timer
  }

  /// What the seconds are counted by.
  @Dependency(\.continuousClock) private var clock

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Counts, and passes on what the user wants. Nothing here ends the counting: the screen's end does.
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
