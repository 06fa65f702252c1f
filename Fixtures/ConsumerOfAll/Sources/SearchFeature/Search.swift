public import StoreCore

/// A search of which only the newest answer counts.
public struct Search: Reducer, Sendable {
  /// What is searched for, and what was found.
  public struct State: Hashable, Sendable {
    /// What is searched for.
    public var query = ""

    /// What was found, if the search has ended.
    public var result: String?

    /// Whether a search runs.
    public var isSearching = false

    /// Begins without a search.
    public init() {}
  }

  /// A query to search for.
  public enum Input: Hashable, Sendable {
    /// Searches for a text.
    case search(String)
  }

  /// What comes back.
  public enum Feedback: Hashable, Sendable {
    /// The result of a search.
    case found(String)
  }

  /// Performs a search.
  private let find: @Sendable (String) async throws -> String

  /// Creates a search.
  public init(find: @escaping @Sendable (String) async throws -> String) {
    self.find = find
  }

  /// Begins a search, or shows its result.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.search(let query)):
      state.query = query
      state.result = nil
      state.isSearching = true
      return .run("find", of: query) { [find] send in await send(.found(try await find(query))) }
        .cancellable(id: "find", cancelInFlight: true)
    case .feedback(.found(let result)):
      state.result = result
      state.isSearching = false
      return .none
    }
  }
}
