public import StoreCore
import StoreDependencies

/// A loader in the style of Orbit: an intent is one method that reduces the state several times, and posts side effects.
///
/// A download that fails is tried again after a second, three times in all. Whoever calls ``load()`` cancels it by its task.
/// Side effects are kept while nobody subscribes, and each is for one consumer.
public final class OrbitLoader: StateStore<OrbitLoader.State, OrbitLoader.SideEffect> {
  /// What the loader remembers.
  public struct State: Hashable, Sendable {
    /// Whether a download is under way.
    public var isLoading = false

    /// How many attempts of it have failed.
    public var failures = 0

    /// The numbers that came last.
    public var numbers: [Int] = []

    /// Makes a state.
    public init() {}
  }

  /// What the loader wants of the outside, once.
  public enum SideEffect: Hashable, Sendable {
    /// Tell the user that so many numbers have come.
    case showCount(Int)

    /// Tell the user why none have come.
    case showError(NumbersError)
  }

  /// Where the numbers come from.
  @Dependency(\.numbersClient) private var client

  /// What time it is.
  @Dependency(\.continuousClock) private var clock

  /// Makes a loader that has loaded nothing.
  public init() {
    super.init(state: State(), outputPolicy: .singleConsumer(bufferLimit: 64))
  }

  /// Loads the numbers, from the first attempt to the last word about it.
  public func load() async {
    guard !state.isLoading else { return }
    reduce { $0.isLoading = true }
    defer {
      reduce {
        $0.isLoading = false
        $0.failures = 0
      }
    }
    for attempt in 1...3 {
      let answer = await Result<[Int], NumbersError> { try await client.numbers() }
      if Task.isCancelled { return }
      switch answer {
      case .success(let numbers):
        reduce { $0.numbers = numbers }
        return emit(.showCount(numbers.count))
      case .failure(let error) where attempt == 3:
        emit(.showError(error))
      case .failure:
        reduce { $0.failures = attempt }
        guard await pause() else { return }
      }
    }
  }

  /// Waits a second.
  ///
  /// - Returns: Whether it was not cancelled.
  private func pause() async -> Bool {
    do {
      try await clock.sleep(for: .seconds(1))
      return true
    } catch {
      return false
    }
  }

  /// Changes the state in one step, however many of its properties.
  private func reduce(_ change: (inout State) -> Void) {
    var next = state
    change(&next)
    state = next
  }
}
