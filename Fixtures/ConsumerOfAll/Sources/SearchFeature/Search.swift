public import StoreCore

/// A search that shows only the newest answer.
public struct Search: Reducer, Sendable {
  /// The state of the search.
  public struct State: Hashable, Sendable {
    /// The latest query.
    public var query = ""

    /// The result, if the search has ended.
    public var result: String?

    /// Whether a search runs.
    public var isSearching = false

    /// Creates a state without a search.
    public init() {}
  }

  /// A query to search for.
  public enum Input: Hashable, Sendable {
    /// Searches for a text.
    case search(String)
  }

  /// The feedback of the search.
  public enum Feedback: Hashable, Sendable {
    /// The result of a search.
    case found(String)
  }

  /// Performs a search.
  private let find: @Sendable (String) async throws -> String

  /// Creates the reducer.
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
