public import StoreCore

/// A search with favourites and a detail screen: three features under one parent, which navigates between them.
///
/// - A result selected in the search, or an opened favourite, shows its detail. A new detail replaces the previous one.
/// - A new favourite joins the list once, at its end, and stays until the user removes it from the list.
/// - A closed detail, or a removed favourite, cancels its effects.
///
/// The three features are independent of each other and of their parent.
public struct Browser: Reducer, Sendable {
  /// The state of the browser.
  public struct State: Hashable, Sendable {
    /// The search.
    public var search: Search.State

    /// The favourites, in the order in which they were added.
    public var favourites: IdentifiedArray<Favourite.State>

    /// The shown detail, if any.
    public var detail: Detail.State?

    /// Creates a state; without arguments, that of a new browser.
    public init(
      search: Search.State = Search.State(),
      favourites: IdentifiedArray<Favourite.State> = [],
      detail: Detail.State? = nil
    ) {
      self.search = search
      self.favourites = favourites
      self.detail = detail
    }
  }

  /// The inputs of the user, by the part of the screen.
  public enum Input: Hashable, Sendable {
    /// An action in the search.
    case search(Search.Input)

    /// An action in a row of the favourites.
    case favourite(Favourite.State.ID, Favourite.Input)

    /// An action on the detail screen.
    case detail(Detail.Input)
  }

  /// The outputs and the feedback of the children.
  public enum Feedback: Hashable, Sendable {
    /// A message of the search.
    case search(ChildFeedback<Search>)

    /// A message of a row of the favourites.
    case favourite(Favourite.State.ID, ChildFeedback<Favourite>)

    /// A message of the detail screen.
    case detail(ChildFeedback<Detail>)
  }

  /// The search.
  private let search = Scope<Browser, Search>(\.search, feedback: Feedback.search) { Search() }

  /// The favourites.
  private let favourites = ScopeEach<Browser, Favourite>(\.favourites, feedback: Feedback.favourite) { Favourite() }

  /// The detail screen.
  private let detail = Scope<Browser, Detail>(ifLet: \.detail, feedback: Feedback.detail) { Detail() }

  /// Creates the reducer, which has no state.
  public init() {}

  /// Routes messages to the children, and navigates in response to their outputs.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.search(let input)): return search.reduce(.input(input), into: &state)
    case .input(.favourite(let id, let input)): return favourites.reduce(.input(input), id: id, into: &state)
    case .input(.detail(let input)): return detail.reduce(.input(input), into: &state)

    case .feedback(.search(.feedback(let feedback))): return search.reduce(.feedback(feedback), into: &state)
    case .feedback(.favourite(let id, .feedback(let feedback))):
      return favourites.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.detail(.feedback(let feedback))): return detail.reduce(.feedback(feedback), into: &state)

    case .feedback(.search(.output(.resultSelected(let result)))),
      .feedback(.favourite(_, .output(.opened(let result)))):
      state.detail = Detail.State(result: result)
      return .none

    case .feedback(.favourite(let id, .output(.removed))):
      state.favourites.remove(id: id)
      return .none

    case .feedback(.detail(.output(.favoured(let result)))):
      let favourite = Favourite.State(result: result)
      if state.favourites.index(id: favourite.id) == nil { state.favourites.append(favourite) }
      return .none

    case .feedback(.detail(.output(.closed))):
      state.detail = nil
      return .none
    }
  }
}
