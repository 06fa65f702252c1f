public import StoreCore
import StoreDependencies

/// A screen that shows a search result, and counts the seconds for which it has been shown, with one flat action type.
public struct FlatDetail: ActionReducer, Sendable {
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

  /// The actions of the screen.
  public enum Action: Hashable, Sendable {
    /// The screen has appeared.
    case appeared

    /// Another second has passed.
    case secondPassed

    /// The user closes the screen, which the parent handles.
    case closeTapped
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The timer. At most one runs.
    case timer
  }

  /// The clock that counts the seconds.
  @Dependency(\.continuousClock) private var clock

  /// Creates the reducer, which has no state.
  public init() {}

  /// Counts seconds. The timer is cancelled when the screen leaves the parent's state.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .appeared:
      return .run("timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    case .secondPassed:
      state.seconds += 1
      return .none
    case .closeTapped:
      return .none
    }
  }
}
