public import StoreCore
import StoreDependencies

/// A loader in the style of Redux: one flat, serialisable action type, and middleware in front of the reducer.
///
/// A download that fails is tried again after a second, three times in all.
public struct ReduxLoader: ActionReducer, Sendable {
  /// What the loader remembers.
  public struct State: Hashable, Sendable {
    /// The attempt that is under way or waited for, counted from 1; nil if none is.
    public var attempt: Int?

    /// The numbers that came last.
    public var numbers: [Int] = []

    /// Why no numbers came.
    public var problem: String?

    /// Makes a state.
    public init() {}
  }

  /// Everything that can happen.
  public enum Action: Hashable, Codable, Sendable {
    /// The user wants numbers.
    case load

    /// The user has thought better of it.
    case cancel

    /// Numbers have come.
    case loaded([Int])

    /// An attempt has failed.
    case attemptFailed(String)

    /// The wait for the next attempt is over.
    case pauseEnded
  }

  /// What is written to the crash reporter.
  public enum Output: Hashable, Sendable {
    /// An action has left the loader with a problem.
    case problem(String, after: Action)
  }

  /// What can be cancelled.
  private enum CancelID {
    /// What is under way.
    case work
  }

  /// Where the numbers come from.
  @Dependency(\.numbersClient) private var client

  /// What time it is.
  @Dependency(\.continuousClock) private var clock

  /// Makes the loader without its middleware.
  public init() {}

  /// Changes the state as an action demands.
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

  /// The thunk that makes an attempt.
  private var download: Effect<Action, Output> {
    .run("download") { dispatch in
      await dispatch(.loaded(try await client.numbers()))
    } catch: { error, dispatch in
      await dispatch(.attemptFailed(NumbersError(error).text))
    }
    .cancellable(id: CancelID.work)
  }

  /// The thunk that waits for the next attempt.
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
        // Of two downloads at a time, the second is dropped.
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
