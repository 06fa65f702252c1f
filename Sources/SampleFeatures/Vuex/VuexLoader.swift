public import StoreCore
import StoreDependencies

/// A loader in the style of Vuex: actions may wait and commit mutations; mutations change the state at once.
///
/// A download that fails is tried again after a second, three times in all.
public struct VuexLoader: Reducer, Sendable {
  /// The state tree.
  public struct State: Hashable, Sendable {
    /// The attempt that is under way or waited for, counted from 1; nil if none is.
    public var attempt: Int?

    /// The numbers that came last.
    public var numbers: [Int] = []

    /// Why no numbers came.
    public var error: NumbersError?

    /// Makes a state.
    public init() {}
  }

  /// What can be dispatched.
  public enum Action: Hashable, Sendable {
    /// Get numbers.
    case load

    /// Think better of it.
    case cancel
  }

  /// What can be committed, by actions only.
  public enum Mutation: Hashable, Sendable {
    /// An attempt begins.
    case beginAttempt(Int)

    /// Numbers have come.
    case receive([Int])

    /// No numbers will come.
    case giveUp(NumbersError)

    /// The download is over before its end.
    case stop
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

  /// Runs an action, or changes the state by a mutation.
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

  /// The waiting part of the action.
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
  /// Whether a download is under way.
  public var isBusy: Bool { attempt != nil }

  /// What the numbers come to.
  public var sum: Int { numbers.reduce(0, +) }
}
