public import StoreCore

/// A search and a detail screen under a parent that reacts to its children's actions, in the style of one flat type of action.
///
/// The parent's `switch` matches the actions of its children. It needs no outputs of them: what a child does about an action
/// and what its parent does about it stand side by side. The price is that a parent depends on everything that its children
/// can do. ``Browser`` is the same with outputs.
public struct FlatBrowser: ActionReducer, Sendable {
  /// What the browser remembers.
  public struct State: Hashable, Sendable {
    /// The search.
    public var search: SearchFeature.State

    /// What is shown in detail; nil while nothing is.
    public var detail: FlatDetail.State?

    /// How often a search has failed.
    public var failures: Int

    /// Makes a state; without arguments, that of a browser that is new.
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

  /// Everything that can happen, in the parent or in a child.
  public enum Action: Hashable, Sendable {
    /// In the search.
    case search(SearchFeature.Action)

    /// On the detail screen.
    case detail(FlatDetail.Action)
  }

  /// The search.
  private let search = Scope<FlatBrowser, SearchFeature>(\.search, action: Action.search) { SearchFeature() }

  /// The detail screen.
  private let detail = Scope<FlatBrowser, FlatDetail>(ifLet: \.detail, action: Action.detail) { FlatDetail() }

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Reacts to what concerns the parent, and hands everything on to the child that it belongs to.
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
