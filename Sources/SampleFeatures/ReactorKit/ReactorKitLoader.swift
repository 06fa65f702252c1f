public import StoreCore
import StoreDependencies

/// A loader in the style of ReactorKit: an action becomes mutations over time, and each mutation changes the state.
///
/// A download that fails is tried again after a second, three times in all.
public struct ReactorKitLoader: Reducer, Sendable {
  /// What the loader remembers.
  public struct State: Hashable, Sendable {
    /// Whether a download is under way.
    public var isLoading = false

    /// How many attempts of it have failed.
    public var failures = 0

    /// The numbers that came last.
    public var numbers: [Int] = []

    /// Why no numbers came.
    public var error: NumbersError?

    /// Makes a state.
    public init() {}
  }

  /// What the user does.
  public enum Action: Hashable, Sendable {
    /// The user wants numbers.
    case load

    /// The user has thought better of it.
    case cancel
  }

  /// What changes the state.
  public enum Mutation: Hashable, Sendable {
    /// A download begins or ends.
    case setLoading(Bool)

    /// So many attempts have failed.
    case setFailures(Int)

    /// Numbers have come.
    case setNumbers([Int])

    /// The download is given up, or begins anew.
    case setError(NumbersError?)
  }

  /// What can be cancelled.
  private enum CancelID {
    /// The download.
    case load
  }

  /// Where the numbers come from.
  @Dependency(\.numbersClient) private var client

  /// What time it is.
  @Dependency(\.continuousClock) private var clock

  /// Makes the loader.
  public init() {}

  /// Mutates for an action, reduces a mutation.
  public func reduce(message: Message<Action, Mutation>, into state: inout State) -> Effect<Mutation, Never> {
    switch message {
    case .input(let action):
      return mutate(action)
    case .feedback(let mutation):
      reduce(mutation, into: &state)
      return .none
    }
  }

  /// The mutations that follow from an action.
  private func mutate(_ action: Action) -> Effect<Mutation, Never> {
    switch action {
    case .load:
      .run("load", operation: load).cancellable(id: CancelID.load, cancelInFlight: true)
    case .cancel:
      .merge(.cancel(id: CancelID.load), .feedback(.setLoading(false)), .feedback(.setFailures(0)))
    }
  }

  /// Makes three attempts, and says each step of it.
  private func load(_ send: Send<Mutation>) async throws {
    await send(.setLoading(true))
    await send(.setError(nil))
    // A load that has taken the place of another would count on from that one's failures.
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

  /// Changes the state as a mutation demands.
  private func reduce(_ mutation: Mutation, into state: inout State) {
    switch mutation {
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .setFailures(let failures): state.failures = failures
    case .setNumbers(let numbers): state.numbers = numbers
    case .setError(let error): state.error = error
    }
  }
}
