public import StoreCore
import StoreDependencies

/// A screen that shows a search result, and counts the seconds for which it has been shown, in one flat type of action.
public struct FlatDetail: ActionReducer, Sendable {
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

  /// Everything that can happen on the screen.
  public enum Action: Hashable, Sendable {
    /// The screen has appeared.
    case appeared

    /// Another second has passed.
    case secondPassed

    /// The user has seen enough, which is the parent's business.
    case closeTapped
  }

  /// Measures the seconds.
  @Dependency(\.continuousClock) private var clock

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Counts. The end of the screen ends the counting.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .appeared:
      return .run("timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
      }
    case .secondPassed:
      state.seconds += 1
      return .none
    case .closeTapped:
      return .none
    }
  }
}
