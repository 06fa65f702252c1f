public import StoreCore
import StoreDependencies

/// A row in a list of favourites, which can count the search results for its title.
///
/// A check runs a search, and replaces a running check. A failed check keeps the old number.
public struct Favourite: Reducer, Sendable {
  /// The state of the row.
  public struct State: Hashable, Identifiable, Sendable {
    /// The favourite.
    public var result: SearchResult

    /// The number of results at the last check; nil before the first one.
    public var matches: Int?

    /// Whether a check is running.
    public var isChecking: Bool

    /// Creates the state of a row.
    public init(result: SearchResult, matches: Int? = nil, isChecking: Bool = false) {
      self.result = result
      self.matches = matches
      self.isChecking = isChecking
    }

    /// The id of the row: that of the favourite.
    public var id: SearchResult.ID { result.id }
  }

  /// The inputs of the user.
  public enum Input: Hashable, Sendable {
    /// The user checks the number of results.
    case checkTapped

    /// The user opens the detail.
    case openTapped

    /// The user removes the row.
    case removeTapped
  }

  /// The feedback of the row's effect.
  public enum Feedback: Hashable, Sendable {
    /// The number of results; nil if the search has failed.
    case checked(Int?)
  }

  /// The outputs of the row.
  public enum Output: Hashable, Sendable {
    /// The user opens the detail of this result.
    case opened(SearchResult)

    /// The user removes the row.
    case removed
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The check.
    case check
  }

  /// The client that performs searches.
  @Dependency(\.searchClient) private var searchClient

  /// Creates the reducer, which has no state.
  public init() {}

  /// Counts the search results, and emits the user's requests.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.checkTapped):
      state.isChecking = true
      return .run("check", of: state.result.title) { [title = state.result.title] send in
        await send(.checked(try? await searchClient.search(title).count))
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)

    case .input(.openTapped):
      return .output(.opened(state.result))

    case .input(.removeTapped):
      return .output(.removed)

    case .feedback(.checked(let matches)):
      state.isChecking = false
      if let matches { state.matches = matches }
      return .none
    }
  }
}
