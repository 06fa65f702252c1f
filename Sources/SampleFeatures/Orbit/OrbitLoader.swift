public import StoreCore
import StoreDependencies

/// A loader in the style of Orbit. An intent is one method that reduces the state repeatedly, and posts side effects.
///
/// A failed download is retried after a second, with at most three attempts. The caller of ``load()`` cancels it by
/// cancelling its task. The loader keeps up to 64 side effects without a subscriber, and permits one subscriber at a
/// time.
public final class OrbitLoader: StateStore<OrbitLoader.State, OrbitLoader.SideEffect> {
  /// The state of the loader.
  public struct State: Hashable, Sendable {
    /// Whether a download runs.
    public var isLoading = false

    /// The number of its failed attempts.
    public var failures = 0

    /// The last loaded numbers.
    public var numbers: [Int] = []

    /// Creates a state.
    public init() {}
  }

  /// The side effects of the loader.
  public enum SideEffect: Hashable, Sendable {
    /// Show the number of loaded numbers.
    case showCount(Int)

    /// Show the error.
    case showError(NumbersError)
  }

  /// The client that downloads numbers.
  @Dependency(\.numbersClient) private var client

  /// The clock of the wait.
  @Dependency(\.continuousClock) private var clock

  /// Creates an idle loader.
  public init() {
    super.init(state: State(), outputPolicy: .singleConsumer(bufferLimit: 64))
  }

  /// Loads the numbers, with all attempts and side effects.
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
  /// - Returns: Whether the wait ended without a cancellation.
  private func pause() async -> Bool {
    do {
      try await clock.sleep(for: .seconds(1))
      return true
    } catch {
      return false
    }
  }

  /// Changes any number of properties in one step.
  private func reduce(_ change: (inout State) -> Void) {
    var next = state
    change(&next)
    state = next
  }
}
