public import StoreCore
import StoreDependencies

/// A loader in the style of Mavericks: a view model with methods that set its state, and start work that sets it later.
///
/// A failed download is retried after a second, with at most three attempts.
public final class MavericksLoader: StateStore<MavericksLoader.State, Never> {
  /// The state of the loader.
  public struct State: Hashable, Sendable {
    /// The numbers, with their status.
    public var numbers = Async<[Int]>.uninitialized

    /// The number of requests by the user.
    public var requests = 0

    /// Creates a state.
    public init() {}
  }

  /// The client that downloads numbers.
  @Dependency(\.numbersClient) private var client

  /// The clock of the wait.
  @Dependency(\.continuousClock) private var clock

  /// The running download.
  private var download: Task<Void, Never>?

  /// Creates an idle loader.
  public init() {
    super.init(state: State())
  }

  deinit {
    download?.cancel()
  }

  /// Loads the numbers, and cancels a running download.
  public func load() {
    download?.cancel()
    state.requests += 1
    download = execute(\.numbers) { [client, clock] in
      for _ in 1..<3 {
        do {
          return try await client.numbers()
        } catch {
          try await clock.sleep(for: .seconds(1))
        }
      }
      return try await client.numbers()
    }
  }

  /// Cancels the download, and restores the previous numbers.
  public func cancel() {
    guard case .loading(let last) = state.numbers else { return }
    download?.cancel()
    state.numbers = last.map(Async.success) ?? .uninitialized
  }
}
