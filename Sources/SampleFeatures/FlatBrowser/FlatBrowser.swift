public import StoreCore

/// A search and a detail screen under a parent that reacts to its children's actions, with one flat action type.
///
/// The parent's `switch` matches the actions of its children, so the children need no outputs. The reactions of a child
/// and of its parent to an action are in one place. The cost is that the parent depends on all actions of its children.
/// ``Browser`` is a similar feature with outputs.
public struct FlatBrowser: ActionReducer, Sendable {
  /// The state of the browser.
  public struct State: Hashable, Sendable {
    /// The search.
    public var search: SearchFeature.State

    /// The shown detail, if any.
    public var detail: FlatDetail.State?

    /// The number of failed searches.
    public var failures: Int

    /// Creates a state; without arguments, that of a new browser.
    public init(
      search: SearchFeature.State = SearchFeature.State(),
      detail: FlatDetail.State? = nil,
      failures: Int = 0
    ) {
      self.search = search
      self.detail = detail
      self.failures = failures
    }
  }

  /// The actions of the parent and its children.
  public enum Action: Hashable, Sendable {
    /// An action in the search.
    case search(SearchFeature.Action)

    /// An action on the detail screen.
    case detail(FlatDetail.Action)
  }

  /// The search.
  private let search = Scope<FlatBrowser, SearchFeature>(\.search, action: Action.search) { SearchFeature() }

  /// The detail screen.
  private let detail = Scope<FlatBrowser, FlatDetail>(ifLet: \.detail, action: Action.detail) { FlatDetail() }

  /// Creates the reducer, which has no state.
  public init() {}

  /// Reacts to the actions that concern the parent, and passes the others and a failed search to their child.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .search(.resultTapped(let result)):
      state.detail = FlatDetail.State(result: result)
      return .none

    case .search(.searchFailed(let text)):
      state.failures += 1
      return search.reduce(.searchFailed(text), into: &state)

    case .search(let action):
      return search.reduce(action, into: &state)

    case .detail(.closeTapped):
      state.detail = nil
      return .none

    case .detail(let action):
      return detail.reduce(action, into: &state)
    }
  }
}
