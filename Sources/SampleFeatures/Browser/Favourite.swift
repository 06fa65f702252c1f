public import StoreCore
import StoreDependencies

/// A row in a list of favourites, which can tell how much there is to find about it.
///
/// Checking asks the search; checking again while that goes on starts over. A check that fails leaves the old number.
public struct Favourite: Reducer, Sendable {
  /// What the row remembers.
  public struct State: Hashable, Identifiable, Sendable {
    /// What is a favourite.
    public var result: SearchResult

    /// How much there was to find when it was last checked, if it was.
    public var matches: Int?

    /// Whether it is being checked.
    public var isChecking: Bool

    /// Makes the state of a row.
    public init(result: SearchResult, matches: Int? = nil, isChecking: Bool = false) {
      self.result = result
      self.matches = matches
      self.isChecking = isChecking
    }

    /// The title, of which there is one row only.
    public var id: String { result.title }
  }

  /// What the user can do.
  public enum Input: Hashable, Sendable {
    /// The user wants to know how much there is to find.
    case checkTapped

    /// The user wants to see it in detail.
    case openTapped

    /// The user does not want it in the list any more.
    case removeTapped
  }

  /// What the row's effect finds out.
  public enum Feedback: Hashable, Sendable {
    /// There is so much to find; nil if the search has failed.
    case checked(Int?)
  }

  /// What the row tells the outside.
  public enum Output: Hashable, Sendable {
    /// The user wants to see this in detail.
    case opened(SearchResult)

    /// The user does not want it any more.
    case removed
  }

  /// What can be cancelled.
  private enum CancelID {
    /// The check.
    case check
  }

  /// Who knows how much there is to find.
  @Dependency(\.searchClient) private var searchClient

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Checks, and passes on what the user wants.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.checkTapped):
      state.isChecking = true
      return .run("check", of: state.id) { [title = state.id] send in
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
