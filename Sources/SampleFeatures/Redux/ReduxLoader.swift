public import StoreCore
import StoreDependencies

/// A loader in the style of Redux: one flat, serialisable action type, and middleware in front of the reducer.
///
/// A failed download is retried after a second, with at most three attempts.
public struct ReduxLoader: ActionReducer, Sendable {
  /// The state of the loader.
  public struct State: Hashable, Sendable {
    /// The running or next attempt, counted from 1; nil if the loader is idle.
    public var attempt: Int?

    /// The last loaded numbers.
    public var numbers: [Int] = []

    /// The error of the last download.
    public var problem: String?

    /// Creates a state.
    public init() {}
  }

  /// The actions of the loader.
  public enum Action: Hashable, Codable, Sendable {
    /// The user requests numbers.
    case load

    /// The user cancels.
    case cancel

    /// Numbers were loaded.
    case loaded([Int])

    /// An attempt has failed.
    case attemptFailed(String)

    /// The wait before the next attempt has ended.
    case pauseEnded
  }

  /// The reports to the crash reporter.
  public enum Output: Hashable, Sendable {
    /// An action led to an error.
    case problem(String, after: Action)
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The running download or wait.
    case work
  }

  /// The client that downloads numbers.
  @Dependency(\.numbersClient) private var client

  /// The clock of the wait.
  @Dependency(\.continuousClock) private var clock

  /// Creates the loader without its middleware.
  public init() {}

  /// Changes the state for an action.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Output> {
    switch action {
    case .load:
      state.attempt = 1
      state.problem = nil
      return download
    case .cancel:
      state.attempt = nil
      return .cancel(id: CancelID.work)
    case .loaded(let numbers):
      state.attempt = nil
      state.numbers = numbers
      return .none
    case .attemptFailed(let problem) where state.attempt == 3:
      state.attempt = nil
      state.problem = problem
      return .none
    case .attemptFailed:
      return pause
    case .pauseEnded:
      state.attempt = state.attempt.map { $0 + 1 }
      return download
    }
  }

  /// Returns the thunk that makes an attempt.
  private var download: Effect<Action, Output> {
    .run("download") { dispatch in
      await dispatch(.loaded(try await client.numbers()))
    } catch: { error, dispatch in
      await dispatch(.attemptFailed(NumbersError(error).text))
    }
    .cancellable(id: CancelID.work)
  }

  /// Returns the thunk that waits before the next attempt.
  private var pause: Effect<Action, Output> {
    .run("pause") { dispatch in
      try await clock.sleep(for: .seconds(1))
      await dispatch(.pauseEnded)
    }
    .cancellable(id: CancelID.work)
  }
}

extension ReduxLoader {
  /// The loader behind its middleware.
  public static var app: some Reducer<State, Action, Action, Output> & Sendable {
    ReduxLoader()
      .intercepting { message, state, next in
        // This middleware drops a second download while one runs.
        if message == .input(.load), state.attempt != nil { return .none }
        return next(message, &state)
      }
      .intercepting { message, state, next in
        let before = state.problem
        let effect = next(message, &state)
        guard let problem = state.problem, problem != before else { return effect }
        return .merge(effect, .output(.problem(problem, after: message.action)))
      }
  }
}
