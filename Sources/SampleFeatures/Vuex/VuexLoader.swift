public import StoreCore
import StoreDependencies

/// A loader in the style of Vuex: actions may wait, and commit mutations, which change the state at once.
///
/// A failed download is retried after a second, with at most three attempts.
public struct VuexLoader: Reducer, Sendable {
  /// The state tree.
  public struct State: Hashable, Sendable {
    /// The running or next attempt, counted from 1; nil if the loader is idle.
    public var attempt: Int?

    /// The last loaded numbers.
    public var numbers: [Int] = []

    /// The error of the last download.
    public var error: NumbersError?

    /// Creates a state.
    public init() {}
  }

  /// The actions that can be dispatched.
  public enum Action: Hashable, Sendable {
    /// Load numbers.
    case load

    /// Cancel.
    case cancel
  }

  /// The mutations, which only actions commit.
  public enum Mutation: Hashable, Sendable {
    /// An attempt begins.
    case beginAttempt(Int)

    /// Numbers were loaded.
    case receive([Int])

    /// All attempts have failed.
    case giveUp(NumbersError)

    /// The download was cancelled.
    case stop
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The download.
    case load
  }

  /// The client that downloads numbers.
  @Dependency(\.numbersClient) private var client

  /// The clock of the wait.
  @Dependency(\.continuousClock) private var clock

  /// Creates the loader.
  public init() {}

  /// Runs an action, or applies a mutation to the state.
  public func reduce(message: Message<Action, Mutation>, into state: inout State) -> Effect<Mutation, Never> {
    switch message {
    case .input(.load):
      guard !state.isBusy else { return .none }
      return .merge(.feedback(.beginAttempt(1)), load.cancellable(id: CancelID.load))
    case .input(.cancel):
      guard state.isBusy else { return .none }
      return .merge(.cancel(id: CancelID.load), .feedback(.stop))
    case .feedback(.beginAttempt(let attempt)):
      state.attempt = attempt
      state.error = nil
    case .feedback(.receive(let numbers)):
      state.attempt = nil
      state.numbers = numbers
    case .feedback(.giveUp(let error)):
      state.attempt = nil
      state.error = error
    case .feedback(.stop):
      state.attempt = nil
    }
    return .none
  }

  /// Returns the asynchronous part of the action.
  private var load: Effect<Mutation, Never> {
    .run("load") { commit in
      for attempt in 1...3 {
        switch await Result<[Int], NumbersError>({ try await client.numbers() }) {
        case .success(let numbers): return await commit(.receive(numbers))
        case .failure(let error) where attempt == 3: return await commit(.giveUp(error))
        case .failure: break
        }
        try await clock.sleep(for: .seconds(1))
        await commit(.beginAttempt(attempt + 1))
      }
    }
  }
}

// MARK: - Getters

extension VuexLoader.State {
  /// Whether a download runs.
  public var isBusy: Bool { attempt != nil }

  /// The sum of the numbers.
  public var sum: Int { numbers.reduce(0, +) }
}
