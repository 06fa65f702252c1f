public import StoreCore
import StoreDependencies

/// A loader in the style of Mavericks: a view model whose methods set its state, and start work that does so later.
///
/// A download that fails is tried again after a second, three times in all.
public final class MavericksLoader: StateStore<MavericksLoader.State, Never> {
  /// What the loader remembers.
  public struct State: Hashable, Sendable {
    /// The numbers, and how far they are.
    public var numbers = Async<[Int]>.uninitialized

    /// How often the user has asked for them.
    public var requests = 0

    /// Makes a state.
    public init() {}
  }

  /// Where the numbers come from.
  @Dependency(\.numbersClient) private var client

  /// What time it is.
  @Dependency(\.continuousClock) private var clock

  /// The download that is under way.
  private var download: Task<Void, Never>?

  /// Makes a loader that has loaded nothing.
  public init() {
    super.init(state: State())
  }

  deinit {
    download?.cancel()
  }

  /// Loads the numbers; a download that is under way is given up.
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

  /// Gives the download up, and goes back to what was there before.
  public func cancel() {
    guard case .loading(let last) = state.numbers else { return }
    download?.cancel()
    state.numbers = last.map(Async.success) ?? .uninitialized
  }
}
