public import StoreCore
import StoreDependencies

/// A loader in the style of ReactorKit: an action becomes mutations over time, and each mutation changes the state.
///
/// A failed download is retried after a second, with at most three attempts.
public struct ReactorKitLoader: Reducer, Sendable {
  /// The state of the loader.
  public struct State: Hashable, Sendable {
    /// Whether a download runs.
    public var isLoading = false

    /// The number of its failed attempts.
    public var failures = 0

    /// The last loaded numbers.
    public var numbers: [Int] = []

    /// The error of the last download.
    public var error: NumbersError?

    /// Creates a state.
    public init() {}
  }

  /// The inputs of the user.
  public enum Action: Hashable, Sendable {
    /// The user requests numbers.
    case load

    /// The user cancels.
    case cancel
  }

  /// The mutations of the state.
  public enum Mutation: Hashable, Sendable {
    /// A download begins or ends.
    case setLoading(Bool)

    /// The number of failed attempts.
    case setFailures(Int)

    /// Numbers were loaded.
    case setNumbers([Int])

    /// All attempts failed with this error; nil when a download begins.
    case setError(NumbersError?)
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

  /// Starts the mutations of an action, or reduces a mutation.
  public func reduce(message: Message<Action, Mutation>, into state: inout State) -> Effect<Mutation, Never> {
    switch message {
    case .input(let action):
      return mutate(action)
    case .feedback(let mutation):
      reduce(mutation, into: &state)
      return .none
    }
  }

  /// Returns the mutations of an action.
  private func mutate(_ action: Action) -> Effect<Mutation, Never> {
    switch action {
    case .load:
      .run("load", operation: load).cancellable(id: CancelID.load, cancelInFlight: true)
    case .cancel:
      .merge(.cancel(id: CancelID.load), .feedback(.setLoading(false)), .feedback(.setFailures(0)))
    }
  }

  /// Makes three attempts, and sends the mutation of each step.
  private func load(_ send: Send<Mutation>) async throws {
    await send(.setLoading(true))
    await send(.setError(nil))
    // Without this mutation, a load that replaces another would keep the failure count of its predecessor.
    await send(.setFailures(0))
    for attempt in 1...3 {
      switch await Result<[Int], NumbersError>({ try await client.numbers() }) {
      case .success(let numbers):
        await send(.setNumbers(numbers))
        await send(.setFailures(0))
        return await send(.setLoading(false))
      case .failure(let error) where attempt == 3:
        await send(.setError(error))
      case .failure:
        await send(.setFailures(attempt))
        try await clock.sleep(for: .seconds(1))
      }
    }
    await send(.setFailures(0))
    await send(.setLoading(false))
  }

  /// Changes the state for a mutation.
  private func reduce(_ mutation: Mutation, into state: inout State) {
    switch mutation {
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .setFailures(let failures): state.failures = failures
    case .setNumbers(let numbers): state.numbers = numbers
    case .setError(let error): state.error = error
    }
  }
}
