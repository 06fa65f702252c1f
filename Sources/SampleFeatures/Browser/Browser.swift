public import StoreCore

/// A search with favourites and a detail screen: three features under one parent, which decides where to go.
///
/// - A result that is selected in the search, or a favourite that is opened, is shown in detail. Whoever is shown
///   already makes room for it.
/// - What is made a favourite is in the list once, at its end, and stays until it is removed there.
/// - Closing the detail, or removing a favourite, ends whatever it had begun.
///
/// None of the three knows the others, or that there is a parent.
public struct Browser: Reducer, Sendable {
  /// What the browser remembers.
  public struct State: Hashable, Sendable {
    /// The search.
    public var search: Search.State

    /// The favourites, in the order in which they were made.
    public var favourites: IdentifiedArray<Favourite.State>

    /// What is shown in detail, if anything is.
    public var detail: Detail.State?

    /// Makes a state; without arguments, that of a browser that nobody has used.
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

  /// What the user can do, by the part of the screen where it is done.
  public enum Input: Hashable, Sendable {
    /// In the search.
    case search(Search.Input)

    /// In a row of the favourites.
    case favourite(Favourite.State.ID, Favourite.Input)

    /// On the detail screen.
    case detail(Detail.Input)
  }

  /// What the parts say, and what is their own.
  public enum Feedback: Hashable, Sendable {
    /// From the search.
    case search(ChildFeedback<Search>)

    /// From a row of the favourites.
    case favourite(Favourite.State.ID, ChildFeedback<Favourite>)

    /// From the detail screen.
    case detail(ChildFeedback<Detail>)
  }

  /// The search.
  private let search = Scope<Browser, Search>(\.search, feedback: Feedback.search) { Search() }

  /// The favourites.
  private let favourites = ScopeEach<Browser, Favourite>(\.favourites, feedback: Feedback.favourite) { Favourite() }

  /// The detail screen.
  private let detail = Scope<Browser, Detail>(ifLet: \.detail, feedback: Feedback.detail) { Detail() }

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Takes messages to the parts, and goes where they ask for.
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
